import { isNearWord } from "#lib/catalogue/season/near-word.ts";
import { withPlainDigits } from "#lib/i18n/typed-text.ts";
import type { CalendarDate, DatesQuery, Facets } from "#lib/ticketing/model/calendar.ts";
import { type Day, dayIn, type Month, monthOf, monthsFrom } from "#lib/ticketing/model/day.ts";
import type { EventPage, EventSummary, EventsQuery, SaleStatus } from "#lib/ticketing/model/event.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import { firstDayOf, isRunning, lastDayOf, type Span } from "#lib/ticketing/model/span.ts";

/** One date of an event. Without an id the service named only the event's first or last date. */
export type SeasonDate = {
  readonly id?: number;
  readonly startsAt: string;
  readonly endsAt?: string;
  /** Where it is shown in another zone than the venue's. */
  readonly timeZone?: string;
  readonly saleStatus: SaleStatus;
  readonly label?: string;
  readonly dateGroup?: string;
  readonly from?: Money;
  readonly presale?: Money;
};

/** All events of a service that can neither search nor list dates, each with the dates that are known. */
export type Season = readonly { readonly event: EventSummary; readonly dates: readonly SeasonDate[] }[];

/** The dates of one page, as many as of the service's own call. */
const DATES_MAX = 200;
const searchTexts = new WeakMap<EventSummary, { readonly all: string; readonly ofCard: readonly string[] }>();

/** More typed words than these are not compared with similar ones. */
const NEAR_WORDS_MAX = 6;

/**
 * Returns one page of the events that are not over and match; those with the words in their name first, then by date. Where none
 * has the words, those with similar ones.
 */
export function searchSeason(season: Season, query: EventsQuery, now: Date): EventPage {
  const { page = 1, pageSize = season.length } = query;
  const words = foldedWords(query.q ?? "");
  const others = season.filter((one) => isUpcoming(one, now) && matches(one, query, now));
  const exact = others.filter(({ event }) => words.every((word) => searchTextOf(event).all.includes(word)));
  const isNearly = exact.length === 0 && words.length <= NEAR_WORDS_MAX;
  const found = (isNearly ? others.filter(({ event }) => hasNearWords(event, words)) : exact)
    .map(({ event }) => ({ event, isByName: hasWords(event.name, words) }))
    .sort((one, other) => Number(other.isByName) - Number(one.isByName) || byStart(one.event, other.event))
    .map(({ event }) => event);
  const events = found.slice((page - 1) * pageSize, page * pageSize);
  const searched = season.some(({ event }) => event.venue.city !== "") ? "texts_and_towns" : "texts";
  return { events, total: found.length, isMore: false, isNearly: isNearly && found.length > 0, searched };
}

/** Returns the filters for the events that are not over. */
export function facetsOf(season: Season, now: Date): Facets {
  const upcoming = season.filter((one) => isUpcoming(one, now)).sort((a, b) => byStart(a.event, b.event));
  const events = upcoming.map(({ event }) => event);
  const months = upcoming.flatMap(({ event, dates }) =>
    dates.filter((date) => !isPast(event, date, now)).flatMap((date) => monthsOf(event, date, now)),
  );
  const groups = Map.groupBy(
    events.flatMap(({ groups }) => groups),
    ({ id }) => id,
  );
  return {
    venues: mostFrequent(events.map(({ venue }) => venue)),
    towns: mostFrequent(events.flatMap(townOf)).map(({ name }) => name),
    tags: mostFrequent(events.flatMap(({ tags }) => tags.map((id) => ({ id })))).map(({ id }) => id),
    dateGroups: [...new Set(upcoming.flatMap(({ dates }) => dates.flatMap(({ dateGroup }) => dateGroup ?? [])))],
    eventGroups: [...groups].flatMap(([id, [first, ...more]]) =>
      first ? [{ id, name: first.name, events: more.length + 1 }] : [],
    ),
    months: [...new Set(months)].sort(),
  };
}

/**
 * Returns dates in order of their start, at most `perDay` that begin on one day or that began before `from`, and without `perDay`
 * one page of 200.
 */
export function datesIn(
  season: Season,
  { from, to, group, venue, perDay, page = 1 }: DatesQuery,
  now: Date,
): CalendarDate[] {
  const dates = season
    .filter(({ event }) => group === undefined || event.groups.some(({ id }) => id === group))
    .filter(({ event }) => venue === undefined || event.venue.id === venue)
    .flatMap(({ event, dates }) =>
      dates.map((date) => ({ event, date, day: dayOf(event, date), lastDay: lastDay(event, date) })),
    )
    .filter(({ day, lastDay }) => (from === undefined || lastDay >= from) && (to === undefined || day <= to));
  const byDay = Map.groupBy(dates, ({ day }) => (from !== undefined && day < from ? "before" : day));
  const found = [...byDay.values()]
    .flatMap((ofDay) =>
      ofDay
        .sort((one, other) => Date.parse(one.date.startsAt) - Date.parse(other.date.startsAt))
        .slice(0, perDay)
        .map(({ event, date: { dateGroup: _dateGroup, ...date }, day, lastDay }) => ({
          ...date,
          day,
          lastDay,
          event: { id: event.id, name: event.name },
          venue: event.venue,
          isOver: isPast(event, date, now),
          onDay: ofDay.length,
        })),
    )
    .sort((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt));
  return perDay === undefined ? found.slice((page - 1) * DATES_MAX, page * DATES_MAX) : found;
}

type Entry = Season[number];

/** An event without dates stays in lists: it is not known to be over. */
function isUpcoming({ event, dates }: Entry, now: Date): boolean {
  const { firstDate, lastDate: startsAt = firstDate, lastDateEnd: endsAt } = event;
  if (startsAt === undefined || !isPast(event, { startsAt, endsAt }, now)) return true;
  return dates.some((date) => !isPast(event, date, now));
}

/** A date is over after its last day, and a night over midnight at its end. */
function isPast(event: EventSummary, span: Span, now: Date): boolean {
  return lastDay(event, span) < today(event, now) && !isRunning(span, now);
}

/** Returns the months of a date from the present one on. */
function monthsOf(event: EventSummary, span: Span, now: Date): readonly Month[] {
  const last = monthOf(lastDay(event, span));
  const [, first = last] = [monthOf(dayOf(event, span)), monthOf(today(event, now))].toSorted();
  // A night over midnight may run into a month that is not its own.
  return first > last ? [last] : monthsFrom(first, last);
}

/** Returns whether an event has the filters of a search, its words left out. */
function matches({ event, dates }: Entry, query: EventsQuery, now: Date): boolean {
  const { from = "", to = "9999", venue, town, tag, dateGroup, group } = query;
  const isInRange = (date: SeasonDate) =>
    !isPast(event, date, now) && lastDay(event, date) >= from && dayOf(event, date) <= to;
  return (
    (venue === undefined || event.venue.id === venue) &&
    (town === undefined || fold(event.venue.city) === fold(town)) &&
    (tag === undefined || event.tags.includes(tag)) &&
    (group === undefined || event.groups.some(({ id }) => id === group)) &&
    (dateGroup === undefined || dates.some((date) => date.dateGroup === dateGroup)) &&
    ((query.from === undefined && query.to === undefined) || dates.some(isInRange))
  );
}

/** Returns the town of an event, identified by its folded name; none where the service names none. */
function townOf({ venue: { city } }: EventSummary) {
  return city === "" ? [] : [{ id: fold(city), name: city }];
}

/** Returns an event's folded text for searches, and the words of its name and its place, computed once for each event object. */
function searchTextOf(event: EventSummary) {
  const known = searchTexts.get(event);
  if (known !== undefined) return known;
  const { name, venue, tags, description } = event;
  const { city, region = "", country = "" } = venue;
  const card = [name, venue.name, city, region, country].join(" ");
  const text = { all: searchable([card, ...tags, description].join(" ")), ofCard: foldedWords(searchable(card)) };
  searchTexts.set(event, text);
  return text;
}

/** Returns whether an event has each word, or one like it in its name or its venue. */
function hasNearWords(event: EventSummary, words: readonly string[]): boolean {
  const { all, ofCard } = searchTextOf(event);
  return words.every((word) => all.includes(word) || ofCard.some((one) => isNearWord(word, one)));
}

export function hasWords(text: string, words: readonly string[]): boolean {
  const folded = searchable(text);
  return words.every((word) => folded.includes(word));
}

/** Returns the words of a search, as `hasWords` compares them. */
export function foldedWords(text: string): readonly string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Returns the folded text, and each word with a sign inside once more without it: "ac/dc acdc". */
function searchable(text: string): string {
  const folded = fold(text);
  const joined = folded.split(/\s+/).map((word) => [word, word.replaceAll(/[^\p{L}\p{N}]+/gu, "")] as const);
  return [folded, ...joined.flatMap(([word, without]) => (word.includes(without) ? [] : [without]))].join(" ");
}

/** Returns the text without accents, capitals and apostrophes, with plain digits. */
function fold(text: string): string {
  return withPlainDigits(text)
    .normalize("NFKD")
    .replaceAll(/[\p{M}'’]/gu, "")
    .toLowerCase();
}

function byStart({ firstDate: one }: EventSummary, { firstDate: other }: EventSummary): number {
  return (one === undefined ? Infinity : Date.parse(one)) - (other === undefined ? Infinity : Date.parse(other)) || 0;
}

function dayOf({ venue }: EventSummary, span: Span): Day {
  return firstDayOf(span, venue.timeZone);
}

function lastDay({ venue }: EventSummary, span: Span): Day {
  return lastDayOf(span, venue.timeZone);
}

function today({ venue }: EventSummary, now: Date): Day {
  return dayIn(now, venue.timeZone);
}

/** Returns each thing once, those that occur most often first. */
function mostFrequent<T extends { readonly id: number | string }>(things: readonly T[]): readonly T[] {
  const byId = [...Map.groupBy(things, ({ id }) => id).values()].sort((one, other) => other.length - one.length);
  return byId.flatMap(([first]) => first ?? []);
}
