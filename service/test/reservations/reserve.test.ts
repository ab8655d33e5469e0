import assert from "node:assert/strict";
import test from "node:test";
import { createReservation } from "#src/reservations/use-cases/reserve/create-reservation.ts";
import type { ReservationRequest } from "#src/reservations/use-cases/reserve/reservation-request.ts";
import { testDatabase } from "#test/cluster.ts";
import { addCaller, type OnSale, putOnSale } from "#test/on-sale.ts";
import { testWorld } from "#test/world.ts";

const { db, drop } = await testDatabase();
const world = testWorld(db);
test.after(drop);

const reserve = (
  { caller, eventId, ticketTypeIds }: OnSale,
  quantities: readonly number[],
  more: Partial<ReservationRequest> = {},
) =>
  createReservation(world, {
    caller,
    eventId,
    wanted: quantities.map((quantity, at) => ({ ticketTypeId: ticketTypeIds[at] ?? 0, quantity })),
    ...more,
  });

const taken = async ({ eventId }: OnSale) =>
  (await db.query<{ taken: number }>(`SELECT taken FROM stock WHERE event_id = $1 ORDER BY id`, [eventId])).map(
    (row) => row.taken,
  );

test("writes each reservation of a batch with its own lines, user, total and source", async () => {
  const tempest = await putOnSale(db, { sections: [500], types: [{}, {}] });
  const other = await addCaller(db, tempest.caller.account.id, ["PUBLIC"]);
  const requests = Array.from({ length: 60 }, (_, n) => ({
    quantities: n % 3 === 0 ? [1 + (n % 2), 2] : [1 + (n % 4)],
    more: { caller: n % 5 === 0 ? other : tempest.caller, source: n % 7 === 0 ? { host: "a;b" } : {} },
  }));
  const outcomes = await Promise.all(requests.map(({ quantities, more }) => reserve(tempest, quantities, more)));
  const written = await db.query<{ key: string }>(
    `SELECT key, user_id, total_minor, source, expires_at > created_at AS expires, cart_key <> key AS "hasCart",
            (SELECT json_agg(json_build_array(ticket_type_id, quantity, price_minor, fee_minor, ticket_type_name) ORDER BY ticket_type_id)
               FROM sale_line WHERE (event_id, sale_id) = (sale.event_id, sale.id)) AS lines
       FROM sale WHERE event_id = $1`,
    [tempest.eventId],
  );
  const expected = requests.map(({ quantities, more }, n) => ({
    key: outcomes[n]?.ok ? outcomes[n].reservation.key : "",
    user_id: more.caller.id,
    total_minor: 4750 * quantities.reduce((sum, quantity) => sum + quantity, 0),
    source: more.source,
    expires: true,
    hasCart: true,
    lines: quantities.map((quantity, at) => [tempest.ticketTypeIds[at], quantity, 4500, 250, `Type ${at + 1}`]),
  }));
  const byKey = (rows: readonly { key: string }[]) => rows.toSorted((one, two) => (one.key < two.key ? -1 : 1));
  assert.deepEqual(byKey(written), byKey(expected));
  const places = requests.flatMap(({ quantities }) => quantities).reduce((sum, quantity) => sum + quantity, 0);
  assert.deepEqual(await taken(tempest), [places]);
});

test("P29: takes no place when one ticket type of a reservation is not available", async () => {
  const tempest = await putOnSale(db, { sections: [10], types: [{ maximum: 2 }, {}] });
  const outcome = await reserve(tempest, [3, 4]);
  assert.deepEqual(outcome, {
    ok: false,
    refusal: "refused",
    rows: [
      {
        code: "NOT_ENOUGH",
        path: "tickets[0].quantity",
        ticketType: tempest.ticketTypeIds[0],
        ticketTypeName: "Type 1",
        left: 2,
      },
    ],
  });
  assert.deepEqual(await taken(tempest), [0, 0]);
});

test("P28: assigns places to concurrent requests in order of arrival, and refuses each of the others", async () => {
  const tempest = await putOnSale(db, { sections: [5] });
  const outcomes = await Promise.all([2, 2, 2, 1, 1].map((quantity) => reserve(tempest, [quantity])));
  assert.deepEqual(
    outcomes.map((outcome) => outcome.ok),
    [true, true, false, true, false],
  );
  assert.deepEqual(await taken(tempest), [5]);
});

test("answers 404 for another account's event or cart", async () => {
  const tempest = await putOnSale(db);
  const other = await putOnSale(db);
  const theirs = await reserve(tempest, [1], { caller: other.caller });
  assert.deepEqual(theirs, { ok: false, refusal: "no_such_event" });
  const mine = await reserve(tempest, [1]);
  assert.ok(mine.ok);
  const intruder = await reserve(other, [1], { cartKey: mine.reservation.cartKey });
  assert.deepEqual(intruder, { ok: false, refusal: "no_such_cart" });
  assert.ok((await reserve(tempest, [1], { cartKey: mine.reservation.cartKey })).ok);
});
