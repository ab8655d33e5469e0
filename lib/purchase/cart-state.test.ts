import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import type { SaleState } from "#lib/ticketing/model/reservation.ts";
import { type CartState, cartState, isLocked, liveSales, needsLock, unpaidPartOf } from "./cart-state.ts";

const NOW = new Date("2026-11-21T10:00:00Z");

function cart(states: readonly SaleState[], rest: Partial<Cart> = {}): Cart {
  const total = { minor: 9700, currency: "AUD" };
  const sales = states.map((status) => ({ key: "K", status, eventId: 1, eventName: "Hamlet", total, lines: [] }));
  return { id: "C", total, sales, savings: [], codes: [], advice: [], ...rest };
}

test("a cart's state depends on its sales first, and on its end last", () => {
  const table: readonly (readonly [Cart | undefined, CartState])[] = [
    [undefined, "expired"],
    [cart([]), "expired"],
    [cart(["RESERVED"]), "reserved"],
    [cart(["LOCKED"], { secondsLeft: 1 }), "reserved"],
    [cart(["LOCKED"], { secondsLeft: 0 }), "expired"],
    [cart(["RESERVED"], { expiresAt: "2026-11-21T10:00:00Z" }), "expired"],
    [cart(["RESERVED"], { expiresAt: "2026-11-21T10:00:01Z" }), "reserved"],
    [cart(["RESERVED"], { expiresAt: "2026-11-21T09:00:00Z", secondsLeft: 30 }), "reserved"],
    [cart(["PROCESSING"], { secondsLeft: 0 }), "paying"],
    [cart(["CONFIRMED", "PROCESSING"]), "paying"],
    [cart(["UNFULFILLED"]), "paying"],
    [cart(["CONFIRMED"], { secondsLeft: 0 }), "paid"],
    [cart(["CONFIRMED", "LOCKED"], { secondsLeft: 9 }), "reserved"],
  ];
  for (const [given, state] of table) {
    assert.equal(cartState(given, NOW), state, JSON.stringify(given?.sales.map(({ status }) => status)));
  }
});

test("one unlocked sale means that the cart needs a lock", () => {
  assert.equal(needsLock(cart(["RESERVED", "LOCKED"])), true);
  assert.equal(needsLock(cart(["LOCKED"])), false);
});

test("one locked sale locks the cart", () => {
  assert.equal(isLocked(cart(["RESERVED", "LOCKED"])), true);
  assert.equal(isLocked(cart(["RESERVED"])), false);
});

const sale = (key: string, status: SaleState, minor: number, expiresAt?: string) => ({
  key,
  status,
  eventId: 1,
  eventName: "Hamlet",
  total: { minor, currency: "AUD" },
  lines: [],
  ...(expiresAt && { expiresAt }),
});
const PAST = "2026-11-21T09:59:59Z";
const AHEAD = "2026-11-21T10:00:01Z";

test("of an expired cart only sales with a later end are live; of a reserved cart all unpaid sales are", () => {
  const sales = [sale("A", "LOCKED", 1, PAST), sale("B", "RESERVED", 1, AHEAD), sale("C", "RESERVED", 1)];
  const keys = (rest: Partial<Cart>) => liveSales({ ...cart([]), sales, ...rest }, NOW).map(({ key }) => key);
  assert.deepEqual(keys({ secondsLeft: 0 }), ["B"]);
  assert.deepEqual(keys({ secondsLeft: 5 }), ["A", "B", "C"]);
  assert.deepEqual(keys({ secondsLeft: 5, sales: [sale("A", "CONFIRMED", 1), sale("B", "LOCKED", 1)] }), ["B"]);
});

test("the unpaid part has neither paid nor returned sales, and its total excludes them whether the service's total did or not", () => {
  const sales = [
    sale("A", "CONFIRMED", 100),
    sale("B", "LOCKED", 30),
    sale("C", "UNFULFILLED", 7),
    sale("D", "LOCKED", 5),
  ];
  const rest = (minor: number, paidKeys: readonly string[] = []) => {
    const { total, sales: left } = unpaidPartOf({ ...cart([]), sales, total: { minor, currency: "AUD" } }, paidKeys);
    return [total.minor, left.map(({ key }) => key).join("")];
  };
  assert.deepEqual(rest(142), [35, "BD"]);
  assert.deepEqual(rest(35), [35, "BD"]);
  assert.deepEqual(rest(142, ["D"]), [30, "B"]);
  const whole = { ...cart(["LOCKED"]), total: { minor: 1, currency: "AUD" } };
  assert.equal(unpaidPartOf(whole, []).total.minor, 1);
});
