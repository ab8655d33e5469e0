import assert from "node:assert/strict";
import test from "node:test";
import { type Answered, at, BUYER, CARD, make, openShop } from "#test/test-app.ts";

const testApp = await openShop();
test.after(testApp.close);
const { shop, promoter, stranger, putOn, reserve } = testApp;

/** Returns the result of each code, with its saving. */
function results(answered: Answered): readonly unknown[] {
  return (at(answered, "codes") as { code: string; result: string; saving?: { amount: number } }[]).map(
    ({ code, result, saving }) => (saving === undefined ? [code, result] : [code, result, saving.amount]),
  );
}

async function enabled(path: string, body: object): Promise<number> {
  const id = await make(promoter, path, body);
  assert.equal((await promoter("PUT", `${path}/${id}/enable/true`)).status, 200);
  return id;
}

let made = 0;
/** Creates a code for 10 % off the tickets of one event. */
async function codeFor(event: number, more: object = {}): Promise<string> {
  made += 1;
  const rule = { name: "Ten off", kind: "PER_TICKET", percentage: 10, codeRequired: true };
  const discount = await enabled("/discount", { ...rule, events: [event] });
  await make(promoter, "/code", { text: `Save${made}`, kind: "DISCOUNT", discount, ...more });
  return `Save${made}`;
}

const total = (answered: Answered) => at(answered, "invoice", "total", "amount");
const cartOf = (key: unknown) => shop("GET", `/cart/${String(key)}`);

test("applies a code to line, sale and cart, and returns it with each", async () => {
  const on = await putOn();
  const code = await codeFor(on.event);
  const answered = await reserve(shop, on, 2, { bookingCode: ` ${code.toUpperCase()}  nope ` });
  assert.deepEqual(results(answered), [
    [code.toUpperCase(), "APPLIED", 9.5],
    ["nope", "UNKNOWN"],
  ]);
  assert.deepEqual([total(answered), at(answered, "invoice", "lines", 0, "total", "amount")], [85.5, 95]);
  const row = [
    at(answered, "invoice", "savings", 0, "name"),
    at(answered, "invoice", "savings", 0, "amount", "amount"),
  ];
  assert.deepEqual(row, ["Ten off", 9.5]);
  assert.deepEqual(at(answered, "invoice", "lines", 0, "savings"), at(answered, "invoice", "savings"));

  const key = String(at(answered, "key"));
  const read = await shop("GET", `/reservation/${key}`);
  assert.deepEqual(at(read, "invoice"), at(answered, "invoice"));
  assert.deepEqual(at(read, "codes"), at(answered, "codes"));
  const cart = await cartOf(at(answered, "multiSaleKey"));
  assert.deepEqual([at(cart, "total", "amount"), at(cart, "codes")], [85.5, at(answered, "codes")]);
  assert.deepEqual(at(cart, "savings"), at(answered, "invoice", "savings"));
  assert.deepEqual(at(cart, "sales", 0, "items", 0, "savings"), at(answered, "invoice", "savings"));

  await shop("POST", `/cart/${at(answered, "multiSaleKey")}/lock`, BUYER);
  const wrong = await shop("POST", `/cart/${at(answered, "multiSaleKey")}/payment`, { amount: 95, creditCard: CARD });
  assert.deepEqual([at(wrong, "type"), at(wrong, "amount", "amount")], ["WRONG_AMOUNT", 85.5]);
  const paid = await shop("POST", `/cart/${at(answered, "multiSaleKey")}/payment`, { amount: 85.5, creditCard: CARD });
  assert.equal(at(paid, "type"), "SUCCESS", JSON.stringify(paid.body));
  const sale = await shop("GET", `/payment/${key}`);
  assert.deepEqual([at(sale, "totalPrice", "amount"), at(sale, "bookingCode")], [85.5, code.toUpperCase()]);
});

const DAY = 24 * 60 * 60 * 1000;
const ANSWERS: readonly (readonly [result: string, more: object])[] = [
  ["NOT_YET", { validFrom: new Date(Date.now() + DAY).toISOString() }],
  ["ENDED", { validTo: new Date(Date.now() - DAY).toISOString() }],
  ["UNKNOWN", { enabled: false }],
];

for (const [result, more] of ANSWERS) {
  test(`reserves tickets at their price with a code that is ${result}`, async () => {
    const on = await putOn();
    const code = await codeFor(on.event, more);
    const answered = await reserve(shop, on, 2, { bookingCode: code });
    assert.deepEqual([results(answered), total(answered)], [[[code, result]], 95]);
  });
}

test("refuses a ticket that needs a code, or is hidden, without the code, and sells it with it", async () => {
  for (const [kind, needs, result] of [
    ["BOOKING", { codeRequired: true }, "UNLOCKED"],
    ["REVEAL", { hidden: true }, "REVEALED"],
  ] as const) {
    const on = await putOn(needs);
    await make(promoter, "/code", { text: `OPEN-${kind}`, kind, ticketTypes: [on.type] });
    const refused = await reserve(shop, on, 1, { bookingCode: "wrong" });
    assert.deepEqual([at(refused, "successful"), at(refused, "errors", 0, "code")], [false, "CODE_REQUIRED"]);
    assert.deepEqual(
      [at(refused, "errors", 0, "path"), results(refused)],
      ["tickets[0].ticketType", [["wrong", "UNKNOWN"]]],
    );
    assert.equal(at(await reserve(shop, on, 1), "errors", 0, "code"), "CODE_REQUIRED");
    const sold = await reserve(shop, on, 1, { bookingCode: `open-${kind.toLowerCase()}` });
    assert.deepEqual([at(sold, "successful"), results(sold)], [true, [[`open-${kind.toLowerCase()}`, result]]]);
    const more = await reserve(shop, on, 1, { multiOrderKey: at(sold, "multiSaleKey") });
    assert.equal(at(more, "successful"), true, "the cart has the code");
  }
});

test("refuses a code with both a discount and a festival discount", async () => {
  const on = await putOn();
  const rule = { name: "Off", percentage: 10, codeRequired: true, events: [on.event] };
  const discount = await enabled("/discount", { ...rule, kind: "PER_TICKET" });
  const festivalDiscount = await enabled("/festivalDiscount", rule);
  const rows = (answered: Answered) =>
    (at(answered, "errors") as { path: string; code: string }[]).map(({ path, code }) => [path, code]);
  const both = { discount, festivalDiscount };

  const refused = await promoter("POST", "/code", { text: "BOTH", kind: "DISCOUNT", ...both });
  assert.deepEqual([refused.status, rows(refused)], [400, [["festivalDiscount", "RANGE"]]]);
  const id = await make(promoter, "/code", { text: "BOTH", kind: "DISCOUNT", festivalDiscount });
  const changed = await promoter("PUT", `/code/${id}`, both);
  assert.deepEqual([changed.status, rows(changed)], [400, [["festivalDiscount", "RANGE"]]]);
  const read = await promoter("GET", `/code/${id}`);
  assert.deepEqual([at(read, "discount"), at(read, "festivalDiscount", "id")], [null, festivalDiscount]);

  for (const field of ["discount", "festivalDiscount"]) {
    const unknown = await promoter("POST", "/code", { text: "NONE", kind: "DISCOUNT", [field]: 999_999 });
    assert.deepEqual([unknown.status, rows(unknown)], [404, [[field, "NOT_FOUND"]]]);
  }
});

test("reports another account's code as unknown", async () => {
  await make(stranger, "/code", { text: "THEIRS", kind: "REVEAL" });
  const on = await putOn();
  const answered = await reserve(shop, on, 1, { bookingCode: "THEIRS nobodys" });
  const [theirs, nobodys] = at(answered, "codes") as readonly object[];
  assert.deepEqual({ ...theirs, code: "" }, { ...nobodys, code: "" });
});
