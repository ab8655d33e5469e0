import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { applySettings, settingsInFrontOf } from "#e2e/tools/storefront-settings.ts";
import { unpaidPartOf } from "#lib/purchase/cart-state.ts";
import { getCart, lockCart, payCart } from "#lib/ticketing/carts.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import { Card } from "#lib/ticketing/payment-means.ts";
import { createReservation } from "#lib/ticketing/reservations.ts";
import { getSale } from "#lib/ticketing/sales.ts";
import { startOtherService } from "#service/conformance/other-service/service.ts";
import { CARDS } from "#service/conformance/other-service/storefront.ts";

const service = await startOtherService();
after(service.close);
applySettings(settingsInFrontOf(service));

const card = () =>
  new Card({ name: "Ada Lovelace", number: CARDS.good, expiryMonth: 12, expiryYear: 2090, cvv: "123" });
const buyer = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", optIn: false };

/** Returns a locked cart with one ticket of each of three events, at 11.00, 12.00 and 13.00. */
async function lockedCart(): Promise<Cart> {
  let cartId: string | undefined;
  for (const price of [11, 12, 13]) {
    const ticketTypes = [{ name: "Adult", price: `${price}.00` }];
    const { id, dates } = service.putOnSale({ name: `In parts ${price}`, ticketTypes });
    const wanted = [{ ticketTypeId: dates[0]?.ticketTypes[0]?.id ?? 0, quantity: 1 }];
    const outcome = await createReservation(id, wanted, cartId === undefined ? {} : { cartId });
    assert.ok(outcome.ok);
    cartId = outcome.reservation.cartId;
  }
  assert.ok((await lockCart(cartId ?? "", buyer, "en")).ok);
  return readCart(cartId ?? "");
}

async function readCart(cartId: string): Promise<Cart> {
  const cart = await getCart(cartId);
  assert.ok(cart);
  return cart;
}

async function states({ sales }: Cart): Promise<readonly (string | undefined)[]> {
  return Promise.all(sales.map(async ({ key }) => (await getSale(key))?.status));
}

/** Returns a function that lists the movements of money since this call. Tests run serially, so all are the test's own. */
function watchLedger(): () => readonly string[] {
  const before = service.wholeLedger.length;
  return () =>
    service.wholeLedger
      .slice(before)
      .filter(({ kind }) => kind !== "declined")
      .map(({ kind, amount }) => `${kind} ${amount}`);
}

/** Returns how often a card was tried for this sale. */
function triesOf(key: string): number {
  return service.wholeLedger.filter(({ kind, sale }) => kind !== "capture" && sale === key).length;
}

test("returns which sales were paid, refused and untried, and charges the paid one alone", async () => {
  const charged = watchLedger();
  const cart = await lockedCart();
  const keys = cart.sales.map(({ key }) => key);
  service.behave(["pay", "refuse", "leave"]);
  const outcome = await payCart(cart.id, cart.total, [card()], randomUUID());
  const [paid, refused, untried] = [keys.slice(0, 1), keys.slice(1, 2), keys.slice(2)];
  const expected = { ok: false, refusal: "some_paid", paidKeys: paid, refusedKeys: refused, untriedKeys: untried };
  assert.deepEqual(outcome, expected);
  assert.deepEqual(await states(cart), ["CONFIRMED", "LOCKED", "LOCKED"]);
  assert.deepEqual(charged(), ["authorisation 11.00", "capture 11.00"]);

  const rest = unpaidPartOf(await readCart(cart.id), []);
  assert.deepEqual([rest.total.minor, rest.sales.map(({ key }) => key)], [2500, keys.slice(1)]);
  service.behave([]);
  assert.deepEqual(await payCart(cart.id, rest.total, [card()], randomUUID()), { ok: true });
  assert.deepEqual(await states(cart), ["CONFIRMED", "CONFIRMED", "CONFIRMED"]);
  const captures = charged().filter((entry) => entry.startsWith("capture"));
  assert.deepEqual(captures, ["capture 11.00", "capture 12.00", "capture 13.00"]);
});

test("P05: a lost answer of a partial payment is not known, and the sales' states show what was paid", async () => {
  const charged = watchLedger();
  const cart = await lockedCart();
  service.behave(["refuse", "pay", "pay"]);
  service.fail(/^POST \/cart\/\w+\/payment/, "lost");
  assert.equal(await payCart(cart.id, cart.total, [card()], randomUUID()), "not_known");
  assert.deepEqual(await states(cart), ["LOCKED", "CONFIRMED", "CONFIRMED"]);
  assert.deepEqual(
    charged().filter((entry) => entry.startsWith("capture")),
    ["capture 12.00", "capture 13.00"],
  );
});

test("charges each sale once when nothing is refused (control)", async () => {
  const cart = await lockedCart();
  service.behave([]);
  assert.deepEqual(await payCart(cart.id, cart.total, [card()], randomUUID()), { ok: true });
  for (const { key } of cart.sales) assert.equal(triesOf(key), 1);
});
