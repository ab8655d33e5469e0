import assert from "node:assert/strict";
import test from "node:test";
import { z } from "zod";
import { because, rowsOf } from "./error-rows.ts";
import { currencyCode, email, line, origin, places, price, when } from "./fields.ts";
import { id, idText, numberText } from "./shapes.ts";

const WRONG_WALL_TIME = "30-02-2027T19:30";
const FROM_ANOTHER_AGE = "1985-10-26T01:20:00+13:00";

/** A value that a schema refuses: the code and reason of its row, and the limit where the remedy needs one. */
const FAULTS: readonly (readonly [what: string, z.ZodType, value: unknown, row: readonly unknown[]])[] = [
  ["a field that is absent", id, undefined, ["REQUIRED", "required"]],
  ["a choice that is absent", z.enum(["OVER", "COMING"]), undefined, ["RANGE", "required"]],
  ["one of two types that is absent", z.union([z.boolean(), id]), undefined, ["TYPE", "required"]],
  ["null for a field", id, null, ["TYPE", "wrong_type"]],
  ["another type", id, "7", ["TYPE", "wrong_type"]],
  ["a value of neither type", z.union([z.boolean(), z.enum(["true"])]), 7, ["TYPE", "wrong_type"]],
  ["a part of a whole", id, 1.5, ["TYPE", "not_whole"]],
  ["a number below the least", id, 0, ["RANGE", "too_small", 1]],
  ["a number above the most", places, 10_000_001, ["RANGE", "too_large", 10_000_000]],
  ["a number that must be above another", price.gt(0), 0, ["RANGE", "not_above", 0]],
  ["nothing to see", line(200), " ", ["RANGE", "too_short", 1]],
  ["a long text", line(200), "a".repeat(201), ["RANGE", "too_long", 200]],
  ["a short list", z.array(id).min(2), [1], ["RANGE", "too_few", 2]],
  ["a long list", z.array(id).max(2), [1, 2, 3], ["RANGE", "too_many", 2]],
  ["a value outside a choice", z.enum(["OVER", "COMING"]), "SOON", ["RANGE", "not_a_choice"]],
  ["no email address", email, "nowhere", ["TYPE", "not_an_email"]],
  ["no web address", z.url(), "nowhere", ["TYPE", "not_a_web_address"]],
  ["another pattern", idText, "seven", ["TYPE", "wrong_format"]],
  ["a day that does not exist", z.iso.date(), "2027-02-30", ["TYPE", "not_a_date"]],
  ["a wall time that does not exist", when, WRONG_WALL_TIME, ["TYPE", "not_a_time"]],
  ["a year out of range", when, FROM_ANOTHER_AGE, ["TYPE", "year_out_of_range"]],
  ["no origin", origin, "https://shop.example/", ["RANGE", "not_an_origin"]],
  ["no currency", currencyCode, "XQX", ["RANGE", "not_a_currency"]],
  ["a large number in a query", numberText(200), "201", ["RANGE", "too_large", 200]],
  ["a large id", idText, "9007199254740993", ["RANGE", "too_large", 9_007_199_254_740_991]],
];

for (const [what, schema, value, expected] of FAULTS) {
  test(`says why it refuses ${what}`, () => {
    const [row, ...others] = refusalsOf(z.strictObject({ field: schema }), { field: value });
    const { path, code, reason, limit } = row ?? {};
    assert.deepEqual([path, code, reason, ...(limit === undefined ? [] : [limit])], ["field", ...expected]);
    assert.deepEqual(others, []);
  });
}

test("has a row for each unknown field", () => {
  assert.deepEqual(
    refusalsOf(z.strictObject({}), { a: 1, b: 2 }).map(({ path, reason }) => [path, reason]),
    [
      ["a", "unknown_field"],
      ["b", "unknown_field"],
    ],
  );
});

test("takes the reason of a refinement from its params", () => {
  const even = z.int().refine((n) => n % 2 === 0, { error: "twice", params: because("repeated", 2) });
  const [row] = refusalsOf(even, 3);
  assert.deepEqual(row, { path: "", code: "RANGE", reason: "repeated", message: "The body: twice.", limit: 2 });
});

function refusalsOf(schema: z.ZodType, value: unknown) {
  const { error } = schema.safeParse(value);
  assert.ok(error);
  return rowsOf(error, value);
}
