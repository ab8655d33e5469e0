import type { Route } from "next";
import { fieldsOfSource, parseSource } from "#lib/catalogue/event-link.ts";
import { isMark, isPageOfTickets } from "#lib/catalogue/opened/mark.ts";

/** The marks that this document was opened with. On further pages of one it is the same visit. */
const counted = new Set<string>();

/**
 * Tells the shop once in a document that a page was opened by this mark, with the fields of the mark alone. Nothing is read from or
 * stored in the browser.
 */
export function countOpened(path: string): void {
  const { search } = window.location;
  if (!isPageOfTickets(path)) return;
  const query = new URLSearchParams(fieldsHere().filter(([name]) => isMark(name))).toString();
  if (query === "" || counted.has(query) || isGoneBackTo(path + search)) return;
  counted.add(query);
  const body = new URLSearchParams({ path, query });
  void fetch("/api/opened", { method: "POST", keepalive: true, credentials: "omit", body }).catch(() => undefined);
}

/** Returns the fields of the source in this page's address, in the form that all pages give them. */
function fieldsHere(): [name: string, value: string][] {
  return fieldsOfSource(parseSource(new URLSearchParams(window.location.search))).map(([name, value]) => [name, value]);
}

/** Returns whether the browser has loaded the address because its visitor went back or forward to it. */
function isGoneBackTo(address: string): boolean {
  const [loaded] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (loaded?.type !== "back_forward") return false;
  const { pathname, search } = new URL(loaded.name);
  return pathname + search === address;
}

/**
 * Has the links and searches of this page lead to addresses with its source, so that it is still known where tickets are reserved.
 * Returns a function that ends it.
 */
export function keepSource(push: (address: Route) => void): () => void {
  const fields = fieldsHere();

  function onClick(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const to = link && URL.parse(link.href);
    // The links to another language have the query already.
    const language = window.location.pathname.slice(0, 3);
    if (!to || to.origin !== window.location.origin || !to.pathname.startsWith(language)) return;
    if (!isPageOfTickets(to.pathname)) return;
    const before = to.search;
    for (const [name, value] of fields) if (!to.searchParams.has(name)) to.searchParams.set(name, value);
    if (to.search === before) return;
    link.href = to.href;
    const opensHere = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!opensHere || link.target !== "") return;
    // The router knows the address that the link was rendered with.
    event.preventDefault();
    push((to.pathname + to.search + to.hash) as Route);
  }

  function onSearch({ formData, target }: FormDataEvent): void {
    const isSearch = target instanceof HTMLFormElement && target.method === "get";
    if (isSearch) for (const [name, value] of fields) if (!formData.has(name)) formData.set(name, value);
  }

  const listening = new AbortController();
  // Before React's own listeners, which are at the document.
  const options = { capture: true, signal: listening.signal };
  window.addEventListener("click", onClick, options);
  window.addEventListener("auxclick", onClick, options);
  window.addEventListener("formdata", onSearch, options);
  return () => listening.abort();
}
