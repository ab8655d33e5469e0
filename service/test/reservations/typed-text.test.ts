import assert from "node:assert/strict";
import test from "node:test";
import { at, CARD, make, openShop } from "#test/test-app.ts";

const { shop, promoter, putOn, reserve, reserved, close } = await openShop();
test.after(close);

const ADA = { FIRST_NAME: "Ada", LAST_NAME: "Lovelace", EMAIL: "ada@example.com" };
const errorOf = (answered: Awaited<ReturnType<typeof shop>>) => [
  answered.status,
  at(answered, "errors", 0, "path"),
  at(answered, "errors", 0, "code"),
];

test("a buyer's name has no web address, in any call that sets it; one with a dot is accepted", async () => {
  const { cart, key } = await reserved(1);
  for (const field of ["FIRST_NAME", "LAST_NAME"])
    for (const name of ["WIN 500 EUR https://evil.example", "www.evil.example", "Ｗｗｗ．evil", "ht\u200btp://x"]) {
      const refused = await shop("POST", `/cart/${cart}/lock`, { ...ADA, [field]: name });
      assert.deepEqual(errorOf(refused), [400, field, "RANGE"], name);
      assert.match(String(at(refused, "messages", 0)), /name without a web address/);
    }
  assert.equal(
    (await shop("POST", `/cart/${cart}/lock`, { ...ADA, FIRST_NAME: "St.John", LAST_NAME: "Mr.Li" })).status,
    200,
  );
  assert.equal(at(await shop("POST", `/cart/${cart}/payment`, { amount: 47.5, creditCard: CARD }), "type"), "SUCCESS");
  const changed = await shop("PUT", `/order/${key}/data`, { LAST_NAME: "www.evil.example" });
  assert.deepEqual(errorOf(changed), [400, "LAST_NAME", "RANGE"]);
  const admission = at(await shop("GET", `/payment/${key}`), "admissions", 0, "id");
  const rename = (name: string) => shop("PUT", `/admission/${admission}/holder`, { name }, { "Sale-Key": key });
  assert.deepEqual(errorOf(await rename("https://evil.example")), [400, "name", "RANGE"]);
  assert.equal(at(await rename("\u3164\u200b"), "errors", 0, "path"), "name");
  assert.equal(at(await rename("Mr.Li"), "successful"), true);
});

test("text of invisible letters is no text, in a buyer's fields and in the catalogue", async () => {
  const { cart } = await reserved(1);
  for (const blank of ["\u200b", "\u2060\u200d", "\u3164", "\uffa0", "\u202e\u202c", "\u0301", "\u00ad", "\u00a0"])
    for (const field of ["FIRST_NAME", "LAST_NAME", "EMAIL"]) {
      const [status, path] = errorOf(await shop("POST", `/cart/${cart}/lock`, { ...ADA, [field]: blank }));
      assert.deepEqual([status, path], [400, field], JSON.stringify(blank));
    }
  assert.equal(errorOf(await promoter("POST", "/venue", { name: "\u3164", timeZone: "UTC" }))[1], "name");
});

test("copied addresses are stored clean, and digits of other scripts as plain ones", async () => {
  const { cart, key } = await reserved(1);
  const typed = { ...ADA, EMAIL: "\u200bAda <mailto:Ada@example.com>\u00a0", PHONE: "٠٢١ ۱۲۳ ४५६７" };
  assert.equal((await shop("POST", `/cart/${cart}/lock`, typed)).status, 200);
  const data = at(await shop("GET", `/payment/${key}`), "data");
  assert.deepEqual(Object(data), { ...ADA, EMAIL: "Ada@example.com", PHONE: "021 123 4567" });
  const creditCard = { ...CARD, number: "٤١١١ ۱۱۱۱ १११１–1111", cvv: "١۲३" };
  assert.equal(at(await shop("POST", `/cart/${cart}/payment`, { amount: 47.5, creditCard }), "type"), "SUCCESS");
});

test("a code is the same with the digits of any script", async () => {
  const on = await putOn({ codeRequired: true });
  await make(promoter, "/code", { text: "FAN2026", kind: "BOOKING" });
  await make(promoter, "/code", { text: "نادي٧", kind: "BOOKING" });
  for (const bookingCode of ["fan٢٠٢٦", "FAN۲۰۲۶", "نادي7"])
    assert.equal(at(await reserve(shop, on, 1, { bookingCode }), "successful"), true, bookingCode);
  assert.notEqual((await promoter("POST", "/code", { text: "fan२०२६", kind: "BOOKING" })).status, 200);
});
