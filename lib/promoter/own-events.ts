import "server-only";

import type { SignedIn } from "#lib/promoter/sign-in/promoter-token.ts";
import { type EventState, type Figures, listEventsInState } from "#lib/ticketing/manage/event-lists.ts";
import { listAccountEvents } from "#lib/ticketing/manage/events.ts";
import { type EventSummary, statedDates } from "#lib/ticketing/model/event.ts";
import type { Span } from "#lib/ticketing/model/span.ts";
import { type ListQuery, readPage } from "./list-query.ts";
import { partOfList } from "./part-of-list.ts";
import { nextDateOf, searchOwnEvents } from "./promoter-events.ts";

export const EVENT_SORTS = ["date", "name"] as const;

/** What a promoter looks for in the list of events. */
export type EventQuery = ListQuery & {
  readonly state: EventState;
  readonly sort: (typeof EVENT_SORTS)[number] | undefined;
};

/** An event of the list, with its next date and the number of dates after it where they are known. */
export type EventRow = {
  readonly event: EventSummary;
  readonly figures: Figures;
  readonly span: Span | undefined;
  readonly later: number;
};

export type OwnEvents = {
  readonly events: readonly EventRow[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  readonly state: EventState;
  /** The service lists events by their state. Another one lists those that are published, ahead or over, and they stand under what is ahead. */
  readonly hasStates: boolean;
};

const PAGE_SIZE = 20;

/** Returns one page of the events of the promoter's account. */
export async function listOwnEvents(
  at: SignedIn & { readonly accountId: number },
  query: EventQuery,
  now: Date,
): Promise<OwnEvents> {
  const { state, sort } = query;
  const found = await readPage(
    query,
    ({ q, page, pageSize }) =>
      listEventsInState(at.credential, at.accountId, { state, q: q || undefined, sort, page, pageSize }),
    PAGE_SIZE,
  );
  if (found === undefined) return listPublished(at, query, now);
  const events = found.events.map((row) => ({ ...row, span: nextStated(row.event, now), later: 0 }));
  return { ...found, events, state, hasStates: true };
}

/** Before a service without states, each event costs two reads. */
async function listPublished(at: SignedIn, { q, page }: ListQuery, now: Date): Promise<OwnEvents> {
  const found = searchOwnEvents(await listAccountEvents(at.credential), q);
  const { shown, ...part } = partOfList(found, page);
  const events = await Promise.all(
    shown.map(async (event) => {
      const next = await nextDateOf(at, event, now);
      const { span = nextStated(event, now), later = 0, ...figures } = next ?? {};
      return { event, figures, span, later };
    }),
  );
  return { ...part, events, total: found.length, state: "COMING", hasStates: false };
}

/** Returns the first or else the last date that is not over. A date without an end is over when the service sells it no longer. */
function nextStated(event: EventSummary, now: Date): Span | undefined {
  const dates = statedDates(event);
  const next = dates.find(({ startsAt, endsAt = startsAt }) => Date.parse(endsAt) > now.getTime());
  const isSold = event.saleStatus !== "CLOSED" && event.saleStatus !== "CANCELLED";
  return next ?? (isSold ? dates[0] : undefined);
}
