const WAITING_NEWS = ["changed", "failed", "nothing", "cart_full", "no_cookies"] as const;

/** What the page says after an action. It is in the URL, so it reveals nothing about the entry. */
export type WaitingNews = (typeof WAITING_NEWS)[number];

export function parseNews(value: unknown): WaitingNews | undefined {
  return WAITING_NEWS.find((news) => news === value);
}
