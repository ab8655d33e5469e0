import assert from "node:assert/strict";
import test from "node:test";
import { createApp } from "#src/app.ts";
import { callsOf } from "#src/calls.ts";
import { openApiDocument } from "#src/platform/http/openapi/document.ts";
import { asking } from "#test/asking.ts";
import { inlineRefs } from "#test/platform/inline-refs.ts";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";
import { testWorld } from "#test/world.ts";

const { db, shop, promoter, reserved, close } = await openShop();
test.after(close);

const errorOf = (answered: Awaited<ReturnType<typeof shop>>) => [answered.status, at(answered, "errors", 0, "path")];

test("stores a postcode with the sale, and reads it back and changes it after the payment", async () => {
  const { cart, key } = await reserved(1);
  assert.equal((await shop("POST", `/cart/${cart}/lock`, { ...BUYER, POSTCODE: " 6011 " })).status, 200);
  assert.equal(at(await shop("GET", `/payment/${key}`), "data", "POSTCODE"), "6011");
  await shop("POST", `/cart/${cart}/payment`, { amount: 47.5, creditCard: CARD });
  assert.equal(at(await promoter("PUT", `/order/${key}/data`, { POSTCODE: "0610" }), "successful"), true);
  const read = await promoter("GET", `/payment/${key}`);
  assert.deepEqual([at(read, "data", "POSTCODE"), at(read, "data", "EMAIL")], ["0610", BUYER.EMAIL]);
});

test("refuses a postcode of more than 16 characters, and takes a lock without one", async () => {
  const { cart, key } = await reserved(1);
  const tooLong = await shop("POST", `/cart/${cart}/lock`, { ...BUYER, POSTCODE: "1".repeat(17) });
  assert.deepEqual(errorOf(tooLong), [400, "POSTCODE"]);
  assert.equal((await shop("POST", `/cart/${cart}/lock`, BUYER)).status, 200);
  assert.equal(at(await shop("GET", `/payment/${key}`), "data", "POSTCODE"), undefined);
});

test("under STRICT_V2 a postcode is refused by its name, in a lock and in a change", async () => {
  const strict = createApp(testWorld(db), { calls: callsOf({ strictV2: true }) });
  const [strictShop, strictPromoter] = [asking(strict, "shop"), asking(strict, "promoter")];
  const { cart, key } = await reserved(1);
  const withPostcode = { ...BUYER, POSTCODE: "6011" };
  assert.deepEqual(errorOf(await strictShop("POST", `/cart/${cart}/lock`, withPostcode)), [400, "POSTCODE"]);
  assert.deepEqual(errorOf(await strictShop("POST", `/reservation/${key}/lock`, withPostcode)), [400, "POSTCODE"]);
  const change = await strictPromoter("PUT", `/order/${key}/data`, { POSTCODE: "6011" });
  assert.deepEqual(errorOf(change), [400, "POSTCODE"]);
  assert.equal((await strictShop("POST", `/cart/${cart}/lock`, BUYER)).status, 200);
  await strict.close();
});

test("the OpenAPI document lists the postcode in the lock, and a strict one does not", () => {
  const lockOf = (strictV2: boolean) =>
    JSON.stringify(inlineRefs(openApiDocument(callsOf({ strictV2 }))).paths["/cart/{key}/lock"] ?? {});
  assert.match(lockOf(false), /POSTCODE/);
  assert.doesNotMatch(lockOf(true), /POSTCODE/);
});
