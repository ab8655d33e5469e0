"use client";

import type { MouseEvent, ReactNode } from "react";
import { useScriptRuns } from "#components/ui/use-script-runs.ts";

/**
 * Without script these are popovers, which the browser opens and closes. With script they are modal dialogs: content
 * behind cannot be reached, and the screen stays on.
 */

type Press = {
  /** The id of the view that this button opens or closes. */
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

/** Shown only where the screen stays on. */
export function AwakeNote({ text }: { readonly text: string }) {
  const awake = useScriptRuns() && "wakeLock" in navigator;
  return <p className="text-center text-sm">{awake ? text : ""}</p>;
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

/** Shows another view in place of an open one. Popovers would stack, so only dialogs are changed. */
export function changeView(open: HTMLDialogElement | null | undefined, view: string | undefined): void {
  const dialog = view === undefined ? undefined : dialogOf(view);
  if (open?.open !== true || dialog === undefined) return;
  open.close();
  show(dialog);
}

function show(dialog: HTMLDialogElement): void {
  dialog.showModal();
  keepAwakeWhileOpen(dialog);
}

/** Returns the dialog; `undefined` while it is open as a popover, which only its own button closes. */
function dialogOf(view: string): HTMLDialogElement | undefined {
  const found = document.getElementById(view);
  return found instanceof HTMLDialogElement && !found.matches(":popover-open") ? found : undefined;
}

/** Keeps the screen on while a dialog is open, where the browser supports it. */
function keepAwakeWhileOpen(dialog: HTMLDialogElement): void {
  let lock: WakeLockSentinel | undefined;

  /** The browser releases the lock when the page is hidden, so it is requested again when the page returns. */
  async function ask(): Promise<void> {
    if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    lock = await navigator.wakeLock.request("screen").catch(() => undefined);
    if (!dialog.open) await lock?.release();
  }

  function askAgain(): void {
    void ask();
  }

  document.addEventListener("visibilitychange", askAgain);
  dialog.addEventListener(
    "close",
    () => {
      document.removeEventListener("visibilitychange", askAgain);
      void lock?.release();
    },
    { once: true },
  );
  askAgain();
}
