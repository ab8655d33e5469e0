import assert from "node:assert/strict";
import test from "node:test";
import { CALLS } from "#src/calls.ts";
import { openApiDocument } from "#src/platform/http/openapi/document.ts";
import { asking } from "#test/asking.ts";
import { inlineRefs } from "#test/platform/inline-refs.ts";
import { at, CARD, openShop } from "#test/selling.ts";

const { app, processor, shop, reserved, close } = await openShop();
test.after(close);

test("answers 429 with the documented body to many guesses at once, and a guessed call pays nothing", async () => {
  const { cart } = await reserved();
  const guesses = await Promise.all(
    Array.from({ length: 16 }, (_, nth) =>
      asking(app, "promoter", `guess ${nth}`)("POST", `/cart/${cart}/payment`, { amount: 95, creditCard: CARD }),
    ),
  );
  const statuses = guesses.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [...Array(4).fill(401), ...Array(12).fill(429)]);
  const putOff = guesses.find(({ status }) => status === 429);
  assert.match(String(putOff?.headers["retry-after"]), /^[1-9]\d*$/);
  const { successful, messages, errors } = Object(putOff?.body);
  assert.deepEqual([successful, messages, errors[0].path], [false, [errors[0].message], "Authorization"]);
  assert.equal(errors[0].code, "TOO_MANY_FAILURES");
  assert.deepEqual(processor.ledger, []);
  assert.equal(at(await shop("GET", `/cart/${cart}`), "sales", 0, "status"), "RESERVED");
});

test("documents 429 for every call", () => {
  for (const operations of Object.values(inlineRefs(openApiDocument(CALLS)).paths)) {
    for (const operation of Object.values(operations)) assert.ok(Object.hasOwn(Object(operation.responses), "429"));
  }
});
