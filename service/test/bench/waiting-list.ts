import type { Db } from "#src/platform/store/db.ts";
import type { World } from "#src/platform/world.ts";
import { lockList } from "#src/reservations/store/waiting-list/event-stock.ts";
import { settleOffers } from "#src/reservations/use-cases/waiting-list/settle-offers.ts";
import { type OnSale, putOnSale } from "#test/on-sale.ts";

const DATES = 30;
const ENTRIES = 100;
/** More tickets than one order can have, so that free places fit no entry and each reservation plans the whole line. */
const QUANTITY = 50;

/** Creates an event of thirty dates with these places, whose first date has a ticket type with a maximum. */
export function manyDates(db: Db, places: number): Promise<OnSale> {
  const types = Array.from({ length: DATES }, (_, date) => ({ date, maximum: places }));
  return putOnSale(db, { sections: [places], dates: DATES, types });
}

/** Takes all places of an event. */
export async function sellOut(db: Db, { eventId }: OnSale): Promise<void> {
  await db.query(`UPDATE stock SET taken = capacity WHERE event_id = $1`, [eventId]);
}

/** Adds a hundred entries that wait for the first date of an event. */
export async function addWaitingList(world: World, { eventId, dateIds, caller }: OnSale): Promise<void> {
  await world.db.query(
    `INSERT INTO waiting_list_entry (event_id, key, account_id, event_date_id, email, language, quantity, state, position)
     SELECT $1::bigint, lpad(($1::bigint * 1000 + n)::text, 10, 'W'), $2, $3, 'waiting' || n || '@example.com', 'en', $4, 'WAITING',
            nextval('waiting_list_position')
       FROM generate_series(1, $5::integer) AS n`,
    [eventId, caller.account.id, dateIds[0], QUANTITY, ENTRIES],
  );
  await world.db.transaction(async (tx) => settleOffers(tx, world, await lockList(tx, eventId)));
}
