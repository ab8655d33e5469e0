import assert from "node:assert/strict";
import { test } from "node:test";
import { pathTo } from "#lib/ticketing/client/paths.ts";

test("builds a path from valid parts", () => {
  assert.equal(pathTo`/cart/${"ABCDEFGH12"}/payment`, "/cart/ABCDEFGH12/payment");
  assert.equal(pathTo`/event/${12}/detailed`, "/event/12/detailed");
});

for (const name of ["../event/1", "%2e%2e", "a/b", "a?b", "a#b", "", "ä", " ", "a\n", ".", ".."]) {
  test(`refuses ${JSON.stringify(name)} as a name`, () => assert.equal(pathTo`/cart/${name}`, undefined));
}

for (const id of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
  test(`refuses ${id} as an id`, () => assert.equal(pathTo`/event/${id}`, undefined));
}
