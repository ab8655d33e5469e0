import "server-only";

import type { Season, SeasonDate } from "#lib/catalogue/season/season-rules.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { log } from "#lib/telemetry/log.ts";
import { type EventSummary, inOwnZone, statedDates } from "#lib/ticketing/model/event.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import { lowestPriceOf, type OfferingGroup, presalePriceOf, statusWithDates } from "#lib/ticketing/model/offering.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";
import { type Reads, readsOfPage } from "#lib/ticketing/one-by-one/kept-reads.ts";
import { listEvents } from "#lib/ticketing/one-by-one/listed-events.ts";

/** The list of all events is shared for this long. One up to ten minutes old is used when the service does not answer. */
const FRESH_MS = 10_000;
const USABLE_MS = 600_000;
/** An event's dates are read once a minute. */
const DATES_FRESH_MS = 60_000;
/**
 * The dates of the next 100 events are read, four events at a time. Of later events only the first and the last date are known.
 */
export const EVENTS_WITH_DATES_MAX = 100;
const AT_ONCE = 4;
/** Dates that a slow service has not answered within this time are read with the next list. */
const BUDGET_MS = 8_000;

type Dates = {
  readonly at: number;
  readonly dates: readonly SeasonDate[];
  readonly from: Money | undefined;
  readonly presale: Money | undefined;
  /** They are the next dates, and not all. */
  readonly isPart: boolean;
};
type Lacks = "events" | "dates" | undefined;
type State = {
  at: number;
  value?: Season;
  pending?: Promise<Season>;
  lacks: Lacks;
  readonly dates: Map<number, Dates>;
};
const state = processWide(
  "season",
  (): State => ({ at: Number.NEGATIVE_INFINITY, lacks: undefined, dates: new Map() }),
);

/**
 * Returns all events with their dates, from a service that has neither search nor calendar. All pages of this process
 * share one reading, which makes at most 101 requests. Throws TicketingFault when the service does not answer and no
 * list of the last ten minutes exists.
 */
export async function currentSeason(now: number = performance.now()): Promise<Season> {
  const age = now - state.at;
  if (state.value && age < FRESH_MS) return state.value;
  state.pending ??= readSeason(now).finally(() => {
    delete state.pending;
  });
  const { value } = state;
  if (value === undefined || age >= USABLE_MS) return state.pending;
  return state.pending.catch((fault: unknown) => {
    log("warn", "The list of all events could not be read.", { fault: String(fault) });
    return value;
  });
}

/** Returns what the season as it was last read lacks, since there is more than pages may read: events, or only dates of some. */
export function seasonLacks(): Lacks {
  return state.lacks;
}

async function readSeason(now: number): Promise<Season> {
  const reads = readsOfPage();
  const { events, isPart } = await listEvents(reads);
  const listed = new Set(events.map(({ id }) => id));
  for (const id of state.dates.keys()) if (!listed.has(id)) state.dates.delete(id);
  const upcoming = nextEvents(events, new Date());
  const next = upcoming.slice(0, EVENTS_WITH_DATES_MAX);
  const join = () => {
    const hasAllDates =
      next.length === upcoming.length && next.every(({ id }) => state.dates.get(id)?.isPart === false);
    state.lacks = isPart ? "events" : hasAllDates ? undefined : "dates";
    return events.map((event) => withDates(event, state.dates.get(event.id)));
  };
  const dates = readDates(next, now, reads);
  // Later lists are shown with the dates that are known, and again with those that are being read.
  if (state.value === undefined || now - state.at >= USABLE_MS) await dates;
  else
    void dates.then(() => {
      if (state.at === now) state.value = join();
    });
  state.value = join();
  state.at = now;
  return state.value;
}

/** Returns the events in the order of their dates, without those that ended more than a day ago. */
function nextEvents(events: readonly EventSummary[], now: Date): readonly EventSummary[] {
  const yesterday = now.getTime() - 24 * 60 * 60 * 1000;
  return events
    .filter(({ firstDate, lastDate = firstDate, lastDateEnd = lastDate }) => {
      return lastDateEnd === undefined || Date.parse(lastDateEnd) > yesterday;
    })
    .sort((one, other) => Date.parse(one.firstDate ?? "9999") - Date.parse(other.firstDate ?? "9999"));
}

async function readDates(events: readonly EventSummary[], now: number, reads: Reads): Promise<void> {
  // Events whose dates were read longest ago come first, so that several readings together cover all events of a slow service.
  const waiting = events
    .filter(({ id }) => now - readAt(id) >= DATES_FRESH_MS)
    .sort((one, other) => readAt(one.id) - readAt(other.id) || 0);
  const startedAt = performance.now();
  const all = reads.count.left;
  const readNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (performance.now() - startedAt > BUDGET_MS || reads.count.left <= 0) return;
      await readDatesOf(next.id, now, { reads, isFirst: reads.count.left === all });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, readNext));
}

/** Without an answer, dates up to ten minutes old stay. An event without dates is listed by its first and last date. */
async function readDatesOf(
  eventId: number,
  now: number,
  { reads, isFirst }: { readonly reads: Reads; readonly isFirst: boolean },
): Promise<void> {
  try {
    const offering = await getOffering(eventId, { reads });
    if (offering) {
      const { groups, isPart = false } = offering;
      // Others before it took too many reads: the next list begins with it.
      if (isPart && !isFirst) return;
      // A later date may cost less.
      const from = isPart ? undefined : lowestPriceOf(groups);
      const presale = isPart ? undefined : presalePriceOf(groups);
      state.dates.set(eventId, { at: now, dates: groups.map(dateOf), from, presale, isPart });
    } else state.dates.delete(eventId);
  } catch {
    if (now - readAt(eventId) >= USABLE_MS) state.dates.delete(eventId);
  }
}

/** Returns when the dates of an event were read last, `-Infinity` for never. */
function readAt(eventId: number): number {
  return state.dates.get(eventId)?.at ?? Number.NEGATIVE_INFINITY;
}

function dateOf(group: OfferingGroup): SeasonDate {
  const { eventDateId: id, startsAt, endsAt, saleStatus, label, dateGroup } = group;
  const [from, presale] = [lowestPriceOf([group]), presalePriceOf([group])];
  const prices = { ...(from && { from }), ...(presale && { presale }) };
  const optional = { ...(label !== undefined && { label }), ...(dateGroup !== undefined && { dateGroup }) };
  return { id, startsAt, ...(endsAt !== undefined && { endsAt }), saleStatus, ...optional, ...prices };
}

/**
 * Adds the dates, and the lowest price where the list states none with fees. An offering leaves out past dates, so the first and the
 * last date of the summary are kept.
 */
function withDates(listed: EventSummary, read: Dates | undefined): Season[number] {
  const { from = read?.from, presale = read?.presale } = listed;
  const event = { ...listed, ...(from && { from }), ...(presale && { presale }) };
  const { saleStatus, venue } = event;
  const offered = read?.dates ?? [];
  const known = new Set(offered.map(({ startsAt }) => Date.parse(startsAt)));
  const others = statedDates(event).filter(({ startsAt }) => !known.has(Date.parse(startsAt)));
  const stated = others.map((span): SeasonDate => ({ ...span, saleStatus }));
  const dates = [...stated, ...offered].map((date) => inOwnZone(date, venue));
  const sorted = dates.toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt));
  return {
    // The list is newer than the dates, so its status applies where it says closed, sold out or cancelled.
    event: { ...event, saleStatus: statusWithDates(saleStatus, offered, read?.isPart) },
    dates: sorted,
  };
}
