/** Keeps the screen on while a dialog is open, where the browser supports it. */
export function keepAwakeWhileOpen(dialog: HTMLDialogElement): void {
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
