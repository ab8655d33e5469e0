import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { seal } from "#lib/security/seal.ts";
import { fieldsIn, openHandOff, sealHandOff } from "./hand-off.ts";

applySettingsInFolder();

const MINE = { checkoutId: "my visit" };
const FIELDS = [
  ["event", "12"],
  ["qty.3", "2"],
] as const;

const sealed = async () => (await sealHandOff(MINE, FIELDS)) ?? "";

test("P21: a hand-off opens once, in the purchase that it was made for", async () => {
  const token = await sealed();
  assert.deepEqual(await openHandOff(MINE, token), FIELDS);
  assert.equal(await openHandOff(MINE, token), undefined, "a replay");
});

test("P21: refuses another browser, a browser without a purchase, and a later checkout id", async () => {
  const token = await sealed();
  assert.equal(await openHandOff({ checkoutId: "another visit" }, token), undefined);
  assert.equal(await openHandOff(undefined, token), undefined);
  // A refused use by another browser does not use it up.
  assert.deepEqual(await openHandOff(MINE, token), FIELDS);
});

test("P21: opens for 60 seconds, and not at 61", async (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: Date.parse("2026-12-04T12:00:00Z") });
  const [early, late] = [await sealed(), await sealed()];
  context.mock.timers.tick(59_000);
  assert.deepEqual(await openHandOff(MINE, early), FIELDS);
  context.mock.timers.tick(2_000);
  assert.equal(await openHandOff(MINE, late), undefined);
});

test("P21: refuses a text that was changed or sealed for another purpose", async () => {
  const foreign = await seal("visit", { id: "1", checkoutId: "my visit", fields: [] });
  const token = await sealed();
  for (const text of [foreign, "", token.slice(0, -2), token.slice(1)])
    assert.equal(await openHandOff(MINE, text), undefined);
});

test("P21: a hand-off fits into a cookie: the prices shown are left out first, then the ids of clicks, then the campaign, never a ticket", async () => {
  const long = (name: string, length: number) => [name, "x".repeat(length)] as const;
  const isWhole = async (token: string | undefined) => (token === undefined ? [] : await fieldsIn(token));
  const small = [...FIELDS, long("shown", 900), long("utm_source", 200)];
  assert.deepEqual(await isWhole(await sealHandOff(MINE, small)), small);
  const shown = await sealHandOff(MINE, [...FIELDS, long("shown", 5_000), long("utm_source", 200)]);
  assert.deepEqual(await isWhole(shown), [...FIELDS, long("utm_source", 200)]);
  const clicks = [long("gclid", 200), long("msclkid", 3_000)];
  const withoutClicks = await sealHandOff(MINE, [...FIELDS, ...clicks, long("shown", 5_000), long("ref", 200)]);
  assert.deepEqual(await isWhole(withoutClicks), [...FIELDS, long("ref", 200)]);
  const campaigns = Array.from({ length: 40 }, (_, at) => long(`utm_a${at}`, 200));
  const carried = await sealHandOff(MINE, [
    ...campaigns,
    ...FIELDS,
    long("embed", 90),
    long("return", 90),
    long("shown", 5_000),
  ]);
  assert.deepEqual(await isWhole(carried), FIELDS);
  assert.ok((carried?.length ?? 0) < 3_500);
  assert.equal(await sealHandOff(MINE, [...FIELDS, long("code", 9_000)]), undefined);
});
