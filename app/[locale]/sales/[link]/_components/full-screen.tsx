"use client";

import type { MouseEvent, ReactNode } from "react";
import { keepAwakeWhileOpen } from "#app/[locale]/sales/[link]/_components/awake-screen.ts";

/*
 * Without a script these are plain popovers: the browser itself opens, changes and closes them. With one they are
 * modal dialogs, so that nothing behind can be reached, and the screen stays on.
 */

type Press = {
  /** The id of the view that this button is about. */
  readonly view: string;
  readonly className: string;
  readonly label?: string;
  readonly children: ReactNode;
};

/** Shows a view; from within another view, in its place. */
export function ShowView({ view, className, label, children }: Press) {
  function show(press: MouseEvent<HTMLButtonElement>) {
    const dialog = dialogOf(view);
    if (dialog === undefined) return;
    press.preventDefault();
    press.currentTarget.closest("dialog")?.close();
    dialog.showModal();
    keepAwakeWhileOpen(dialog);
  }

  return (
    <button type="button" popoverTarget={view} onClick={show} aria-label={label} className={className}>
      {children}
    </button>
  );
}

export function CloseView({ view, className, children }: Press) {
  function close(press: MouseEvent<HTMLButtonElement>) {
    const dialog = dialogOf(view);
    if (!dialog?.open) return;
    press.preventDefault();
    dialog.close();
  }

  return (
    <button type="button" popoverTarget={view} popoverTargetAction="hide" onClick={close} className={className}>
      {children}
    </button>
  );
}

/** `undefined` where it is showing as a popover already, which only its own button may end. */
function dialogOf(view: string): HTMLDialogElement | undefined {
  const found = document.getElementById(view);
  return found instanceof HTMLDialogElement && !found.matches(":popover-open") ? found : undefined;
}
