import assert from "node:assert/strict";
import { test } from "node:test";
import { paymentOutcome } from "#lib/ticketing/carts.ts";

const PAID = { ok: true };
const DECLINED = { ok: false, refusal: "card_refused" };
const PART_PAID = { key: "A", type: "SUCCESS", status: "CONFIRMED" };
const PART_REFUSED = { key: "B", type: "REFUSED", status: "LOCKED" };
const refusal = (code: string) => ({ successful: false, messages: [], errors: [{ path: "", code, message: "" }] });

const TABLE: readonly (readonly [what: string, status: number, body: unknown, outcome: unknown])[] = [
  ["success", 200, { type: "SUCCESS", payments: [{ key: "A", type: "SUCCESS", status: "CONFIRMED" }] }, PAID],
  ["success without parts", 200, { type: "SUCCESS" }, PAID],
  ["success with a part under way", 200, { type: "SUCCESS", payments: [{ status: "PROCESSING" }] }, "not_known"],
  ["success with a part undone", 200, { type: "SUCCESS", payments: [{ status: "UNFULFILLED" }] }, "not_known"],
  ["refused", 200, { type: "REFUSED", payments: [{ type: "REFUSED", status: "LOCKED" }] }, DECLINED],
  [
    "refused with a part paid",
    200,
    { type: "REFUSED", payments: [{ type: "SUCCESS" }, { type: "REFUSED" }] },
    "not_known",
  ],
  [
    "refused with a named part paid",
    200,
    { type: "REFUSED", payments: [PART_PAID, PART_REFUSED] },
    { ok: false, refusal: "some_paid", paidKeys: ["A"], refusedKeys: ["B"], untriedKeys: [] },
  ],
  [
    "refused with one part paid, and one that it stopped before",
    200,
    { type: "REFUSED", payments: [PART_PAID, PART_REFUSED, { key: "C", status: "LOCKED" }] },
    { ok: false, refusal: "some_paid", paidKeys: ["A"], refusedKeys: ["B"], untriedKeys: ["C"] },
  ],
  [
    "success with a named part refused",
    200,
    { type: "SUCCESS", payments: [PART_REFUSED, PART_PAID] },
    { ok: false, refusal: "some_paid", paidKeys: ["A"], refusedKeys: ["B"], untriedKeys: [] },
  ],
  ["another type with a part paid", 200, { type: "WRONG_STATE", payments: [PART_PAID, PART_REFUSED] }, "read_back"],
  ["refused with all parts paid", 200, { type: "REFUSED", payments: [PART_PAID] }, "not_known"],
  [
    "success, with parts in another shape",
    200,
    { type: "SUCCESS", payments: [{ sale: { id: 3, key: "A" }, outcome: "APPROVED", charged: 10 }] },
    "paid_if_sales_agree",
  ],
  ["success, with a list in another shape", 200, { type: "SUCCESS", payments: "two" }, "paid_if_sales_agree"],
  [
    "refused, with parts in another shape",
    200,
    { type: "REFUSED", payments: [{ sale: { key: "A" }, outcome: "DECLINED" }] },
    "refused_if_sales_agree",
  ],
  [
    "refused, with one part paid and one in another shape",
    200,
    {
      type: "REFUSED",
      payments: [
        { ...PART_PAID, key: undefined },
        { key: "B", outcome: "DECLINED" },
      ],
    },
    "refused_if_sales_agree",
  ],
  [
    "success, with a state of a part that nobody knows beside its type",
    200,
    { type: "SUCCESS", payments: [{ key: "A", type: "SUCCESS", status: "SETTLED" }] },
    PAID,
  ],
  ["a refusal by a sentence alone", 200, { successful: false, messages: ["No."] }, "refused_if_sales_agree"],
  [
    "the name of a property of every object",
    200,
    { type: "SUCCESS", payments: [{ type: "toString" }] },
    "paid_if_sales_agree",
  ],
  ["refused as a 4xx", 402, { type: "REFUSED" }, DECLINED],
  ["wrong amount", 200, { type: "WRONG_AMOUNT" }, { ok: false, refusal: "amount_changed" }],
  ["wrong state", 200, { type: "WRONG_STATE" }, "read_back"],
  ["no sales", 200, { type: "NO_SALES" }, "read_back"],
  ["no such cart", 404, {}, "read_back"],
  ["a readable 4xx", 400, refusal("TYPE"), DECLINED],
  ["a readable 4xx about the state", 400, refusal("HOLD_ENDED"), "read_back"],
  ["an unknown type", 200, { type: "PENDING" }, "not_known"],
  ["an unknown type that calls itself a failure", 200, { type: "PENDING", successful: false }, "not_known"],
  ["an unknown type as a 4xx", 400, { ...refusal("X"), type: "PENDING" }, "not_known"],
  ["a page instead of an answer", 200, undefined, "not_known"],
  ["an empty object", 200, {}, "not_known"],
  ["a list", 200, [], "not_known"],
  ["an unreadable 4xx", 400, undefined, "not_known"],
  ["the first call still under way", 409, refusal("CONFLICT"), "not_known"],
  ["success with a 5xx", 500, { type: "SUCCESS" }, "not_known"],
  ["refused with a 5xx", 503, { type: "REFUSED" }, "not_known"],
  ["outcome not known", 504, refusal("UNKNOWN"), "not_known"],
  ["a redirect", 302, { type: "SUCCESS" }, "not_known"],
];

for (const [what, status, body, outcome] of TABLE) {
  test(`${what}: ${JSON.stringify(outcome)}`, () => assert.deepEqual(paymentOutcome(status, body), outcome));
}
