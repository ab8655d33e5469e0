/** The events that are sent to the host's page. None has personal data. */
type HostEvents = {
  readonly ready: { readonly event?: number };
  readonly height: { readonly height: number };
  readonly select: { readonly event: number; readonly date?: number; readonly count?: number };
  readonly checkout: { readonly event: number; readonly date: number; readonly count: number };
  readonly error: { readonly code: "not_found" };
};

/** The version of this protocol; `embed.js` accepts this one only. */
const V = 1;

/**
 * Sends an event to the page that embeds this frame. The message names no target origin, which not every browser reveals: only
 * registered origins can embed the frame (`frame-ancestors`).
 */
export function postToHost<Type extends keyof HostEvents>(type: Type, detail: HostEvents[Type]): void {
  if (window.parent !== window) window.parent.postMessage({ v: V, type, detail }, "*");
}

/**
 * Sends the height of the content now and whenever it changes, and returns a function that stops it. It measures `main`: the
 * document is never lower than the frame, so its height would never shrink.
 */
export function postHeight(): () => void {
  const content = document.querySelector("main");
  if (content === null) return () => undefined;
  const observer = new ResizeObserver(() =>
    postToHost("height", { height: Math.ceil(content.getBoundingClientRect().height) }),
  );
  observer.observe(content);
  return () => observer.disconnect();
}
