import { z } from "zod";
import { presalePrice, priceRange } from "#src/catalogue/domain/event.ts";
import { type DateOfEvent, listEventDates } from "#src/catalogue/use-cases/event-dates.ts";
import { getFacets, listPublished } from "#src/catalogue/use-cases/event-lists.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { answer, declareCall } from "#src/platform/http/call.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import {
  currency,
  id,
  idParams,
  idText,
  numberText,
  paging,
  ref,
  toCurrency,
  toRef,
  totalHeader,
} from "#src/platform/http/shapes.ts";
import { dateShown, filters, toDateShown } from "./event-shapes.ts";
import { figuresOfRows, figuresShown, type ListFigures } from "./list-figures.ts";
import { placedVenue, toPlacedVenue } from "./ticket-shapes.ts";

// Lists over all events of an account: the calendar, the facets of the search, and the index for sitemaps.

const eventDate = named(
  "CalendarDate",
  z.object({
    ...dateShown,
    /** The lowest price of this date with fees, by the same rule as the event's. */
    lowPrice: currency.nullable(),
    /** The lowest price with a code, while nothing is on sale to everybody. */
    presalePrice: currency.nullable(),
    over: z.boolean(),
    venue: placedVenue,
    /** The number of dates of the list that begin on the same day. Those that began before `from` are counted together. */
    onDay: z.int(),
    /** This field and the next ones are those of the dates of one event. */
    version: z.int().optional(),
    ...figuresShown,
    /** For users with ORDERS. */
    admitted: z.int().optional(),
  }),
);

const facets = named(
  "Facets",
  z.object({
    venues: z.array(placedVenue.extend({ events: z.int() })),
    towns: z.array(z.object({ name: z.string(), events: z.int() })),
    tags: z.array(z.object({ name: z.string(), events: z.int() })),
    dateGroups: z.array(z.object({ name: z.string(), events: z.int() })),
    eventGroups: z.array(ref.extend({ events: z.int() })),
    months: z.array(z.object({ month: z.string(), dates: z.int() })),
  }),
);

const PAGE_SIZE = 200;
const INDEX_PAGE_SIZE = 1_000;

/** Returns the calls of the calendar. `readFigures` reads the numbers of tickets of one event's dates. */
export const calendarCalls = (readFigures: ListFigures) => [
  declareCall({
    method: "GET",
    path: "/account/{id}/eventDates",
    summary:
      "The dates of all published events on some days of the venue's time, or of one event, past ones included, by their start. X-Total-Count is the number on all pages",
    access: "ANY_USER",
    params: idParams,
    query: z.strictObject({ event: idText.optional(), ...filters, ...paging, perDay: numberText(200).optional() }),
    answer: z.array(eventDate),
    handle: async ({ runtime, caller, query }) => {
      const { event, venue: venueId, eventGroup: eventGroupId, page = 1, pageSize = PAGE_SIZE, ...rest } = query;
      const search = { eventId: event, venueId, eventGroupId, page, pageSize, ...rest };
      const { dates, total } = await listEventDates(runtime, caller, search);
      const rows = dates.map(toEventDate);
      if (event === undefined) return answer(rows, totalHeader(total));
      const figures = await figuresOfRows(runtime, caller, dates, readFigures);
      const versions = dates.map(({ date }) => date.version);
      return answer(
        rows.map((row, at) => ({ ...row, version: versions[at], ...figures[at] })),
        totalHeader(total),
      );
    },
  }),
  declareCall({
    method: "GET",
    path: "/account/{id}/facets",
    summary: "The filters of published events that are not over, with the number of events or dates of each",
    access: "ANY_USER",
    params: idParams,
    answer: facets,
    handle: async ({ runtime, caller }) => {
      const { venues, towns, tags, dateGroups, eventGroups, months } = await getFacets(runtime, caller);
      return answer({
        venues: venues.map(({ events, ...venue }) => ({ ...toPlacedVenue(venue), events })),
        eventGroups: eventGroups.map(({ events, ...group }) => ({ ...toRef("eventGroup", group), events })),
        towns: [...towns],
        tags: [...tags],
        dateGroups: [...dateGroups],
        months: [...months],
      });
    },
  }),
  declareCall({
    method: "GET",
    path: "/account/{id}/eventIndex",
    summary: "All published events, past ones included, with the time of their last change, for a sitemap",
    access: "ANY_USER",
    params: idParams,
    query: z.strictObject({ page: numberText(1_000_000).optional(), pageSize: numberText(1_000).optional() }),
    answer: z.object({ events: z.array(z.object({ id, modified: z.string() })) }),
    handle: async ({ runtime, caller, query: { page = 1, pageSize = INDEX_PAGE_SIZE } }) => {
      const { events, total } = await listPublished(runtime, caller, page, pageSize);
      const rows = events.map(({ id, modifiedAt }) => ({ id, modified: formatInstant(modifiedAt, "UTC") }));
      return answer({ events: rows }, totalHeader(total));
    },
  }),
];

function toEventDate({ event, date, onDay }: DateOfEvent): z.input<typeof eventDate> {
  const range = priceRange({ dates: [date] });
  const presale = presalePrice({ ...date, dates: [date] });
  return {
    ...toDateShown(event, date),
    lowPrice: range ? toCurrency(range.low) : null,
    presalePrice: presale ? toCurrency(presale) : null,
    over: date.isOver,
    venue: toPlacedVenue(event.venue),
    onDay,
  };
}
