import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cart } from "#lib/domain/cart.ts";
import { type CartState, cartState, isLocked, needsLock } from "#lib/domain/cart-state.ts";
import type { SaleState } from "#lib/domain/reservation.ts";

const NOW = new Date("2026-11-21T10:00:00Z");

function cart(states: readonly SaleState[], rest: Partial<Cart> = {}): Cart {
  const total = { minor: 9700, currency: "AUD" };
  const sales = states.map((status) => ({ key: "K", status, eventId: 1, eventName: "Hamlet", total, lines: [] }));
  return { id: "C", total, sales, savings: [], codes: [], advice: [], ...rest };
}

test("a cart's state is read from its sales first and its clock last", () => {
  const table: readonly (readonly [Cart | undefined, CartState])[] = [
    [undefined, "ended"],
    [cart([]), "ended"],
    [cart(["RESERVED"]), "held"],
    [cart(["LOCKED"], { secondsLeft: 1 }), "held"],
    [cart(["LOCKED"], { secondsLeft: 0 }), "ended"],
    [cart(["RESERVED"], { expiresAt: "2026-11-21T10:00:00Z" }), "ended"],
    [cart(["RESERVED"], { expiresAt: "2026-11-21T10:00:01Z" }), "held"],
    [cart(["RESERVED"], { expiresAt: "2026-11-21T09:00:00Z", secondsLeft: 30 }), "held"],
    [cart(["PROCESSING"], { secondsLeft: 0 }), "paying"],
    [cart(["CONFIRMED", "PROCESSING"]), "paying"],
    [cart(["UNFULFILLED"]), "paying"],
    [cart(["CONFIRMED"], { secondsLeft: 0 }), "paid"],
    [cart(["CONFIRMED", "LOCKED"], { secondsLeft: 9 }), "held"],
  ];
  for (const [given, state] of table) {
    assert.equal(cartState(given, NOW), state, JSON.stringify(given?.sales.map(({ status }) => status)));
  }
});

test("one sale that is not locked must be", () => {
  assert.equal(needsLock(cart(["RESERVED", "LOCKED"])), true);
  assert.equal(needsLock(cart(["LOCKED"])), false);
});

test("one locked sale locks the cart", () => {
  assert.equal(isLocked(cart(["RESERVED", "LOCKED"])), true);
  assert.equal(isLocked(cart(["RESERVED"])), false);
});
