import "server-only";

import { type EventState, type Figures, listEventsInState } from "#lib/ticketing/manage/event-lists.ts";
import { listAccountEvents } from "#lib/ticketing/manage/events.ts";
import { type EventSummary, statedDates } from "#lib/ticketing/model/event.ts";
import type { Span } from "#lib/ticketing/model/span.ts";
import { partOfList } from "./part-of-list.ts";
import { nextDateOf, searchOwnEvents } from "./promoter-events.ts";
import type { SignedIn } from "./promoter-token.ts";

export const EVENT_SORTS = ["date", "name"] as const;

/** What a promoter looks for in the list of events. */
export type EventQuery = {
  readonly state: EventState;
  readonly q: string;
  readonly sort: (typeof EVENT_SORTS)[number] | undefined;
  readonly page: number;
};

/** An event of the list, with its next date and the number of dates after it where they are known. */
export type OwnEvent = {
  readonly event: EventSummary;
  readonly figures: Figures;
  readonly span: Span | undefined;
  readonly later: number;
};

export type OwnEvents = {
  readonly events: readonly OwnEvent[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  /** The service lists events by their state. Another one lists those that are published, ahead or over. */
  readonly hasStates: boolean;
};

const PAGE_SIZE = 20;

/** Returns one page of the events of the promoter's account. */
export async function listOwnEvents(
  at: SignedIn & { readonly accountId: number },
  query: EventQuery,
  now: Date,
): Promise<OwnEvents> {
  const { state, q, sort, page } = query;
  const asked = { state, q: q || undefined, sort, page, pageSize: PAGE_SIZE };
  const found = await listEventsInState(at.credential, at.accountId, asked);
  if (found === undefined) return listPublished(at, query, now);
  const { total } = found;
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  if (page > pages) return listOwnEvents(at, { ...query, page: pages }, now);
  const events = found.events.map(({ sold, reserved, left, ...event }) => ({
    event,
    figures: {
      ...(sold !== undefined && { sold }),
      ...(reserved !== undefined && { reserved }),
      ...(left !== undefined && { left }),
    },
    span: nextStated(event, now),
    later: 0,
  }));
  return { events, page, pages, total, hasStates: true };
}

/** Before a service without states, each event costs two reads. */
async function listPublished(at: SignedIn, { q, page }: EventQuery, now: Date): Promise<OwnEvents> {
  const found = searchOwnEvents(await listAccountEvents(at.credential), q);
  const { shown, ...part } = partOfList(found, page);
  const events = await Promise.all(
    shown.map(async (event) => {
      const next = await nextDateOf(at, event, now);
      const { span = nextStated(event, now), later = 0, ...figures } = next ?? {};
      return { event, figures, span, later };
    }),
  );
  return { ...part, events, total: found.length, hasStates: false };
}

/** Returns the first or else the last date that is not over. A date without an end is over when the service sells it no longer. */
function nextStated(event: EventSummary, now: Date): Span | undefined {
  const dates = statedDates(event);
  const next = dates.find(({ startsAt, endsAt = startsAt }) => Date.parse(endsAt) > now.getTime());
  const isSold = event.saleStatus !== "CLOSED" && event.saleStatus !== "CANCELLED";
  return next ?? (isSold ? dates[0] : undefined);
}
