import type { Client } from "./client.ts";
import {
  type Answer,
  expectShape,
  expectStatus,
  fieldOf,
  idOf,
  idsOf,
  list,
  NotApplicable,
  numberOf,
  once,
  prepared,
} from "./expect.ts";

/** How much of a catalogue is read to find a ticket on sale. */
const EVENTS_MAX = 20;
const DATES_MAX = 4;
const TICKET_TYPES_MAX = 8;
const TICKETS_MAX = 20;
const NOT_ON_SALE = ["NOT_ON_SALE", "SOLD_OUT", "CLOSED", "CANCELLED"];
const PLACES_MIN = 4;

/** A ticket type on sale with its date and event, as the service answered them. */
export type OnSale = {
  readonly eventId: number;
  readonly eventDateId: number;
  readonly ticketTypeId: number;
  readonly event: Answer;
  readonly eventDate: Answer;
  readonly ticketType: Answer;
};

export type Chosen = { readonly account?: number | undefined; readonly event?: number | undefined };

/** Reads what the account has, each part once. */
export function createCatalogue({ get }: Pick<Client, "get">, chosen: Chosen) {
  const login = once(() => get("/user/login"));

  const accountId = once(async (): Promise<number> => {
    const own = chosen.account ?? idOf(fieldOf((await login()).body, "account"));
    if (own === undefined) throw new NotApplicable("the account is not known: name it with --account");
    return own;
  });

  const ofAccount = (path = "") => once(async () => get(`/account/${await accountId()}${path}`));
  const events = ofAccount("/events");
  const summaries = ofAccount("/eventSummaries");

  /** Returns the first ticket type on sale, or the first of all. */
  const onSale = once(() =>
    prepared(async (): Promise<OnSale> => {
      let first: OnSale | undefined;
      const ids = chosen.event === undefined ? idsOf((await events()).body) : [chosen.event];
      for (const eventId of ids.slice(0, EVENTS_MAX)) {
        for await (const found of ticketsOf(eventId)) {
          if (isOnSale(found)) return found;
          first ??= found;
        }
      }
      if (first === undefined) throw new NotApplicable("the account has no event with a ticket type");
      return first;
    }),
  );

  async function* ticketsOf(eventId: number): AsyncGenerator<OnSale> {
    const event = await get(`/event/${eventId}`);
    expectStatus(event, 200);
    for (const eventDateId of idsOf(fieldOf(event.body, "eventDates")).slice(0, DATES_MAX)) {
      const eventDate = await get(`/eventDate/${eventDateId}`);
      expectStatus(eventDate, 200);
      for (const ticketTypeId of idsOf(fieldOf(eventDate.body, "ticketTypes")).slice(0, TICKET_TYPES_MAX)) {
        const ticketType = await get(`/ticketType/${ticketTypeId}`);
        if (ticketType.status === 200) yield { eventId, eventDateId, ticketTypeId, event, eventDate, ticketType };
      }
    }
  }

  /** Returns the first of an event's questions, to the buyer or to guests. */
  const question = once(async () => {
    const ids = idsOf((await events()).body).slice(0, EVENTS_MAX);
    for (const id of chosen.event === undefined ? ids : [chosen.event]) {
      const answer = await get(`/event/${id}/detailed`);
      const [value] = ["fields", "guestFields"].flatMap(
        (name) => list.safeParse(fieldOf(answer.body, name)).data ?? [],
      );
      if (value !== undefined) return { answer, value };
    }
    throw new NotApplicable("no event has questions");
  });

  /** Returns the tickets on sale of the first events: enough for a check that needs two. */
  const tickets = once(() =>
    prepared(async (): Promise<readonly OnSale[]> => {
      const found: OnSale[] = [];
      const ids = idsOf((await events()).body).slice(0, EVENTS_MAX);
      for (const eventId of ids) {
        if (found.length >= TICKETS_MAX) break;
        for await (const ticket of ticketsOf(eventId)) if (isOnSale(ticket)) found.push(ticket);
      }
      return found;
    }),
  );

  return {
    login,
    question,
    tickets,
    accountId,
    account: ofAccount(),
    events,
    eventGroups: ofAccount("/eventgroups"),
    summaries,
    onSale,
    detailed: once(async () => get(`/event/${(await onSale()).eventId}/detailed`)),
    offering: once(async () => get(`/offering/${(await onSale()).eventId}/PUBLIC`)),
    /** Returns the first summary. Throws NotApplicable when there is none. */
    summary: (): Promise<{ readonly answer: Answer; readonly value: unknown }> =>
      prepared(async () => {
        const answer = await summaries();
        const [value] = expectShape(answer, list, answer.body);
        if (value === undefined) throw new NotApplicable("the account has no event");
        return { answer, value };
      }),
  };
}

export type Catalogue = ReturnType<typeof createCatalogue>;

function isOnSale({ event, eventDate, ticketType }: OnSale): boolean {
  const isOpen = [event, eventDate, ticketType].every(
    ({ body }) => !NOT_ON_SALE.includes(String(fieldOf(body, "saleStatus"))),
  );
  const left = fieldOf(ticketType.body, "available");
  const minimum = numberOf(fieldOf(ticketType.body, "minimumPerOrder")) ?? 1;
  return (
    isOpen &&
    fieldOf(ticketType.body, "codeRequired") !== true &&
    (typeof left !== "number" || left >= PLACES_MIN) &&
    minimum <= 1 &&
    (numberOf(fieldOf(ticketType.body, "price")) ?? 0) > 0
  );
}
