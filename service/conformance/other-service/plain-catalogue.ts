import { type Answer, BASE_PATH, bare, NO_SUCH_CALL, ok, time } from "./answers.ts";
import { ACCOUNT_ID } from "./catalogue-calls.ts";
import { type Catalogue, type Event, type EventDate, placesLeft, type Question, type TicketType } from "./season.ts";
import type { Route } from "./server.ts";

/** A service's own words for what may be bought. The interface names none. */
const WORDS = { open: "SELLING", full: "ALLOCATED" };
/** Questions that the interface has a name for, and which a service may list among an event's. */
const STANDARD = ["FIRST_NAME", "LAST_NAME", "EMAIL"];

/**
 * The calls that read the catalogue, with the fields of the public reference alone: a summary says neither id, venue, date nor
 * state, and an event is offered by its dates and ticket types.
 */
export function plainCatalogueCalls({ events, dates, ticketTypes, venues }: Catalogue): readonly Route[] {
  const ofAccount = (answer: () => unknown) => (_call: unknown, id?: string) =>
    id === String(ACCOUNT_ID) ? ok(answer()) : NO_SUCH_CALL;
  const refs = () => ({ refs: [...events.values()].map(({ id, name }) => plainRef(id, name)) });
  return [
    ["GET /user/login", () => ok(LOGIN)],
    ["GET /user/:id", () => ok({ firstName: "Shop", lastName: "Plain", email: LOGIN.email, mobilePhone: null })],
    ["GET /account/:id", ofAccount(() => ({ name: "Plain Tickets", shortName: "plain" }))],
    ["GET /account/:id/events", ofAccount(refs)],
    ["GET /account/:id/allevents", ofAccount(refs)],
    ["GET /account/:id/eventgroups", ofAccount(() => ({ refs: [] }))],
    ["GET /account/:id/venues", ofAccount(() => ({ refs: venues.map(({ id, name }) => plainRef(id, name)) }))],
    ["GET /account/:id/eventSummaries", ofAccount(() => [...events.values()].reverse().map(summaryOf))],
    ["GET /event/:id", (_call, id) => found(events.get(Number(id)), eventOf)],
    ["GET /event/:id/detailed", (_call, id) => found(events.get(Number(id)), detailedOf)],
    ["GET /eventDate/:id", (_call, id) => found(dates.get(Number(id)), dateOf)],
    ["GET /ticketType/:id", (_call, id) => found(ticketTypes.get(Number(id)), typeOf)],
    ["GET /offering/:id/PUBLIC", (_call, id) => found(offered(events.get(Number(id))), offeringOf)],
  ];
}

const LOGIN = {
  name: "Plain Shop",
  email: "shop@plain.example",
  sellCapabilities: [{ offering: "PUBLIC" }],
  scanCapabilities: [],
};

function found<T>(thing: T | undefined, write: (thing: T) => unknown): Answer {
  return thing === undefined ? NO_SUCH_CALL : ok(write(thing));
}

/** A reference by id and name, without a link. */
export function plainRef(id: number, name: string) {
  return { id, name };
}

export function linkOf(resource: string, id: number | string): string {
  return `${BASE_PATH}/${resource}/${id}`;
}

/** A time as the reference prints it: `2026-12-04T19:30:00:000+13:00`. */
export function plainTime(at: Date): string {
  return time(at).replace(/(\d\d)$/, ":$1");
}

function summaryOf(event: Event) {
  return {
    name: event.name,
    description: event.description,
    heroImageUrl: null,
    iwtLandingPageUrl: `https://tickets.plain.example/${pathOf(event)}`,
    promoterLandingPageUrl: null,
    lowPrice: pricesOf(event)?.low ?? null,
  };
}

function eventOf(event: Event) {
  const [first, last] = [event.dates[0], event.dates.at(-1)];
  const isOpen = event.dates.some(({ ticketTypes }) => ticketTypes.some((type) => placesLeft(type) > 0));
  return {
    name: event.name,
    description: event.description,
    heroImageUrl: null,
    landingPageUrl: `https://tickets.plain.example/${pathOf(event)}`,
    brandingLandingPageUrl: null,
    lowPrice: pricesOf(event)?.low ?? null,
    highPrice: pricesOf(event)?.high ?? null,
    account: plainRef(ACCOUNT_ID, "Plain Tickets"),
    venue: plainRef(event.venue.id, event.venue.name),
    eventDates: event.dates.map(({ id }) => plainRef(id, event.name)),
    saleStatus: isOpen ? WORDS.open : WORDS.full,
    firstDate: first ? plainTime(first.startsAt) : null,
    lastDate: last ? plainTime(last.startsAt) : null,
  };
}

function detailedOf(event: Event) {
  const standard = STANDARD.map((name, index) => ({
    ...fieldOf({ name, label: name.replace("_", " ").toLowerCase(), inputType: "TEXT" }, index),
    fieldType: name,
  }));
  const own = event.questions.map((question, at) => fieldOf(question, standard.length + at));
  return {
    ...eventOf(event),
    fields: own.length > 0 ? [...standard, ...own] : [],
    guestFields: [],
    abstract: null,
    region: "Hawke's Bay",
    htmlDescription: null,
    externalTermsUrl: null,
  };
}

/** A question as the reference has it: whether it must be answered is not said, and only a refusal tells. */
function fieldOf({ name, label, inputType, values = [] }: Omit<Question, "required">, index: number) {
  return { name, adminName: label, fieldType: "CUSTOM", label, inputType, index, child: null, values, metadata: null };
}

function dateOf(date: EventDate) {
  const sum = (of: (type: TicketType) => number) => date.ticketTypes.reduce((total, type) => total + of(type), 0);
  return {
    event: plainRef(date.event.id, date.event.name),
    startDate: plainTime(date.startsAt),
    ticketTypes: date.ticketTypes.map(({ id, name }) => plainRef(id, name)),
    ticketsAvailable: sum(placesLeft),
    ticketsSold: sum(({ taken }) => taken),
    ticketsAdmitted: 0,
    revenue: null,
  };
}

function typeOf(type: TicketType) {
  const { date, places, taken } = type;
  return {
    name: type.name,
    prefix: null,
    eventDate: plainRef(date.id, date.event.name),
    venueSection: sectionOf(date.event),
    maximumAllocation: places,
    saleStatus: wordOf(type),
    price: bare(type.price),
    fee: bare(type.fee),
    ticketsSold: taken,
    revenue: null,
    average: null,
    tags: [],
    maximumScans: 1,
    scanBarcode: null,
    sortIdx: date.ticketTypes.indexOf(type),
    oncePerDay: false,
    geolocationRule: null,
  };
}

const sectionOf = ({ venue }: Event) => plainRef(venue.id * 10, `${venue.name}, floor`);

const offered = (event: Event | undefined) => (event?.hasOffering ? event : undefined);

/** Groups, pages and tickets, as the reference has them, by names of the service's own. */
function offeringOf(event: Event) {
  return {
    name: event.name,
    groups: event.dates.map((date, sortIdx) => ({
      title: plainTime(date.startsAt),
      sortIdx,
      pages: [{ title: "Tickets", sortIdx: 0, tickets: date.ticketTypes.map(offerOf) }],
    })),
  };
}

function offerOf(type: TicketType, sortIdx: number) {
  return { ticketType: plainRef(type.id, type.name), sortIdx, cost: bare(type.price + type.fee), word: wordOf(type) };
}

const wordOf = (type: TicketType): string => (placesLeft(type) > 0 ? WORDS.open : WORDS.full);

const pathOf = ({ name }: Event): string => name.toLowerCase().replaceAll(/\W+/g, "-");

/** Returns the lowest and highest price, both without the fee; `undefined` for an event without ticket types. */
function pricesOf({ dates }: Event) {
  const prices = dates.flatMap(({ ticketTypes }) => ticketTypes.map(({ price }) => price));
  return prices.length > 0 ? { low: bare(Math.min(...prices)), high: bare(Math.max(...prices)) } : undefined;
}
