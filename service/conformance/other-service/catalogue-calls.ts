import { type Answer, bare, idText, linkTo, NO_SUCH_CALL, named, ok, text, time } from "./answers.ts";
import { type Catalogue, type Event, type EventDate, placesLeft, type TicketType, type Venue } from "./season.ts";
import type { Route } from "./server.ts";

export const ACCOUNT_ID = 7;

/** The calls that read the catalogue. Search, calendar, filters and groups of events do not exist here. */
export function catalogueCalls({ events, dates, ticketTypes, venues }: Catalogue): readonly Route[] {
  const ofAccount = (answer: () => unknown) => (_call: unknown, id?: string) =>
    id === String(ACCOUNT_ID) ? ok(answer()) : NO_SUCH_CALL;
  const refs = () => ({ refs: [...events.keys()].map((id) => linkTo("event", id)) });
  return [
    ["GET /user/login", () => ok(LOGIN)],
    ["GET /user/:id", () => ok({ lastName: "Other", firstName: "Shop", email: "shop@other.example" })],
    ["GET /account/:id", ofAccount(() => ({ shortName: "other", name: "Other Tickets" }))],
    ["GET /account/:id/events", ofAccount(refs)],
    ["GET /account/:id/allevents", ofAccount(refs)],
    ["GET /account/:id/eventgroups", ofAccount(() => ({ refs: [] }))],
    ["GET /account/:id/venues", ofAccount(() => ({ refs: venues.map(({ id }) => linkTo("venue", id)) }))],
    ["GET /account/:id/eventSummaries", ofAccount(() => [...events.values()].reverse().map(summaryOf))],
    ["GET /event/:id", (_call, id) => found(events.get(Number(id)), eventOf)],
    ["GET /event/:id/detailed", (_call, id) => found(events.get(Number(id)), detailedOf)],
    ["GET /eventDate/:id", (_call, id) => found(dates.get(Number(id)), dateOf)],
    ["GET /ticketType/:id", (_call, id) => found(ticketTypes.get(Number(id)), typeOf)],
    ["GET /offering/:id/PUBLIC", (_call, id) => found(events.get(Number(id)), offeringOf)],
  ];
}

const LOGIN = {
  sellCapabilities: ["PUBLIC"],
  scanCapabilities: [],
  email: "shop@other.example",
  name: "Other Shop",
};

function found<T>(thing: T | undefined, write: (thing: T) => unknown): Answer {
  return thing === undefined ? NO_SUCH_CALL : ok(write(thing));
}

/** A summary has what the interface names, an id, dates and a venue. There is no status, tag or highest price. */
function summaryOf(event: Event) {
  const [first, last] = [event.dates[0], event.dates.at(-1)];
  const low = lowestOf(event);
  return {
    iwtLandingPageUrl: `https://tickets.other.example/e/${event.id}`,
    promoterLandingPageUrl: null,
    ...(first && { firstDate: time(first.startsAt) }),
    ...(last && { lastDate: time(last.startsAt) }),
    lowPrice: low === undefined ? null : text(low),
    description: event.description,
    name: event.name,
    venue: venueOf(event.venue),
    popularity: 0.4,
    id: idText(event.id),
  };
}

function eventOf(event: Event) {
  return {
    ...summaryOf(event),
    account: linkTo("account", ACCOUNT_ID),
    eventDates: { refs: event.dates.map(({ id }) => linkTo("eventDate", id)) },
    saleStatus: event.dates.every((date) => statusOf(date) === "SOLD_OUT") ? "SOLD_OUT" : "ON_SALE",
  };
}

function detailedOf(event: Event) {
  return {
    region: "Hawke's Bay",
    htmlDescription: null,
    guestFields: [],
    fields: event.questions.map(({ name, label, inputType, values = [], required }, index) => ({
      index,
      inputType,
      values,
      label,
      fieldType: "CUSTOM",
      adminName: label,
      metadata: { required },
      name,
    })),
    ...eventOf(event),
  };
}

function dateOf(date: EventDate) {
  return {
    ticketsAvailable: date.ticketTypes.reduce((sum, type) => sum + placesLeft(type), 0),
    ticketTypes: { refs: date.ticketTypes.map(({ id }) => linkTo("ticketType", id)) },
    startDate: time(date.startsAt),
    event: linkTo("event", date.event.id),
    id: idText(date.id),
  };
}

function typeOf(type: TicketType) {
  return {
    tags: [],
    fee: text(type.fee),
    price: text(type.price),
    saleStatus: typeStatus(type),
    eventDate: linkTo("eventDate", type.date.id),
    venueSection: linkTo("venueSection", type.date.event.venue.id * 10),
    prefix: "",
    name: type.name,
    id: idText(type.id),
  };
}

/** One group for each date. No availability, minimum or maximum of an order is stated. */
function offeringOf(event: Event) {
  const amount = event.namesCurrency ? named : bare;
  return {
    groups: event.dates.map((date) => ({
      pages: [
        {
          items: date.ticketTypes.map((type, sortIdx) => ({
            sortIdx,
            saleStatus: typeStatus(type),
            fee: amount(type.fee),
            price: amount(type.price),
            venueSection: linkTo("venueSection", event.venue.id * 10),
            name: type.name,
            id: idText(type.id),
            kind: "TICKET",
          })),
          kind: "TICKETS",
        },
      ],
      saleStatus: statusOf(date),
      startDate: time(date.startsAt),
      eventDate: linkTo("eventDate", date.id),
    })),
    type: "PUBLIC",
    event: linkTo("event", event.id),
  };
}

function venueOf({ id, name, address }: Venue) {
  return { address, name, id: idText(id) };
}

function statusOf({ ticketTypes }: EventDate): string {
  return ticketTypes.every((type) => typeStatus(type) === "SOLD_OUT") ? "SOLD_OUT" : "ON_SALE";
}

function typeStatus(type: TicketType): string {
  return placesLeft(type) > 0 ? "ON_SALE" : "SOLD_OUT";
}

/** Returns the lowest price with its fee, in cents. */
function lowestOf({ dates }: Event): number | undefined {
  const prices = dates.flatMap(({ ticketTypes }) => ticketTypes.map(({ price, fee }) => price + fee));
  return prices.length > 0 ? Math.min(...prices) : undefined;
}
