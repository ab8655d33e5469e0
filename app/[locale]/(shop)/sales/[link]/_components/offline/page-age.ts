import { useSyncExternalStore } from "react";

/** The worker marks a copy in its HTML. A page from the server has no such mark. */
const MARK = 'meta[name="saved-copy"]';
const UPDATED = "order-page-updated";

/** Returns whether the page is a copy, or may have become old because the device is offline. */
export function useMayBeOld(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isCopy() || !navigator.onLine,
    () => false,
  );
}

/** Returns whether the page was opened from the copy and not updated since. */
export function isCopy(): boolean {
  return document.querySelector(MARK) !== null;
}

/** Records that the page shows the server's newest state. */
export function markUpdated(): void {
  document.querySelector(MARK)?.remove();
  window.dispatchEvent(new Event(UPDATED));
}

function subscribe(changed: () => void): () => void {
  const events = ["online", "offline", UPDATED];
  for (const name of events) window.addEventListener(name, changed);
  return () => {
    for (const name of events) window.removeEventListener(name, changed);
  };
}
