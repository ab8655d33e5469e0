import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReservationRefusal } from "#lib/domain/reservation/reservation.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";
import { createReservation, getReservation, releaseReservation } from "#lib/ticketing/reservations.ts";
import { putOnSale, wanted } from "#test/contract/put-on-sale.ts";

async function left(eventId: number): Promise<number | undefined> {
  const [item] = (await getOffering(eventId))?.groups[0]?.pages[0]?.items ?? [];
  return item?.kind === "TICKET" ? item.ticketType.available : undefined;
}

test("creates a reservation, reads it back and releases its places", async () => {
  const onSale = await putOnSale("Reserved", [{ name: "Adult" }]);
  const outcome = await createReservation(onSale.eventId, wanted(onSale, 3));
  assert.ok(outcome.ok);
  const { key, cartId, lines, total, secondsLeft = 0, status } = outcome.reservation;
  assert.match(key, /^[A-Z0-9]{10}$/);
  assert.match(cartId, /^[A-Z0-9]{10}$/);
  assert.equal(status, "RESERVED");
  assert.deepEqual(total, { minor: 14250, currency: "NZD" });
  assert.deepEqual(
    lines.map(({ name, quantity, total }) => [name, quantity, total.minor]),
    [["Adult", 3, 14250]],
  );
  assert.ok(secondsLeft > 0);
  assert.equal(await left(onSale.eventId), 17);

  const again = await getReservation(key);
  assert.deepEqual([again?.cartId, again?.eventId, again?.eventName], [cartId, onSale.eventId, "Reserved"]);
  await releaseReservation(key);
  assert.equal(await getReservation(key), undefined);
  assert.equal(await left(onSale.eventId), 20);
  await releaseReservation(key);
});

test("replaces a reservation of the cart, up to the limit per order", async () => {
  const onSale = await putOnSale("Changed", [{ name: "Adult", maximumPerOrder: 3 }], { capacity: 3 });
  const first = await createReservation(onSale.eventId, wanted(onSale, 2));
  assert.ok(first.ok);
  const { cartId, key } = first.reservation;
  const both = await createReservation(onSale.eventId, wanted(onSale, 2), { cartId });
  assert.deepEqual([both.ok, !both.ok && both.refusal, !both.ok && both.shortages[0]?.left], [false, "over_limit", 1]);
  const changed = await createReservation(onSale.eventId, wanted(onSale, 3), { cartId, replaces: [key] });
  assert.ok(changed.ok);
  assert.equal(await getReservation(key), undefined);
  assert.equal(await left(onSale.eventId), 0);
});

test("refuses more than is left, and names the ticket type and the number left", async () => {
  const onSale = await putOnSale("Nearly Sold Out", [{ name: "Adult" }], { capacity: 2 });
  const [ticketTypeId = 0] = onSale.ticketTypeIds;
  assert.deepEqual(await createReservation(onSale.eventId, wanted(onSale, 3)), {
    ok: false,
    refusal: "not_enough",
    shortages: [{ ticketTypeId, refusal: "not_enough", left: 2 }],
  });
  assert.ok((await createReservation(onSale.eventId, wanted(onSale, 2))).ok);
  const none = await createReservation(onSale.eventId, wanted(onSale, 1));
  assert.deepEqual(
    [none.ok, !none.ok && none.refusal, !none.ok && none.shortages[0]?.ticketTypeId],
    [false, "sold_out", ticketTypeId],
  );
});

const SOON = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
const PAST = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString();

const REFUSED: readonly (readonly [refusal: ReservationRefusal, limits: object, quantity: number])[] = [
  ["over_limit", { maximumPerOrder: 4 }, 5],
  ["under_minimum", { minimumPerOrder: 2 }, 1],
  ["not_on_sale", { onSaleFrom: SOON }, 1],
  ["closed", { onSaleTo: PAST }, 1],
  ["code_required", { codeRequired: true }, 1],
];

for (const [refusal, limits, quantity] of REFUSED) {
  test(`refuses with ${refusal}`, async () => {
    const onSale = await putOnSale(`Refused ${refusal}`, [{ name: "Adult", ...limits }]);
    const outcome = await createReservation(onSale.eventId, wanted(onSale, quantity));
    assert.deepEqual([outcome.ok, !outcome.ok && outcome.refusal], [false, refusal]);
  });
}

test("refuses unknown events and ticket types, and returns undefined for an unknown key", async () => {
  const onSale = await putOnSale("Strangers", [{ name: "Adult" }]);
  const foreign = await createReservation(onSale.eventId, [{ ticketTypeId: 900_000_000_000, quantity: 1 }]);
  assert.deepEqual([foreign.ok, !foreign.ok && foreign.refusal], [false, "no_longer_on_sale"]);
  const nowhere = await createReservation(900_000_000_000, wanted(onSale, 1));
  assert.deepEqual([nowhere.ok, !nowhere.ok && nowhere.refusal], [false, "no_longer_on_sale"]);
  assert.equal(await getReservation("ZZZZZZZZZ9"), undefined);
  assert.equal(await getReservation("../account/1"), undefined);
  await releaseReservation("ZZZZZZZZZ9");
});
