import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { applySettings, settingsInFrontOf } from "#e2e/tools/storefront-settings.ts";
import { type BegunCart, inBegunCart, inEmptyCart } from "#lib/cart/reserving/begun-cart.ts";
import { tryToReserve } from "#lib/cart/reserving/try-to-reserve.ts";
import { releaseAll } from "#lib/ticketing/reservations.ts";
import { startOtherService } from "#service/conformance/other-service/service.ts";

const service = await startOtherService({ plain: true });
after(service.close);
applySettings(settingsInFrontOf(service));

const { id: eventId, dates } = service.putOnSale({ name: "Once", ticketTypes: [{ name: "Stalls", price: "10.00" }] });
const typeId = dates[0]?.ticketTypes[0]?.id ?? 0;
const wanted = [{ ticketTypeId: typeId, quantity: 2 }];
const CLAIMANT = { network: undefined, isProven: true };
const left = () => service.placesLeft(typeId) ?? Number.NaN;

/** A press of "Continue": takes what an earlier press has reserved, or reserves. */
async function press({ cartId, cart }: BegunCart) {
  if (cart !== undefined && cart.sales.length > 0) return cart.sales.map(({ key }) => key);
  const outcome = await tryToReserve(eventId, wanted, { ...(cartId && { cartId }) }, CLAIMANT);
  return typeof outcome !== "string" && outcome.ok ? [outcome.reservation.key] : outcome;
}

/** Presses twice in one visit, and returns the outcomes and how many places were taken. */
async function pressTwice(visit: string | undefined, together = false) {
  const before = left();
  const twice = () => inBegunCart(visit, press);
  const outcomes = together ? await Promise.all([twice(), twice()]) : [await twice(), await twice()];
  const taken = before - left();
  await releaseAll(outcomes.flatMap((outcome) => (Array.isArray(outcome) ? outcome : [])));
  return { outcomes, taken };
}

for (const how of ["lost", "unreadable"] as const) {
  test(`an answer that is ${how}, and the cart as well: the next press of the visit finds the tickets`, async () => {
    service.fail(/^POST \/reservation/, how);
    service.fail(/^GET \/cart\/\w/, "down");
    service.fail(/^GET \/cart\/\w/, "down");
    const { outcomes, taken } = await pressTwice(randomUUID());
    assert.equal(outcomes[0], "maybe_reserved");
    assert.equal(Object(outcomes[1]).length, 1);
    assert.equal(taken, 2);
  });

  test(`the control: an answer that is ${how} to a visitor without a cookie is not found by the next press`, async () => {
    service.fail(/^POST \/reservation/, how);
    service.fail(/^GET \/cart\/\w/, "down");
    service.fail(/^GET \/cart\/\w/, "down");
    assert.equal((await pressTwice(undefined)).taken, 4);
  });
}

test("two presses at once reserve once, and have the same reservation", async () => {
  const { outcomes, taken } = await pressTwice(randomUUID(), true);
  assert.deepEqual(outcomes[0], outcomes[1]);
  assert.equal(taken, 2);
});

test("two visits have two carts", async () => {
  const cartIdOf = (visit: string) => inBegunCart(visit, async ({ cartId }) => cartId);
  const [one, other] = [randomUUID(), randomUUID()];
  assert.notEqual(await cartIdOf(one), await cartIdOf(other));
  assert.equal(await cartIdOf(one), await cartIdOf(one));
});

test("before several events are reserved, what an earlier try has left in the cart is released", async () => {
  const [visit, before] = [randomUUID(), left()];
  await inBegunCart(visit, press);
  assert.equal(left(), before - 2);
  const leftThen = await inEmptyCart(visit, async () => left());
  assert.equal(leftThen, before);
});

for (const [what, body] of [
  ["without an id", {}],
  ["in another shape", []],
] as const)
  test(`an answer to "GET /cart/" ${what} lets this press reserve without a cart, and the next one asks again`, async () => {
    service.breakBy({ answers: (answer, call) => (call === "GET /cart" ? { status: 200, body } : answer) });
    assert.equal(await inBegunCart(randomUUID(), async ({ cartId }) => cartId), undefined);
    service.breakBy({});
    assert.ok(await inBegunCart(randomUUID(), async ({ cartId }) => cartId));
  });

test("a service that names no cart: reserves without one, and asks for none again", async () => {
  const asked = () => service.received.filter((call) => call === "GET /cart/").length;
  service.breakBy({ answers: (answer, call) => (call === "GET /cart" ? { status: 404, body: {} } : answer) });
  const [before, askedBefore] = [left(), asked()];
  const { outcomes } = await pressTwice(randomUUID());
  service.breakBy({});
  assert.deepEqual([outcomes.map((keys) => Object(keys).length), left() - before], [[1, 1], 0]);
  assert.equal(asked() - askedBefore, 1);
});
