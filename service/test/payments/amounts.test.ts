import assert from "node:assert/strict";
import test from "node:test";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";

const { shop, promoter, processor, reserved, close } = await openShop();
test.after(close);

test("accepts cash, and an amount in parts, at the box office only", async () => {
  const { key } = await reserved();
  await shop("POST", `/reservation/${key}/lock`, BUYER);
  assert.equal((await shop("POST", `/reservation/${key}/payment`, { amounts: { CASH: 95 } })).status, 403);
  assert.equal((await promoter("POST", `/reservation/${key}/payment`, { amounts: { VOUCHER: 95 } })).status, 400);
  const short = await promoter("POST", `/reservation/${key}/payment`, { amounts: { CASH: 94.99 } });
  assert.equal(at(short, "type"), "WRONG_AMOUNT");
  const before = processor.ledger.length;
  const paid = await promoter("POST", `/reservation/${key}/payment`, {
    amounts: { CASH: 50, CREDIT_CARD: 45 },
    creditCard: CARD,
  });
  assert.equal(at(paid, "type"), "SUCCESS");
  assert.equal(at(paid, "successful"), true);
  assert.deepEqual(processor.ledger.slice(before), ["authorise 45.00", "capture"]);
});

const odd: readonly (readonly [amount: string, status: number, type?: string])[] = [
  ["94.99", 200, "WRONG_AMOUNT"],
  ["95.01", 200, "WRONG_AMOUNT"],
  ["95.001", 200, "WRONG_AMOUNT"],
  ["95.00000000000000001", 200, "WRONG_AMOUNT"],
  ["9007199254740993", 200, "WRONG_AMOUNT"],
  ["0", 200, "WRONG_AMOUNT"],
  ["9.6e1", 200, "WRONG_AMOUNT"],
  ["1e309", 400],
  ["-95", 400],
  ["NaN", 400],
  ['"95.00"', 400],
  ["null", 400],
  ["[95]", 400],
  ['95, "amount": 1', 400],
  ['1, "am\\u006funt": 95', 400],
];

test("P09: charges nothing when the amount is not exactly what is due", async () => {
  const { cart, key } = await reserved();
  await shop("POST", `/cart/${cart}/lock`, BUYER);
  const before = processor.ledger.length;
  for (const [amount, status, type] of odd) {
    const answered = await shop(
      "POST",
      `/cart/${cart}/payment`,
      `{"amount": ${amount}, "creditCard": ${JSON.stringify(CARD)}}`,
    );
    assert.equal(answered.status, status, amount);
    if (type !== undefined) assert.equal(at(answered, "type"), type, amount);
    if (type !== undefined) assert.equal(at(answered, "amount", "amount"), 95, amount);
  }
  assert.equal(processor.ledger.length, before);
  assert.equal(at(await shop("GET", `/payment/${key}`), "status"), "LOCKED");
});

const mistyped: readonly (readonly [what: string, number: string])[] = [
  ["its last digit is another", "4111 1111 1111 1112"],
  ["two neighbours are swapped", "1411 1111 1111 1111"],
  ["a digit is left out", "411 1111 1111 1111"],
  ["it has letters", "4111 1111 1111 111l"],
  ["it is too short, though its digits add up", "4000 0000 006"],
];

for (const [what, number] of mistyped) {
  test(`refuses an impossible card number before charging: ${what}`, async () => {
    const { cart, key } = await reserved();
    await shop("POST", `/cart/${cart}/lock`, BUYER);
    const before = processor.ledger.length;
    const creditCard = { ...CARD, number };
    const refused = [
      await shop("POST", `/cart/${cart}/payment`, { amount: 95, creditCard }),
      await shop("POST", `/reservation/${key}/payment`, { amounts: { CREDIT_CARD: 95 }, creditCard }),
    ];
    for (const answered of refused) {
      assert.equal(answered.status, 400);
      assert.equal(at(answered, "errors", 0, "path"), "creditCard.number");
      assert.ok(!JSON.stringify(answered.body).includes(number.slice(-4)), "the answer contains no digits of the card");
    }
    assert.equal(processor.ledger.length, before);
    assert.equal(at(await shop("GET", `/payment/${key}`), "status"), "LOCKED");
    assert.deepEqual(at(await shop("GET", `/payment/${key}`), "transactions"), []);
  });
}

test("P09: refuses a part without a method", async () => {
  const { key } = await reserved();
  await shop("POST", `/reservation/${key}/lock`, BUYER);
  for (const amounts of ['{"__proto__": 95}', '{"CREDIT_CARD": 1, "__proto__": 94}', '{"constructor": 95}']) {
    const body = `{"amounts": ${amounts}, "creditCard": ${JSON.stringify(CARD)}}`;
    assert.equal((await shop("POST", `/reservation/${key}/payment`, body)).status, 400, amounts);
  }
  assert.equal(at(await shop("GET", `/payment/${key}`), "status"), "LOCKED");
});
