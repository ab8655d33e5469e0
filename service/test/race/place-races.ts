import type { Db } from "#src/platform/store/db.ts";
import type { OnSale } from "#test/buying.ts";
import { type RaceSetting, refusalOf, type ServiceClient, unexpected, untilAnswered } from "./race-setting.ts";

const EVENTS = 25;
const PLACES = 2;
const QUANTITIES = [1, 2];

type Entrant = { readonly quantity: number; readonly state: string };

/**
 * Lets many buyers reserve one or two tickets of 25 events with two places each, so that every event has a race for its
 * last places. Returns the violations, one line each.
 */
export async function raceForPlaces(setting: RaceSetting, buyers: number): Promise<readonly string[]> {
  const events = await Promise.all(Array.from({ length: EVENTS }, () => setting.putOnSale({ sections: [PLACES] })));
  const entered = await Promise.all(events.map((event) => enterAll(setting, event, buyers / EVENTS)));
  const results = await Promise.all(
    events.map(async ({ eventId }, at) => violationsOf(entered[at] ?? [], await placesOf(setting.db, eventId))),
  );
  return results.flat();
}

function enterAll(
  { client }: RaceSetting,
  { eventId, ticketTypeIds }: OnSale,
  buyers: number,
): Promise<readonly Entrant[]> {
  const entrants = Array.from({ length: buyers }, async (_, at) => {
    const quantity = QUANTITIES[at % QUANTITIES.length] ?? 1;
    const body = { event: eventId, tickets: [{ ticketType: ticketTypeIds[0], quantity }] };
    const answer = await untilAnswered(() => client.ask(at, "POST", "/reservation/", body));
    return { quantity, state: answer.body.successful ? "reserved" : refusalOf(answer) };
  });
  return Promise.all(entrants);
}

type Places = { readonly inSales: number; readonly taken: number };

function violationsOf(entrants: readonly Entrant[], { inSales, taken }: Places): readonly string[] {
  const reserved = entrants.filter(({ state }) => state === "reserved");
  const promised = reserved.reduce((sum, { quantity }) => sum + quantity, 0);
  const free = PLACES - inSales;
  const fitting = entrants.filter(({ state, quantity }) => state !== "reserved" && quantity <= free).length;
  return [
    ...(inSales > PLACES ? [`oversold: ${inSales} of ${PLACES} places`] : []),
    ...(promised === inSales ? [] : [`${promised} places were promised, and ${inSales} are reserved`]),
    ...(taken === inSales ? [] : [`the counter says ${taken}, and ${inSales} are reserved`]),
    ...(fitting > 0 ? [`${fitting} buyers were refused while ${free} places stayed free`] : []),
    ...unexpected(
      "a buyer's state",
      entrants.map(({ state }) => state),
      ["reserved", "SOLD_OUT", "NOT_ENOUGH"],
    ),
  ];
}

/** Returns the places in the lines of live reservations, and the counter of the stock row. */
async function placesOf(db: Db, eventId: number): Promise<Places> {
  const [row] = await db.query<{ inSales: number; taken: number }>(
    `SELECT (SELECT coalesce(sum(quantity), 0)::integer FROM sale_line line
               JOIN sale ON sale.event_id = line.event_id AND sale.id = line.sale_id AND holds_stock
              WHERE line.event_id = $1) AS "inSales",
            (SELECT sum(taken)::integer FROM stock WHERE event_id = $1) AS taken`,
    [eventId],
  );
  if (row === undefined) throw new Error("The event has no stock row.");
  return row;
}

const MAXIMUM = 2;
const REQUESTS_PER_CART = 6;

/** Sends six concurrent requests for a ticket into each of many carts. Returns the violations, one line each. */
export async function raceForOrderLimit(setting: RaceSetting, carts: number): Promise<readonly string[]> {
  const requests = carts * REQUESTS_PER_CART;
  const { client } = setting;
  const { eventId, ticketTypeIds } = await setting.putOnSale({ sections: [requests], maximumPerOrder: MAXIMUM });
  const tickets = [{ ticketType: ticketTypeIds[0], quantity: 1 }];
  const keys = await Promise.all(
    Array.from({ length: carts }, async (_, at) => String((await client.ask(at, "GET", "/cart")).body.key)),
  );
  const states = await Promise.all(
    Array.from({ length: requests }, async (_, at) => {
      const body = { event: eventId, tickets, multiOrderKey: keys[Math.floor(at / REQUESTS_PER_CART)] };
      const answer = await untilAnswered(() => client.ask(at, "POST", "/reservation/", body));
      return answer.body.successful ? "reserved" : refusalOf(answer);
    }),
  );

  const reserved = await setting.db.query<{ quantity: number }>(
    `SELECT coalesce(sum(quantity), 0)::integer AS quantity FROM unnest($2::text[]) AS cart (key)
       LEFT JOIN sale ON sale.cart_key = cart.key AND sale.event_id = $1 AND holds_stock
       LEFT JOIN sale_line line ON line.event_id = sale.event_id AND line.sale_id = sale.id GROUP BY cart.key`,
    [eventId, keys],
  );
  const over = reserved.filter(({ quantity }) => quantity > MAXIMUM);
  const under = reserved.filter(({ quantity }) => quantity < MAXIMUM);
  return [
    ...(over.length > 0 ? [`over the order's limit: ${over.length} of ${carts} carts`] : []),
    ...(under.length > 0 ? [`${under.length} carts were refused tickets that they may hold`] : []),
    ...unexpected("a request's state", states, ["reserved", "OVER_LIMIT"]),
  ];
}

const LARGEST = 4;
/** Quantities that a reservation is changed to, all at the same time. */
const CHANGES = [LARGEST, 2, 3, LARGEST, 1, 3];

/**
 * Changes one reservation in each of many carts six times at the same time, by reservations that replace it, while a ticket of it is
 * given back. Returns the violations, one line each.
 */
export async function raceToChange(setting: RaceSetting, carts: number): Promise<readonly string[]> {
  const { client, db } = setting;
  const event = await setting.putOnSale({ sections: [carts * 50], maximumPerOrder: 50 });
  const [ticketType = 0] = event.ticketTypeIds;
  const begun = await Promise.all(Array.from({ length: carts }, (_, at) => reserve(client, event, at, 2)));
  const states = await Promise.all(
    begun.flatMap(({ body: { key, multiSaleKey } }) => [
      ...CHANGES.map(async (quantity, at) => {
        const more = { multiOrderKey: multiSaleKey, replaces: [key] };
        const body = { event: event.eventId, tickets: [{ ticketType, quantity }], ...more };
        const answer = await untilAnswered(() => client.ask(at, "POST", "/reservation/", body));
        return answer.body.successful ? "reserved" : refusalOf(answer);
      }),
      ...[0, 1].map(async (at) => {
        const body = { tickets: [{ ticketType, quantity: 1 }] };
        const answer = await untilAnswered(() => client.ask(at, "PUT", `/reservation/${key}/tickets`, body));
        return answer.body.successful ? "reserved" : refusalOf(answer);
      }),
    ]),
  );
  const held = await db.query<{ quantity: number }>(
    `SELECT sum(line.quantity)::integer AS quantity FROM sale
       JOIN sale_line line ON line.event_id = sale.event_id AND line.sale_id = sale.id
      WHERE sale.event_id = $1 AND status = 'RESERVED' GROUP BY cart_key`,
    [event.eventId],
  );
  const over = held.filter(({ quantity }) => quantity > LARGEST);
  const { inSales, taken } = await placesOf(db, event.eventId);
  return [
    ...(over.length > 0 ? [`held more than the largest change: ${over.length} of ${carts} carts`] : []),
    ...(held.length === carts ? [] : [`${carts - held.length} carts hold nothing`]),
    ...(taken === inSales ? [] : [`the counter says ${taken}, and ${inSales} are reserved`]),
    ...unexpected("a change's state", states, ["reserved", "HOLD_ENDED", "status 404"]),
  ];
}

const WAITED_EVENTS = 10;
const WAITED_PLACES = 2;

/**
 * Of ten sold-out events with an entry for both places, the reservation is released while many buyers reserve at both
 * processes. Returns the violations, one line each.
 */
export async function raceForReturnedPlaces(setting: RaceSetting, buyers: number): Promise<readonly string[]> {
  const events = await Promise.all(
    Array.from({ length: WAITED_EVENTS }, () => setting.putOnSale({ sections: [WAITED_PLACES] })),
  );
  const results = await Promise.all(events.map((event) => raceOne(setting, event, buyers / WAITED_EVENTS)));
  return results.flat();
}

async function raceOne({ db, client }: RaceSetting, event: OnSale, buyers: number): Promise<readonly string[]> {
  // Both places come back at once: one of them alone would fit no entry, and be for everyone.
  const held = String((await reserve(client, event, 0, WAITED_PLACES)).body.key);
  const buy = () => Promise.all(Array.from({ length: buyers }, (_, at) => reserve(client, event, at, 1)));
  // The list begins while buyers already reserve, so that terms are read before it and places are taken after it.
  const [entered, answers] = await Promise.all([enterAndRelease(client, db, event, held), buy()]);
  const more = await buy();
  const states = [...answers, ...more].map((answer) => (answer.body.successful ? "reserved" : refusalOf(answer)));
  const overtaken = states.filter((state) => state === "reserved").length;
  const [row] = await db.query<{ state: string; taken: number }>(
    `SELECT entry.state, stock.taken FROM waiting_list_entry entry JOIN stock ON stock.event_id = entry.event_id
      WHERE entry.key = $1`,
    [entered],
  );
  return [
    ...(overtaken > 0 ? [`overtaken: ${overtaken} buyers reserved before the entry that waits`] : []),
    ...(row?.state === "OFFERED" ? [] : [`the entry is ${row?.state}`]),
    ...(row?.taken === WAITED_PLACES ? [] : [`the counter says ${row?.taken}`]),
    ...unexpected("a buyer's state", states, ["reserved", "SOLD_OUT", "NOT_ENOUGH"]),
  ];
}

function reserve(client: ServiceClient, { eventId, ticketTypeIds }: OnSale, at: number, quantity: number) {
  const body = { event: eventId, tickets: [{ ticketType: ticketTypeIds[0], quantity }] };
  return untilAnswered(() => client.ask(at, "POST", "/reservation/", body));
}

async function enterAndRelease(client: ServiceClient, db: Db, event: OnSale, held: string): Promise<string> {
  const entry = `W${String(event.eventId).padStart(9, "0")}`;
  await db.query(
    `INSERT INTO waiting_list_entry (event_id, key, account_id, email, language, quantity)
     VALUES ($1, $2, $3, 'ada@example.com', 'en', $4)`,
    [event.eventId, entry, event.caller.account.id, WAITED_PLACES],
  );
  await untilAnswered(() => client.ask(0, "POST", `/waitingList/${entry}/confirm`, {}));
  const { status } = await untilAnswered(() => client.ask(1, "DELETE", `/reservation/${held}`));
  if (status !== 200) throw new Error(`The reservation was not released (${status}).`);
  return entry;
}
