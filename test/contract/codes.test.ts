import assert from "node:assert/strict";
import { test } from "node:test";
import type { CodeAnswer } from "#lib/domain/pricing/code-answer.ts";
import { getCart } from "#lib/ticketing/carts.ts";
import { quote, setCartCodes } from "#lib/ticketing/codes.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";
import { createReservation, getReservation, releaseReservation } from "#lib/ticketing/reservations.ts";
import { create, putOnSale, send, wanted } from "#test/contract/put-on-sale.ts";

const nzd = (minor: number) => ({ minor, currency: "NZD" });
const short = (codes: readonly CodeAnswer[]) => codes.map(({ code, result, saving }) => [code, result, saving?.minor]);

let created = 0;
/** Creates a code that no other test uses, for ten per cent off one event's tickets. */
async function createCode(event: number): Promise<string> {
  created += 1;
  const text = `TEN-${event}-${created}`;
  const rule = { name: "Ten off", kind: "PER_TICKET", percentage: 10, codeRequired: true, events: [event] };
  const discount = await create("/discount/", rule);
  await send("PUT", `/discount/${discount}/enable/true`, {});
  await create("/code/", { text, kind: "DISCOUNT", discount });
  return text;
}

test("sends codes with the reservation, reads a result for each, and keeps them with the cart", async () => {
  const onSale = await putOnSale("Coded", [{ name: "Adult" }]);
  const code = await createCode(onSale.eventId);
  const outcome = await createReservation(onSale.eventId, wanted(onSale, 2), { code: `${code} NONE-SUCH` });
  assert.ok(outcome.ok);
  const { key, cartId, codes, total, lines } = outcome.reservation;
  assert.deepEqual(short(codes), [
    [code, "APPLIED", 950],
    ["NONE-SUCH", "UNKNOWN", undefined],
  ]);
  assert.deepEqual([total, lines[0]?.total, lines[0]?.savings[0]?.amount], [nzd(8550), nzd(9500), nzd(950)]);
  assert.deepEqual((await getReservation(key))?.codes, codes);
  const cart = await getCart(cartId);
  assert.deepEqual([cart?.total, cart?.codes, cart?.savings], [nzd(8550), codes, lines[0]?.savings]);
  assert.equal(cart?.savings[0]?.name, "Ten off");
});

test("adds and removes codes of a cart, and refuses an unknown cart", async () => {
  const onSale = await putOnSale("Coded Later", [{ name: "Adult" }]);
  const code = await createCode(onSale.eventId);
  const outcome = await createReservation(onSale.eventId, wanted(onSale, 1));
  assert.ok(outcome.ok);
  const { cartId } = outcome.reservation;
  const set = await setCartCodes(cartId, code);
  assert.ok(set.ok);
  assert.deepEqual(short(set.codes), [[code, "APPLIED", 475]]);
  assert.deepEqual((await getCart(cartId))?.total, nzd(4275));
  assert.deepEqual(await setCartCodes(cartId, ""), { ok: true, codes: [] });
  assert.deepEqual((await getCart(cartId))?.total, nzd(4750));
  assert.deepEqual(await setCartCodes("ZZZZZZZZZ9", code), { ok: false, refusal: "reservation_expired" });
});

test("reserves code-required and hidden tickets only with their codes", async () => {
  const types = [{ name: "Adult" }, { name: "Member", codeRequired: true }, { name: "Secret", hidden: true }];
  const onSale = await putOnSale("Opened", types);
  const [, member = 0, secret = 0] = onSale.ticketTypeIds;
  const codes = { BOOKING: `IN-${onSale.eventId}`, REVEAL: `SHOW-${onSale.eventId}` };
  for (const [kind, text] of Object.entries(codes)) await create("/code/", { text, kind, events: [onSale.eventId] });

  const shown = async (revealCodes?: string) => {
    const items = (await getOffering(onSale.eventId, { revealCodes }))?.groups[0]?.pages[0]?.items ?? [];
    return items.flatMap((item) => (item.kind === "TICKET" ? [[item.ticketType.name, item.ticketType.revealed]] : []));
  };
  assert.deepEqual(await shown(), [
    ["Adult", undefined],
    ["Member", undefined],
  ]);
  assert.deepEqual(await shown(`wrong ${codes.REVEAL.toLowerCase()}`), [
    ["Adult", undefined],
    ["Member", undefined],
    ["Secret", true],
  ]);

  for (const [ticketTypeId, code, result] of [
    [member, codes.BOOKING, "UNLOCKED"],
    [secret, codes.REVEAL, "REVEALED"],
  ] as const) {
    const without = await createReservation(onSale.eventId, [{ ticketTypeId, quantity: 1 }]);
    assert.deepEqual([without.ok, !without.ok && without.refusal], [false, "code_required"]);
    const outcome = await createReservation(onSale.eventId, [{ ticketTypeId, quantity: 1 }], { code });
    assert.ok(outcome.ok);
    assert.deepEqual(short(outcome.reservation.codes), [[code, result, undefined]]);
    assert.deepEqual(await setCartCodes(outcome.reservation.cartId, ""), { ok: false, refusal: "code_required" });
  }
});

test("advises, quotes and applies a saving over two events, and drops it with one of them", async () => {
  const one = await putOnSale("Festival One", [{ name: "Adult" }]);
  const two = await putOnSale("Festival Two", [{ name: "Adult" }]);
  const rule = { name: "Both days", percentage: 20, minimumEvents: 2, events: [one.eventId, two.eventId] };
  const id = await create("/festivalDiscount/", rule);
  await send("PUT", `/festivalDiscount/${id}/enable/true`, {});

  const [discount] = (await getOffering(one.eventId))?.discounts ?? [];
  assert.deepEqual(
    [discount?.name, discount?.kind, discount?.percentage, discount?.minimumEvents],
    ["Both days", "FESTIVAL", 20, 2],
  );
  assert.deepEqual(
    discount?.events.map(({ name }) => name),
    ["Festival One", "Festival Two"],
  );

  const outcome = await createReservation(one.eventId, wanted(one, 1));
  assert.ok(outcome.ok);
  const { cartId } = outcome.reservation;
  const [advice] = (await getCart(cartId))?.advice ?? [];
  assert.deepEqual([advice?.rule, advice?.saves], [`festivalDiscount:${id}`, nzd(1900)]);
  assert.deepEqual(advice?.missing, [
    {
      eventId: two.eventId,
      eventName: "Festival Two",
      eventDateId: two.eventDateId,
      ticketTypeIds: two.ticketTypeIds,
      quantity: 1,
    },
  ]);

  const quoted = await quote(two.eventId, wanted(two, 1), { cartId });
  assert.deepEqual([quoted?.subtotal, quoted?.total, quoted?.advice], [nzd(9500), nzd(7600), []]);
  const second = await createReservation(two.eventId, wanted(two, 1), { cartId });
  assert.ok(second.ok);
  assert.deepEqual((await getCart(cartId))?.total, nzd(7600));
  await releaseReservation(second.reservation.key);
  assert.deepEqual((await getCart(cartId))?.total, nzd(4750));
  assert.equal(await quote(900_000_000_000, wanted(two, 1)), undefined);
});
