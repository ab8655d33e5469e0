import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { CARDS, card, lockTickets, putOnSale, send, watchLedger } from "#e2e/system/contract/put-on-sale.ts";
import { payCart } from "#lib/ticketing/carts.ts";
import { chooseForDate } from "#lib/ticketing/date-choices.ts";
import { canReturnTickets, refundByBuyer, requestRefund } from "#lib/ticketing/refunds.ts";
import { getSale } from "#lib/ticketing/sales.ts";

const DUE = { minor: 9500, currency: "NZD" };
const POLICY = { untilHoursBefore: 24, percentage: 100, keepsFee: true };

/** Sells two tickets of 45 and a fee of 2.50 each, for an event with this policy. */
async function sold(name: string, refundPolicy: object | null) {
  const onSale = await putOnSale(name, [{ name: "Adult" }]);
  await send("PUT", `/event/${onSale.eventId}`, { refundPolicy });
  const { cartId, key } = await lockTickets(onSale, 2);
  assert.partialDeepStrictEqual(await payCart(cartId, DUE, [card(CARDS.good)], randomUUID()), { ok: true });
  return { onSale, key, admissions: (await getSale(key))?.admissionIds ?? [] };
}

test("a buyer refunds a ticket inside the policy once, and reads it back", async () => {
  const { key, admissions } = await sold("Refunded by the buyer", POLICY);
  const ledger = await watchLedger();
  const [first = 0] = admissions;
  const again = randomUUID();
  assert.equal(canReturnTickets(), true);
  assert.equal(await refundByBuyer(key, [first], again), "refunded");
  assert.equal(await refundByBuyer(key, [first], again), "refunded", "the same key makes the same refund");
  assert.equal(await refundByBuyer(key, [first], randomUUID()), "closed");
  const refunds = (await getSale(key))?.refunds?.map(({ amount, isUnderWay }) => [amount.minor, isUnderWay]);
  assert.deepEqual(refunds, [[4500, false]]);
  assert.deepEqual(await ledger(), ["refund 45.00"]);
});

test("outside the policy nothing is refunded, and the organiser is asked", async () => {
  const { key, admissions } = await sold("Asked for", null);
  const ledger = await watchLedger();
  assert.equal(await refundByBuyer(key, admissions, randomUUID()), "closed");
  assert.equal(await requestRefund(key, admissions, "I am ill."), "requested");
  assert.equal(await requestRefund(key, [1], "I am ill."), "closed");
  assert.deepEqual(await ledger(), []);
  assert.equal((await getSale(key))?.refunds?.length ?? 0, 0);
});

test("a buyer of a cancelled date reads the choice, and takes the money back", async () => {
  const { onSale, key } = await sold("Cancelled with a choice", null);
  await send("PUT", `/eventDate/${onSale.eventDateId}/cancel`, { refund: "choice" });
  const offered = (await getSale(key))?.choices?.map(({ eventDateId }) => eventDateId);
  assert.deepEqual(offered, [onSale.eventDateId]);
  assert.equal(await chooseForDate(key, onSale.eventDateId, "keep"), "kept");
  const ledger = await watchLedger();
  assert.equal(await chooseForDate(key, onSale.eventDateId, "refund"), "refunded");
  assert.deepEqual(await ledger(), ["refund 95.00"]);
  assert.deepEqual((await getSale(key))?.choices ?? [], []);
});
