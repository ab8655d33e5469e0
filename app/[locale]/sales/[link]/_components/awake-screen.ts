/** Keeps the screen from going dark for as long as a dialog is open. Where the browser cannot, nothing happens. */
export function keepAwakeWhileOpen(dialog: HTMLDialogElement): void {
  let lock: WakeLockSentinel | undefined;

  /** The browser lets go whenever the page is hidden, so it is asked again when the page comes back. */
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
