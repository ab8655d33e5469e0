import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { revokeDevices, revokeLinks } from "#lib/session/revocations.ts";
import { areAllBought, keptOrders, sealBought, unsealBought, withOrder } from "./bought-orders.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettingsInFolder({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

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

test("a device bought an order only when it bought each of its sales", async () => {
  const bought = withOrder(withOrder([], ["A1", "A2"], 1), ["B1"], 2);
  assert.equal(await areAllBought(bought, ["A1", "A2"]), true);
  assert.equal(await areAllBought(bought, ["A2", "B1"]), true);
  assert.equal(await areAllBought(bought, ["A1", "C1"]), false);
  assert.equal(await areAllBought(bought, []), false);
});

test("P26: a device that a new link locked out is not the one that paid any more", async () => {
  const bought = withOrder([], ["D1"], 1);
  await revokeLinks(["D1"], 2);
  assert.equal(await areAllBought(bought, ["D1"]), false);
  assert.equal(await areAllBought(withOrder([], ["D1"], 2), ["D1"]), true);
});

test("P26: a copy of the list of a device from which an order was removed has lost it, and no other order", async () => {
  const bought = withOrder(withOrder([], ["E1"], 1), ["F1"], 1);
  await revokeDevices(["E1"], 2);
  assert.deepEqual(
    (await keptOrders(bought)).map(({ keys }) => keys),
    [["F1"]],
  );
  assert.equal(await areAllBought(bought, ["E1"]), false);
});
