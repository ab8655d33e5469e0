import assert from "node:assert/strict";
import test from "node:test";
import { offerableQuantities, type WaitingListSection, type WaitingListType } from "./plan-offers.ts";

/** A ticket type with a minimum and a maximum for an order, and its own number of places where it has one. */
const type = (minimumPerOrder: number, maximumPerOrder: number, capacity?: number): WaitingListType => ({
  minimumPerOrder,
  maximumPerOrder,
  ...(capacity !== undefined && { capacity, stockId: 1_000 + capacity }),
});

const section = (capacity: number, ...types: readonly WaitingListType[]): WaitingListSection => {
  return { eventDateId: 1, venueSectionId: capacity, stockId: capacity, capacity, types };
};

for (const [what, sections, possible] of [
  ["one by one", [section(50, type(1, 3))], [1, 2, 3]],
  ["from a minimum on", [section(50, type(4, 6))], [4, 5, 6]],
  ["in packs of four and eight", [section(50, type(4, 4), type(8, 8))], [4, 8]],
  ["up to the places of the section", [section(2, type(1, 10))], [1, 2]],
  ["up to the maximum of the ticket type", [section(50, type(1, 10, 3))], [1, 2, 3]],
  ["of types that together have enough", [section(50, type(1, 5, 3), type(1, 5, 2))], [1, 2, 3, 4, 5]],
  ["of the larger of two sections, and never of both", [section(2, type(1, 9)), section(4, type(1, 9))], [1, 2, 3, 4]],
  ["never, where the minimum is more than the section has", [section(3, type(4, 8))], []],
  ["never, where nothing is on sale", [], []],
] as const) {
  test(`an offer has tickets ${what}`, () => assert.deepEqual(offerableQuantities(sections), possible));
}
