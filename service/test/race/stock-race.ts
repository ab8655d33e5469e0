import type { Db } from "#src/platform/store/db.ts";
import type { OnSale } from "#test/on-sale.ts";
import { type RaceSetting, refusalOf, unexpected, untilAnswered } from "./race-setting.ts";

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
