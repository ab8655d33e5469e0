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

test("a person with one name has no first name: in the sale, on the ticket and after a change", async () => {
  const { cart, key } = await reserved(1);
  const { FIRST_NAME, ...suharto } = { ...ADA, LAST_NAME: "Suharto" };
  const locked = (body: object) => shop("POST", `/cart/${cart}/lock`, body);
  for (const flag of [undefined, "false", false])
    assert.deepEqual(errorOf(await locked({ ...suharto, ONE_NAME: flag })), [400, "FIRST_NAME", "REQUIRED"]);
  assert.deepEqual(errorOf(await locked({ ...suharto, ONE_NAME: "yes" })), [400, "ONE_NAME", "TYPE"]);
  assert.deepEqual(errorOf(await locked({ ...ADA, LAST_NAME: undefined, ONE_NAME: "true" })), [
    400,
    "LAST_NAME",
    "REQUIRED",
  ]);
  assert.equal((await locked({ ...ADA, ONE_NAME: "false" })).status, 200);
  assert.equal((await locked({ ...suharto, FIRST_NAME: "Ada", ONE_NAME: true })).status, 200);
  assert.equal((await locked({ ...suharto, ONE_NAME: "true" })).status, 200);
  assert.equal(at(await shop("POST", `/cart/${cart}/payment`, { amount: 47.5, creditCard: CARD }), "type"), "SUCCESS");
  const sale = async () => {
    const read = await shop("GET", `/payment/${key}`);
    return [Object(at(read, "data")), at(read, "admissions", 0, "holder")];
  };
  assert.deepEqual(await sale(), [{ FIRST_NAME: "", LAST_NAME: "Suharto", EMAIL: ADA.EMAIL }, "Suharto"]);
  assert.equal((await shop("PUT", `/order/${key}/data`, { FIRST_NAME })).status, 200);
  assert.equal((await sale())[1], "Ada Suharto");
  assert.equal((await shop("PUT", `/order/${key}/data`, { ONE_NAME: "true" })).status, 200);
  assert.equal((await sale())[1], "Suharto");
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
