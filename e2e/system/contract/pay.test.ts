import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import {
  CARDS,
  card,
  lockTickets,
  loseAnswer,
  putOnSale,
  wanted,
  watchLedger,
} from "#e2e/system/contract/put-on-sale.ts";
import { getAdmission } from "#lib/ticketing/admissions.ts";
import { payCart } from "#lib/ticketing/carts.ts";
import { qrText } from "#lib/ticketing/model/admission.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import type { SaleState } from "#lib/ticketing/model/reservation.ts";
import { createReservation } from "#lib/ticketing/reservations.ts";
import { getSale } from "#lib/ticketing/sales.ts";

const DUE: Money = { minor: 9500, currency: "NZD" };
const ANSWER_LOST_AT_THE_PROCESSOR = "4111 1111 1111 1400";
const SETTLED_WITHIN_MS = 60_000;

const locked = async (name: string) => lockTickets(await putOnSale(name, [{ name: "Adult" }]), 2);

/** Polls the sale, as the checking page does, until it has this state. Fails after SETTLED_WITHIN_MS. */
async function waitForState(key: string, status: SaleState): Promise<void> {
  const deadline = AbortSignal.timeout(SETTLED_WITHIN_MS);
  for (let found = await getSale(key); found?.status !== status; found = await getSale(key)) {
    assert.equal(deadline.aborted, false, `It stayed ${found?.status}.`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

test("P56: charges the good card once and creates an admission for each place", async () => {
  const charged = await watchLedger();
  const { cartId, key } = await locked("Paid");
  const attempt = randomUUID();
  const paid = await payCart(cartId, DUE, [card(CARDS.good)], attempt);
  assert.deepEqual(await charged(), ["authorisation 95.00", "capture 95.00"]);

  const sale = await getSale(key);
  assert.match(sale?.reference ?? "", /^[2-9B-Z]{6}$/);
  assert.deepEqual(paid, { ok: true, reference: sale?.reference });
  assert.deepEqual([sale?.status, sale?.total, sale?.admissionIds.length], ["CONFIRMED", DUE, 2]);
  const read = await Promise.all(sale?.admissionIds.map((id) => getAdmission(key, id)) ?? []);
  assert.deepEqual(sale?.admissions, read, "the sale has each as its own call returns it");
  const [admission] = read;
  assert.deepEqual([admission?.status, admission?.price.minor, admission?.fee.minor], ["CONFIRMED", 4500, 250]);
  assert.equal(admission && qrText(admission), admission?.qrType === "B" ? admission.uuid : String(admission?.id));

  const again = await payCart(cartId, DUE, [card(CARDS.good)], randomUUID());
  assert.equal(again, "read_back", "another attempt for a paid cart");
  const replayed = await payCart(cartId, DUE, [card(CARDS.good)], attempt);
  assert.deepEqual(replayed, paid, "the same attempt gets the same answer");
  assert.deepEqual(await charged(), ["authorisation 95.00", "capture 95.00"]);
});

test("P56: refuses the bad card without a charge, and charges the good card for the same reservation", async () => {
  const { cartId, key } = await locked("Declined first");
  const charged = await watchLedger();
  const refused = await payCart(cartId, DUE, [card(CARDS.bad)], randomUUID());
  assert.partialDeepStrictEqual(refused, { ok: false, refusal: "card_refused" });
  assert.deepEqual(await charged(), []);
  assert.equal((await getSale(key))?.status, "LOCKED");
  assert.partialDeepStrictEqual(await payCart(cartId, DUE, [card(CARDS.good)], randomUUID()), { ok: true });
});

test("P09: refuses an amount that is wrong by the smallest unit without a charge", async () => {
  const charged = await watchLedger();
  const { cartId, key } = await locked("Wrong amount");
  for (const minor of [9499, 9501]) {
    const outcome = await payCart(cartId, { ...DUE, minor }, [card(CARDS.good)], randomUUID());
    assert.deepEqual(outcome, { ok: false, refusal: "amount_changed" });
  }
  assert.deepEqual(await charged(), []);
  assert.equal((await getSale(key))?.status, "LOCKED");
});

test("asks to read the sales back for an unlocked or unknown cart", async () => {
  const onSale = await putOnSale("Not locked", [{ name: "Adult" }]);
  const outcome = await createReservation(onSale.eventId, wanted(onSale, 2));
  assert.ok(outcome.ok);
  for (const cartId of [outcome.reservation.cartId, "ZZZZZZZZZ9", "../account/1"]) {
    assert.equal(await payCart(cartId, DUE, [card(CARDS.good)], randomUUID()), "read_back", cartId);
  }
});

test("P04: charges once for ten concurrent payments of one cart", async () => {
  const charged = await watchLedger();
  const { cartId, key } = await locked("Pressed");
  const attempts = Array.from({ length: 10 }, () => randomUUID());
  const outcomes = await Promise.all(attempts.map((attempt) => payCart(cartId, DUE, [card(CARDS.good)], attempt)));
  assert.equal(
    outcomes.filter((outcome) => typeof outcome === "object" && outcome.ok).length,
    1,
    JSON.stringify(outcomes),
  );
  assert.deepEqual(await charged(), ["authorisation 95.00", "capture 95.00"]);
  assert.equal((await getSale(key))?.status, "CONFIRMED");
});

test("P05: a lost answer is not known, and reading back finds one charge", async () => {
  const charged = await watchLedger();
  const { cartId, key } = await locked("Answer lost");
  await loseAnswer(`/cart/${cartId}/payment`);
  assert.equal(await payCart(cartId, DUE, [card(CARDS.good)], randomUUID()), "not_known");
  await waitForState(key, "CONFIRMED");
  assert.deepEqual(await charged(), ["authorisation 95.00", "capture 95.00"]);
});

test("P05: an answer lost between the service and the processor ends confirmed with one charge", async () => {
  const charged = await watchLedger();
  const { cartId, key } = await locked("Lost behind");
  const outcome = await payCart(cartId, DUE, [card(ANSWER_LOST_AT_THE_PROCESSOR)], randomUUID());
  assert.ok(outcome === "not_known" || (typeof outcome === "object" && outcome.ok), JSON.stringify(outcome));
  await waitForState(key, "CONFIRMED");
  assert.deepEqual(await charged(), ["authorisation 95.00", "capture 95.00"]);
});
