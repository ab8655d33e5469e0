const LANGUAGE = Symbol.for("foyer, content language");

type WithLanguage = { [LANGUAGE]?: string | undefined };

/** Sets the language of the promoters' texts for this process. The server calls it once, at start. */
export function setContentLanguage(language: string | undefined): void {
  (globalThis as WithLanguage)[LANGUAGE] = language;
}

/**
 * Returns the language of the promoters' names and texts, for their `lang`: in a browser from the page's `data-content-language`, on
 * the server from the process. Returns `undefined` where it is not known: they then count as texts of the page.
 */
export function contentLanguage(): string | undefined {
  if (typeof document === "undefined") return (globalThis as WithLanguage)[LANGUAGE];
  return document.documentElement.dataset.contentLanguage;
}
