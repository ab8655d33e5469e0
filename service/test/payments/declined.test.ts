import assert from "node:assert/strict";
import test from "node:test";
import { BUYER, CARD, openShop } from "#test/selling.ts";

const { shop, processor, db, reserved, close } = await openShop();
test.after(close);

const REASONS = ["declined", "insufficient_funds", "lost_or_stolen", "wrong_security_code", "suspected_fraud"];

test("P12: answers every declined card alike, and stores the processor's reason with the attempt", async () => {
  const { cart } = await reserved();
  await shop("POST", `/cart/${cart}/lock`, BUYER);
  const pay = async () => {
    const { status, body } = await shop("POST", `/cart/${cart}/payment`, { amount: 95, creditCard: CARD });
    return JSON.stringify([status, body]);
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
