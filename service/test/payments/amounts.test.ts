import assert from "node:assert/strict";
import test from "node:test";
import { at, BUYER, CARD, openShop } from "#test/test-app.ts";

const { shop, promoter, processor, db, reserved, close } = await openShop();
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

test("refuses an impossible card number before charging", async () => {
  const { cart, key } = await reserved();
  await shop("POST", `/cart/${cart}/lock`, BUYER);
  const before = processor.ledger.length;
  const creditCard = { ...CARD, number: "4111 1111 1111 1112" };
  const refused = [
    await shop("POST", `/cart/${cart}/payment`, { amount: 95, creditCard }),
    await shop("POST", `/reservation/${key}/payment`, { amounts: { CREDIT_CARD: 95 }, creditCard }),
  ];
  for (const answered of refused) {
    assert.equal(answered.status, 400);
    assert.equal(at(answered, "errors", 0, "path"), "creditCard.number");
    assert.ok(!JSON.stringify(answered.body).includes("1112"), "the answer contains no digits of the card");
  }
  assert.equal(processor.ledger.length, before);
  assert.deepEqual(at(await shop("GET", `/payment/${key}`), "transactions"), []);
});

test("P09: refuses a part without a method", async () => {
  const { key } = await reserved();
  await shop("POST", `/reservation/${key}/lock`, BUYER);
  for (const amounts of ['{"__proto__": 95}', '{"CREDIT_CARD": 1, "__proto__": 94}', '{"constructor": 95}']) {
    const body = `{"amounts": ${amounts}, "creditCard": ${JSON.stringify(CARD)}}`;
    assert.equal((await shop("POST", `/reservation/${key}/payment`, body)).status, 400, amounts);
  }
  assert.equal(at(await shop("GET", `/payment/${key}`), "status"), "LOCKED");
});

const REASONS = ["declined", "insufficient_funds", "lost_or_stolen", "wrong_security_code", "suspected_fraud"];

test("P12: answers every declined card alike, and stores the processor's reason with the attempt", async () => {
  const { cart } = await reserved();
  await shop("POST", `/cart/${cart}/lock`, BUYER);
  const pay = async () => {
    const { status, body } = await shop("POST", `/cart/${cart}/payment`, { amount: 95, creditCard: CARD });
    // The reference is random, and new for each attempt.
    return JSON.stringify([status, { ...Object(body), reference: "" }]);
  };
  processor.script("authorise", ...REASONS.map((code) => ({ state: "declined" as const, id: "p1", code })));
  const answers: string[] = [];
  for (const _reason of REASONS) answers.push(await pay());
  assert.match(answers[0] ?? "", /REFUSED/);
  assert.equal(new Set(answers).size, 1, answers.join("\n"));

  const attempts = await db.query<{ decline_code: string }>(
    `SELECT decline_code FROM payment_attempt WHERE cart_key = $1`,
    [cart],
  );
  assert.deepEqual(attempts.map(({ decline_code }) => decline_code).toSorted(), REASONS.toSorted());

  // The control: an approved card is answered otherwise.
  assert.ok(!answers.includes(await pay()));
});
