import assert from "node:assert/strict";
import test from "node:test";
import type { CartSale } from "#lib/ticketing/model/cart.ts";
import type { ReservedLine } from "#lib/ticketing/model/reservation.ts";
import { partsWithout } from "./kept-parts.ts";

const AUD = (minor: number) => ({ minor, currency: "AUD" });

function sale(key: string, ...lines: readonly (readonly [ticketTypeId: number, quantity: number, minor?: number])[]) {
  const of = ([ticketTypeId, quantity, minor = 4_500]: (typeof lines)[number]): ReservedLine => {
    const [price, total] = [AUD(minor), AUD(minor * quantity)];
    return { ticketTypeId, name: "", eventDateId: 1, quantity, price, fee: AUD(0), total, savings: [] };
  };
  const facts = { status: "RESERVED", eventId: 1, eventName: "", total: AUD(0) } as const;
  return { ...facts, key, lines: lines.map(of) } satisfies CartSale;
}

/** Returns what each sale keeps of every type, as text. */
function parts(sales: readonly CartSale[], tickets: number, least = 1, minor = 4_500) {
  const isOfLine = (line: ReservedLine) => line.ticketTypeId === 1 && line.price.minor === minor;
  return partsWithout(sales, isOfLine, tickets, least).map(
    ({ sale: { key }, kept }) => `${key} ${kept.map((line) => `${line.ticketTypeId}:${line.quantity}`).join()}`,
  );
}

test("tickets are given back from the newest reservation first, and the others keep theirs", () => {
  const two = [sale("A", [1, 2], [2, 1]), sale("B", [1, 2])];
  assert.deepEqual(parts(two, 1), ["B 1:1"]);
  assert.deepEqual(parts(two, 2), ["B "]);
  assert.deepEqual(parts(two, 3), ["B ", "A 1:1,2:1"]);
  assert.deepEqual(parts(two, 4), ["B ", "A 2:1"]);
});

test("only the line at its price loses tickets", () => {
  const two = [sale("A", [1, 2, 4_500]), sale("B", [1, 2, 9_000])];
  assert.deepEqual(parts(two, 1), ["A 1:1"]);
  assert.deepEqual(parts(two, 2, 1, 9_000), ["B "]);
});

test("no reservation keeps fewer than the minimum of the type, but none", () => {
  assert.deepEqual(parts([sale("A", [1, 4]), sale("B", [1, 3])], 2, 2), ["B 1:2", "A 1:3"]);
  assert.deepEqual(parts([sale("A", [1, 2])], 2, 2), ["A "]);
  assert.deepEqual(parts([sale("A", [1, 2]), sale("B", [1, 2])], 1, 2), []);
  assert.deepEqual(parts([sale("A", [1, 3]), sale("B", [1, 2])], 4, 2), [], "not three of four");
});
