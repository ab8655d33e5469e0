import type { Db } from "#src/platform/store/db.ts";
import type { OnSale } from "#test/on-sale.ts";
import { type RaceSetting, refusalOf, type ServiceClient, unexpected, untilAnswered } from "./race-setting.ts";

const EVENTS = 10;
const PLACES = 2;

/**
 * Of ten sold-out events with an entry for both places, the reservation is released while many buyers reserve at both
 * processes. Returns the violations, one line each.
 */
export async function raceForReturnedPlaces(setting: RaceSetting, buyers: number): Promise<readonly string[]> {
  const events = await Promise.all(Array.from({ length: EVENTS }, () => setting.putOnSale({ sections: [PLACES] })));
  const results = await Promise.all(events.map((event) => raceOne(setting, event, buyers / EVENTS)));
  return results.flat();
}

async function raceOne({ db, client }: RaceSetting, event: OnSale, buyers: number): Promise<readonly string[]> {
  // Both places come back at once: one of them alone would fit no entry, and be for everyone.
  const held = String((await reserve(client, event, 0, PLACES)).body.key);
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
    ...(row?.taken === PLACES ? [] : [`the counter says ${row?.taken}`]),
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
    [event.eventId, entry, event.caller.account.id, PLACES],
  );
  await untilAnswered(() => client.ask(0, "POST", `/waitingList/${entry}/confirm`, {}));
  const { status } = await untilAnswered(() => client.ask(1, "DELETE", `/reservation/${held}`));
  if (status !== 200) throw new Error(`The reservation was not released (${status}).`);
  return entry;
}
