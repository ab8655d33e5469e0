/** What the host's page may be told. It names no person. */
export type HostEvents = {
  readonly ready: { readonly event?: number };
  readonly height: { readonly height: number };
  readonly select: { readonly event: number; readonly date?: number; readonly count?: number };
  readonly checkout: { readonly event: number; readonly date: number; readonly count: number };
  readonly error: { readonly code: "not_found" };
};

/** The version of these words; `embed.js` listens to this one alone. */
const V = 1;

/**
 * To whoever has us in a frame. The policy lets registered pages alone do that, so that nobody need be named here, and
 * a page cannot know its host's name in every browser.
 */
export function tellHost<Type extends keyof HostEvents>(type: Type, detail: HostEvents[Type]): void {
  if (window.parent !== window) window.parent.postMessage({ v: V, type, detail }, "*");
}

/** The height that the content wants, now and whenever it changes. The document's own would never shrink again. */
export function tellHeight(): () => void {
  const content = document.querySelector("main");
  if (content === null) return () => undefined;
  const observer = new ResizeObserver(() =>
    tellHost("height", { height: Math.ceil(content.getBoundingClientRect().height) }),
  );
  observer.observe(content);
  return () => observer.disconnect();
}
