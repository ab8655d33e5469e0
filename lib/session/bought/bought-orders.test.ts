import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettings } from "#test/tools/storefront-settings.ts";
import { sealBought, unsealBought, withOrder } from "./bought-orders.ts";

applySettings();

test("the newest order comes first, and two payments of one cart are one order", () => {
  const first = withOrder([], ["A1", "A2"], 1);
  const both = withOrder(first, ["B1"], 2);
  assert.deepEqual(
    both.map(({ keys }) => keys),
    [["B1"], ["A1", "A2"]],
  );
  assert.deepEqual(withOrder(both, ["A2", "A3"], 3)[0], { keys: ["A2", "A3", "A1"], boughtAt: 3 });
  assert.equal(withOrder(both, ["A2", "A3"], 3).length, 2);
});

test("the oldest orders are left out until the rest fits into a cookie", async () => {
  const many = Array.from({ length: 200 }, (_, at) => ({ keys: [`KEY${at}ABCDEFGH`] as [string], boughtAt: at }));
  const sealed = await sealBought(many);
  assert.ok(sealed.length <= 3_500);
  const kept = await unsealBought(sealed);
  assert.ok(kept.length > 10);
  assert.deepEqual(kept, many.slice(0, kept.length));
});

test("a text that was not sealed here opens no order", async () => {
  assert.deepEqual(await unsealBought("eyJhbGciOiJkaXIifQ..x.y.z"), []);
});
