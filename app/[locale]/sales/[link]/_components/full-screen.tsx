"use client";

import type { MouseEvent, ReactNode } from "react";
import { keepAwakeWhileOpen } from "#app/[locale]/sales/[link]/_components/awake-screen.ts";
import { useScriptRuns } from "#components/ui/use-script-runs.ts";

/*
 * Without a script these are plain popovers: the browser itself opens and closes them. With one they are
 * modal dialogs, so that nothing behind can be reached, and the screen stays on.
 */

type Press = {
  /** The id of the view that this button is about. */
  readonly view: string;
  readonly className: string;
  readonly children: ReactNode;
};

export function ShowView({ view, className, children }: Press) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    const dialog = dialogOf(view);
    if (dialog === undefined) return;
    event.preventDefault();
    show(dialog);
  }

  return (
    <button type="button" popoverTarget={view} onClick={press} className={className}>
      {children}
    </button>
  );
}

/** Leafs to another view. Popovers would lie one upon the other, so it takes a script. */
export function ChangeView({ view, className, children }: Press) {
  function change(event: MouseEvent<HTMLButtonElement>) {
    const dialog = dialogOf(view);
    event.currentTarget.closest("dialog")?.close();
    if (dialog) show(dialog);
  }

  if (!useScriptRuns()) return null;
  return (
    <button type="button" onClick={change} className={className}>
      {children}
    </button>
  );
}

/** Said only where it is so. */
export function AwakeNote({ text }: { readonly text: string }) {
  const awake = useScriptRuns() && "wakeLock" in navigator;
  return <p className="text-sm">{awake ? text : ""}</p>;
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

function show(dialog: HTMLDialogElement): void {
  dialog.showModal();
  keepAwakeWhileOpen(dialog);
}

/** `undefined` where it is showing as a popover already, which only its own button may end. */
function dialogOf(view: string): HTMLDialogElement | undefined {
  const found = document.getElementById(view);
  return found instanceof HTMLDialogElement && !found.matches(":popover-open") ? found : undefined;
}
