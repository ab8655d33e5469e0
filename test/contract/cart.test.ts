import assert from "node:assert/strict";
import { test } from "node:test";
import type { Buyer } from "#lib/domain/people/buyer.ts";
import { extendCart, getCart, lockCart, unlockCart } from "#lib/ticketing/carts.ts";
import { createReservation } from "#lib/ticketing/reservations.ts";
import { getSale } from "#lib/ticketing/sales.ts";
import { type OnSale, putOnSale, wanted } from "#test/contract/put-on-sale.ts";
import { ageReservations } from "#test/contract/sandbox.ts";

const UNKNOWN = "ZZZZZZZZZ9";
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

test("reads a cart, locks it with the buyer's details, and unlocks it", async () => {
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

test("extends a reservation", async () => {
  const { onSale, cartId } = await reserved("Extended");
  await ageReservations(onSale.eventId, 60);
  const before = (await getCart(cartId))?.secondsLeft ?? 0;
  const extension = await extendCart(cartId);
  assert.ok(extension.ok && extension.secondsLeft > before, JSON.stringify({ before, extension }));
});

test("returns no cart for an unknown key, and refuses every change of it as expired", async () => {
  const ended = { ok: false, refusal: "reservation_expired" };
  for (const cartId of [UNKNOWN, "../account/1", ""]) {
    assert.equal(await getCart(cartId), undefined);
    assert.deepEqual(await lockCart(cartId, buyer, "en"), ended);
    assert.deepEqual(await unlockCart(cartId), ended);
    assert.deepEqual(await extendCart(cartId), ended);
  }
});
