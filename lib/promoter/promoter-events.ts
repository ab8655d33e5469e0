import "server-only";

import { liveOffering } from "#lib/catalogue/availability.ts";
import { foldedWords, hasWords } from "#lib/catalogue/season/season-rules.ts";
import type { SignedIn } from "#lib/promoter/sign-in/promoter-token.ts";
import { atMost } from "#lib/runtime/concurrency.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { type DateTickets, getDateTickets } from "#lib/ticketing/manage/events.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import type { Span } from "#lib/ticketing/model/span.ts";

/** Returns the events with these words in their name or their venue's. */
export function searchOwnEvents(events: readonly EventSummary[], q: string): readonly EventSummary[] {
  const words = foldedWords(q);
  return events.filter(({ name, venue }) => hasWords(`${name} ${venue.name} ${venue.city}`, words));
}

/** The next date of an event, the number of dates after it, and its tickets where the service counts them. */
type NextDate = DateTickets & { readonly span: Span; readonly later: number };

/** Of a page of events, so many are read at once. */
const throttled = atMost(5);

/** Returns the next date; `undefined` when the event has none, or the service does not answer. */
export async function nextDateOf(
  { credential }: Pick<SignedIn, "credential">,
  { id }: EventSummary,
  now: Date,
): Promise<NextDate | undefined> {
  return throttled(() => readNextDate(credential, id, now));
}

async function readNextDate(credential: SignedIn["credential"], id: number, now: Date): Promise<NextDate | undefined> {
  // What the public can buy, as the shop reads it.
  const offering = await undefinedOnFault(liveOffering(id));
  const dates = (offering?.groups ?? [])
    .filter(({ startsAt, endsAt = startsAt }) => Date.parse(endsAt) > now.getTime())
    .toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt));
  const [next] = dates;
  if (next === undefined) return undefined;
  const tickets = await undefinedOnFault(getDateTickets(credential, next.eventDateId));
  return { ...tickets, span: next, later: dates.length - 1 };
}
