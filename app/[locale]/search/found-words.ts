import type { useTranslations } from "next-intl";
import type { EventPage } from "#lib/domain/catalogue/event.ts";

type Words = ReturnType<typeof useTranslations<"Search">>;
type Counted = Pick<EventPage, "total" | "isMore" | "isNearly">;

/** How many were found. Where the service stopped counting there are more than that, and nobody says how many. */
export function countInWords({ total: count, isMore }: Omit<Counted, "isNearly">, q: string | undefined, t: Words) {
  if (q === undefined) return t(isMore ? "foundMore" : "found", { count });
  return t(isMore ? "foundMoreFor" : "foundFor", { count, q });
}

/** The same above the results, where what only comes close is said to. */
export function foundInWords(page: Counted, q: string | undefined, t: Words) {
  if (!page.isNearly || q === undefined) return countInWords(page, q, t);
  return t(page.isMore ? "nearlyMoreFor" : "nearlyFor", { count: page.total, q });
}
