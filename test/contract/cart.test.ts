import assert from "node:assert/strict";
import { test } from "node:test";
import type { Buyer } from "#lib/domain/people/buyer.ts";
import { extendCart, getCart, lockCart, unlockCart } from "#lib/ticketing/carts.ts";
import { createReservation } from "#lib/ticketing/reservations.ts";
import { getSale } from "#lib/ticketing/sales.ts";
import { type OnSale, putOnSale, wanted } from "#test/contract/put-on-sale.ts";
import { ageReservations } from "#test/contract/sandbox.ts";

const NOBODY = "ZZZZZZZZZ9";
const buyer: Buyer = {
  firstName: "Zoë",
  lastName: "O’Brien-山田",
  email: "zoe@example.com",
  phone: "+64 3 555",
  optIn: true,
};

async function reserved(name: string): Promise<{ onSale: OnSale; cartId: string; key: string }> {
  const onSale = await putOnSale(name, [{ name: "Adult" }]);
  const outcome = await createReservation(onSale.eventId, wanted(onSale, 2));
  assert.ok(outcome.ok);
  return { onSale, ...outcome.reservation };
}

test("a cart is read, locked with the buyer's details, and unlocked", async () => {
  const { onSale, cartId, key } = await reserved("Locked");
  const cart = await getCart(cartId);
  assert.deepEqual(cart?.total, { minor: 9500, currency: "NZD" });
  assert.deepEqual(
    cart.sales.map(({ key, status, eventId, eventName }) => [key, status, eventId, eventName]),
    [[key, "RESERVED", onSale.eventId, "Locked"]],
  );
  assert.ok((cart.secondsLeft ?? 0) > 0);

  assert.deepEqual(await lockCart(cartId, buyer, "en"), { ok: true });
  assert.equal((await getCart(cartId))?.sales[0]?.status, "LOCKED");
  assert.deepEqual((await getSale(key))?.buyer, buyer);
  assert.deepEqual(await unlockCart(cartId), { ok: true });
  assert.equal((await getCart(cartId))?.sales[0]?.status, "RESERVED");
});

test("a reservation cannot go into a cart that is locked", async () => {
  const { onSale, cartId } = await reserved("Shut");
  await lockCart(cartId, buyer, "en");
  const outcome = await createReservation(onSale.eventId, wanted(onSale, 1), { cartId });
  assert.deepEqual([outcome.ok, !outcome.ok && outcome.refusal], [false, "wrong_state"]);
});

test("details that will not do are refused, and the hold stays", async () => {
  const { cartId } = await reserved("Details");
  for (const wrong of [{ email: "zoe" }, { email: "" }, { firstName: "" }, { lastName: "x".repeat(5_000) }]) {
    assert.deepEqual(await lockCart(cartId, { ...buyer, ...wrong }, "en"), { ok: false, refusal: "details_refused" });
  }
  assert.equal((await getCart(cartId))?.sales[0]?.status, "RESERVED");
});

test("a hold is extended to a ceiling", async () => {
  const { onSale, cartId } = await reserved("Extended");
  await ageReservations(onSale.eventId, 60);
  const before = (await getCart(cartId))?.secondsLeft ?? 0;
  const extension = await extendCart(cartId);
  assert.ok(extension.ok && extension.secondsLeft > before, JSON.stringify({ before, extension }));
});

test("a hold that ended is said to have ended", async () => {
  const { onSale, cartId } = await reserved("Ended");
  await ageReservations(onSale.eventId, 100_000);
  const ended = { ok: false, refusal: "reservation_expired" };
  assert.deepEqual(await lockCart(cartId, buyer, "en"), ended);
  assert.deepEqual(await extendCart(cartId), ended);
});

test("a cart of nobody's is nothing, and everything asked of it has ended", async () => {
  const ended = { ok: false, refusal: "reservation_expired" };
  for (const cartId of [NOBODY, "../account/1", ""]) {
    assert.equal(await getCart(cartId), undefined);
    assert.deepEqual(await lockCart(cartId, buyer, "en"), ended);
    assert.deepEqual(await unlockCart(cartId), ended);
    assert.deepEqual(await extendCart(cartId), ended);
  }
});
