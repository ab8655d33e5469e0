import type { useTranslations } from "next-intl";
import type { EventPage } from "#lib/ticketing/model/event.ts";

type Words = ReturnType<typeof useTranslations<"Search">>;
type Counted = Pick<EventPage, "total" | "isMore" | "isNearly">;

/** Returns the text with the number of results. Where the service stopped counting, it says "more than". */
export function countInWords({ total: count, isMore }: Omit<Counted, "isNearly">, q: string | undefined, t: Words) {
  if (q === undefined) return t(isMore ? "foundMore" : "found", { count });
  return t(isMore ? "foundMoreFor" : "foundFor", { count, q });
}

/** Returns the text above the results, which says where they match only approximately. */
export function foundInWords(page: Counted, q: string | undefined, t: Words) {
  if (!page.isNearly || q === undefined) return countInWords(page, q, t);
  return t(page.isMore ? "nearlyMoreFor" : "nearlyFor", { count: page.total, q });
}
