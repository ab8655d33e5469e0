import { z } from "zod";
import type { AdditionalField } from "#src/catalogue/domain/additional-field.ts";
import {
  type Event,
  type EventDate,
  presalePrice,
  priceRange,
  type VisibleFigures,
} from "#src/catalogue/domain/event.ts";
import { SALE_STATUSES } from "#src/catalogue/domain/sale-status.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { formatInstant, isShownTwice, offsetText } from "#src/platform/domain/venue-time.ts";
import { because } from "#src/platform/http/error-rows.ts";
import { line } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { currency, id, idText, type Ref, ref, toCurrency, toRef } from "#src/platform/http/shapes.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import {
  additionalField,
  additionalFieldWithTickets,
  toAdditionalField,
  toAdditionalFieldWithTickets,
} from "./additional-fields.ts";
import { placedVenue, refundPolicy, toPlacedVenue } from "./ticket-shapes.ts";

export const saleStatus = z.enum(SALE_STATUSES);

const introduced = {
  id,
  name: z.string(),
  description: z.string(),
  heroImageUrl: z.string().nullable(),
  heroImageAlt: z.string().nullable(),
};
const priced = {
  lowPrice: currency.nullable(),
  highPrice: currency.nullable(),
  /** The lowest price with a code, while nothing is on sale to everybody. */
  presalePrice: currency.nullable(),
};
/** Whether the shop lets buyers in by turns before they reserve. */
const waitingRoom = z.boolean();
const run = {
  firstDate: z.string().nullable(),
  /** The end of the first date, if the organiser set one. */
  firstDateEnd: z.string().nullable(),
  /** The start of the last date. */
  lastDate: z.string().nullable(),
  /** The latest end that the organiser set, unless a date without an end starts later. */
  lastDateEnd: z.string().nullable(),
};

export const eventSummary = named(
  "EventSummary",
  z.object({
    ...introduced,
    iwtLandingPageUrl: z.string().nullable(),
    promoterLandingPageUrl: z.string().nullable(),
    ...priced,
    ...run,
    saleStatus,
    waitingRoom,
    venue: placedVenue,
    tags: z.array(z.string()),
    eventGroups: z.array(ref),
  }),
);

const texts = z.object({
  abstract: z.string(),
  htmlDescription: z.string(),
  externalTermsUrl: z.string().nullable(),
  /** Whether a lock is refused unless it accepts them. */
  termsRequired: z.boolean(),
});

export const eventInFull = named(
  "Event",
  z.object({
    ...introduced,
    version: z.int(),
    landingPageUrl: z.string().nullable(),
    brandingLandingPageUrl: z.string().nullable(),
    ...priced,
    account: ref,
    venue: placedVenue,
    venueConfiguration: ref,
    eventDates: z.array(ref),
    saleStatus,
    waitingRoom,
    ...run,
    tags: z.array(z.string()),
    qrType: z.enum(["A", "B"]),
    published: z.boolean(),
    cancelled: z.boolean(),
    currency: z.string().length(3),
    eventGroups: z.array(ref),
    ageLimit: z.string().nullable(),
    /** Null: buyers cannot return tickets by themselves. */
    refundPolicy: refundPolicy.nullable(),
    /** For users who manage, as what a change of the event takes. */
    ...texts.partial().shape,
    /** For users who manage. */
    followUpEmail: z.string().nullable().optional(),
  }),
);

export const eventDetailed = named(
  "EventDetailed",
  eventInFull.extend({
    fields: z.array(additionalField),
    guestFields: z.array(additionalFieldWithTickets),
    region: z.string(),
    ...texts.shape,
  }),
);

export function toEventSummary(event: Event): z.input<typeof eventSummary> {
  return { ...toCommon(event), iwtLandingPageUrl: null, promoterLandingPageUrl: event.landingPageUrl ?? null };
}

export function toEvent(event: Event, caller: Caller): z.input<typeof eventInFull> {
  return {
    ...toCommon(event),
    version: event.version,
    landingPageUrl: event.landingPageUrl ?? null,
    brandingLandingPageUrl: null,
    account: toRef("account", event.account),
    venueConfiguration: toRef("venueConfiguration", event.venueConfiguration),
    eventDates: event.dates.map((date) => eventDateRef(event, date)),
    qrType: event.qrType,
    published: event.published,
    cancelled: event.cancelled,
    currency: event.currency,
    ageLimit: event.ageLimit ?? null,
    refundPolicy: event.refundPolicy ?? null,
    ...(caller.capabilities.has("MANAGE") && { ...toTexts(event), followUpEmail: event.followUpEmail ?? null }),
  };
}

function toTexts(event: Event): z.input<typeof texts> {
  return {
    abstract: event.abstractText,
    htmlDescription: event.htmlDescription,
    externalTermsUrl: event.externalTermsUrl ?? null,
    termsRequired: event.termsRequired,
  };
}

/** Returns what every shape of an event has. */
function toCommon(event: Event) {
  const range = priceRange(event);
  const presale = presalePrice(event);
  return {
    id: event.id,
    name: event.name,
    description: event.description,
    heroImageUrl: event.heroImageUrl ?? null,
    heroImageAlt: event.heroImageAlt ?? null,
    lowPrice: range ? toCurrency(range.low) : null,
    highPrice: range ? toCurrency(range.high) : null,
    presalePrice: presale ? toCurrency(presale) : null,
    ...runOf(event),
    saleStatus: event.saleStatus,
    waitingRoom: event.waitingRoom,
    venue: toPlacedVenue(event.venue),
    tags: [...event.tags],
    eventGroups: event.groups.map((group) => toRef("eventGroup", group)),
  };
}

export function toEventDetailed(
  event: Event,
  questions: readonly AdditionalField[],
  caller: Caller,
): z.input<typeof eventDetailed> {
  const seen = new Set(event.dates.flatMap(({ ticketTypes }) => ticketTypes.map((type) => type.id)));
  return {
    ...toEvent(event, caller),
    ...toTexts(event),
    fields: questions.filter(({ askedOf }) => askedOf === "BUYER").map((field) => toAdditionalField(field, questions)),
    guestFields: questions
      .filter(({ askedOf }) => askedOf === "GUEST")
      .map((field) => toAdditionalFieldWithTickets(field, questions, seen)),
    region: event.venue.address.state ?? event.venue.address.city ?? "",
  };
}

/** The fields of a date in every shape. */
export const dateShown = {
  id,
  name: z.string(),
  event: ref,
  startDate: z.string(),
  endDate: z.string().nullable(),
  doors: z.string().nullable(),
  label: z.string().nullable(),
  group: z.string().nullable(),
  saleStatus,
};

export function toDateShown(event: Event, date: EventDate) {
  const { timeZone } = event.venue;
  return {
    id: date.id,
    name: eventDateName(event, date),
    event: toRef("event", event),
    startDate: formatInstant(date.startsAt, timeZone),
    endDate: date.hasSetEnd ? formatInstant(date.endsAt, timeZone) : null,
    doors: date.doorsAt ? formatInstant(date.doorsAt, timeZone) : null,
    label: date.label ?? null,
    group: date.dateGroup ?? null,
    saleStatus: date.saleStatus,
  };
}

export function eventDateRef(event: Event, date: EventDate): Ref {
  return toRef("eventDate", { id: date.id, name: eventDateName(event, date) });
}

/** Returns the organiser's label of the date, or its day and time; with the UTC offset where the clocks show it twice. */
export function eventDateName({ venue }: Event, { label, startsAt }: EventDate): string {
  if (label !== undefined) return label;
  const name = startOf(venue.timeZone).format(startsAt);
  return isShownTwice(startsAt, venue.timeZone) ? `${name} ${offsetText(startsAt, venue.timeZone)}` : name;
}

/** A cache: creating a formatter takes longer than a hundred uses of it. */
const starts = new Map<string, Intl.DateTimeFormat>();

function startOf(timeZone: string): Intl.DateTimeFormat {
  const known = starts.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-NZ", {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
  });
  starts.set(timeZone, made);
  return made;
}

/** Returns the first and last start of the dates ahead with their ends, or of all dates when none is ahead. */
function runOf({ dates, venue }: Event) {
  const ahead = dates.filter(({ isOver, cancelled }) => !isOver && !cancelled);
  const listed = (ahead.length > 0 ? ahead : dates).toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  const [first, last] = [listed[0], listed.at(-1)];
  const latest =
    last &&
    listed
      .filter(({ hasSetEnd }) => hasSetEnd)
      .toSorted(byEnd)
      .at(-1);
  const text = (instant: Date | undefined) => (instant ? formatInstant(instant, venue.timeZone) : null);
  return {
    firstDate: text(first?.startsAt),
    firstDateEnd: text(first?.hasSetEnd ? first.endsAt : undefined),
    lastDate: text(last?.startsAt),
    lastDateEnd: text(latest && latest.endsAt > last.startsAt ? latest.endsAt : undefined),
  };
}

function byEnd(one: EventDate, other: EventDate): number {
  return one.endsAt.getTime() - other.endsAt.getTime();
}

const day = z.iso.date().refine((text) => text >= "2000-01-01" && text <= "2199-12-31", {
  error: "a day from 2000 to 2199",
  params: because("year_out_of_range"),
});

/** The filters of lists of events and dates. */
export const filters = {
  from: day.optional(),
  to: day.optional(),
  venue: idText.optional(),
  town: line(100).optional(),
  tag: line(60).optional(),
  dateGroup: line(200).optional(),
  eventGroup: idText.optional(),
};

/** Returns the summed figures of some of an event's ticket types that the caller may see. */
export type GetFigures = (
  runtime: Runtime,
  caller: Caller,
  event: Event,
  ticketTypeIds: readonly number[],
) => Promise<VisibleFigures>;
