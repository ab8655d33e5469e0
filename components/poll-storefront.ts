import { fetchStorefront } from "#components/fetch-storefront.ts";

const EVERY_MS = 15_000;

/**
 * Polls a route at once, every 15 s while the page is visible, and when it becomes visible. Returns a function that
 * stops it.
 */
export function pollStorefront(about: string, onAnswer: (answer: unknown) => void): () => void {
  let stopped = false;
  let next: ReturnType<typeof setTimeout>;

  async function request() {
    clearTimeout(next);
    if (document.visibilityState !== "visible") return;
    const answer = await fetchStorefront(about);
    if (stopped) return;
    onAnswer(answer);
    clearTimeout(next);
    next = setTimeout(request, EVERY_MS);
  }

  function pollIfVisible() {
    void request();
  }

  pollIfVisible();
  document.addEventListener("visibilitychange", pollIfVisible);
  window.addEventListener("pageshow", pollIfVisible);
  return () => {
    stopped = true;
    clearTimeout(next);
    document.removeEventListener("visibilitychange", pollIfVisible);
    window.removeEventListener("pageshow", pollIfVisible);
  };
}
