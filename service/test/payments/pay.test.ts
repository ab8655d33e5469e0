import assert from "node:assert/strict";
import test from "node:test";
import { admit } from "#src/admissions/use-cases/admit.ts";
import { newReference } from "#src/payments/outside/new-codes.ts";
import { getReceipt } from "#src/payments/use-cases/get-receipt.ts";
import { lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import { expireReservations } from "#src/reservations/use-cases/release.ts";
import { answerType, BUYER, buying, putOnSale, stage } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { testRuntime } from "#test/runtime.ts";

const { db, drop } = await testDatabase();
test.after(drop);

test("pays for a cart once, and admits its tickets once", async () => {
  const { runtime, processor, caller, holdLocked, pay, taken } = await stage(db);
  const { key, cartKey } = await holdLocked([2]);
  const outcome = await pay(cartKey, "95.00");
  const [sale] = await db.query<{ reference: string }>("SELECT reference FROM sale WHERE key = $1", [key]);
  assert.deepEqual(outcome, {
    kind: "answer",
    replayed: false,
    reference: sale?.reference,
    answer: {
      type: "SUCCESS",
      amount: { minor: 9500, currency: "AUD" },
      payments: [{ key, type: "SUCCESS", status: "CONFIRMED", amount: { minor: 9500, currency: "AUD" } }],
    },
  });
  assert.deepEqual(processor.ledger, ["authorise 95.00", "capture"]);
  assert.deepEqual(await taken(), [2]);

  const receipt = await getReceipt(runtime, caller, { key });
  assert.equal(receipt?.admissions.length, 2);
  const [first] = receipt?.admissions ?? [];
  assert.equal((await admit(runtime, caller, String(first?.id), undefined)).result, "ADMITTED");
  const again = await admit(runtime, caller, String(first?.id), undefined);
  assert.equal(again.result, "ALREADY_ADMITTED");
  assert.equal((await admit(runtime, caller, String(again.admission?.uuid), undefined)).result, "ALREADY_ADMITTED");
});

test("P06: the attempt is committed before its charge, and the message goes to the buyer of the sale alone", async () => {
  const { processor, holdLocked, pay } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  const written = () => db.query(`SELECT state FROM payment_attempt WHERE cart_key = $1`, [cartKey]);
  processor.meanwhile("authorise", async () => assert.deepEqual(await written(), [{ state: "STARTED" }]));
  assert.equal(answerType(await pay(cartKey, "47.50")), "SUCCESS");
  const messages = await db.query(`SELECT recipient FROM message WHERE sale_keys = ARRAY[$1]`, [key]);
  assert.deepEqual(messages, [{ recipient: BUYER.EMAIL }]);
});

test("pays for twenty events in one cart with one charge and one message", async () => {
  const { runtime, caller, processor, reserve, pay } = await stage(db);
  const { key, cartKey } = await reserve([1]);
  const keys = [key];
  for (let nth = 1; nth < 20; nth += 1) {
    const onSale = await putOnSale(db);
    await db.query(`UPDATE event SET account_id = $1 WHERE id = $2`, [caller.account.id, onSale.eventId]);
    keys.push((await buying(runtime, { ...onSale, caller }).reserve([1], { cartKey })).key);
  }
  assert.equal((await lockCart(runtime, caller, { cartKey }, BUYER)).ok, true);
  assert.equal(answerType(await pay(cartKey, "950.00")), "SUCCESS");
  assert.deepEqual(processor.ledger, ["authorise 950.00", "capture"]);
  const messages = await db.query<{ keys: string[] }>(`SELECT sale_keys AS keys FROM message WHERE account_id = $1`, [
    caller.account.id,
  ]);
  assert.deepEqual(
    messages.map((message) => message.keys.toSorted()),
    [keys.toSorted()],
  );
});

test("P04: makes one charge for concurrent payments of a cart", async () => {
  const { processor, holdLocked, pay } = await stage(db);
  const { cartKey } = await holdLocked([1]);
  const types = (await Promise.all([1, 2, 3].map(() => pay(cartKey, "47.50")))).map(answerType);
  assert.deepEqual(types.toSorted(), ["SUCCESS", "WRONG_STATE", "WRONG_STATE"]);
  assert.deepEqual(processor.ledger, ["authorise 47.50", "capture"]);
});

test("confirms a free cart without a card and without the processor", async () => {
  const { processor, holdLocked, pay, status } = await stage(db, { priceMinor: 0, feeMinor: 0 });
  const { key, cartKey } = await holdLocked([3]);
  assert.equal(answerType(await pay(cartKey, "0.00", { parts: [{ method: "CREDIT_CARD", text: "0.00" }] })), "SUCCESS");
  assert.equal(await status(key), "CONFIRMED");
  assert.deepEqual(processor.ledger, []);
});

test("P08: does not expire a sale that is being paid for", async () => {
  const { runtime, processor, holdLocked, pay, lapse, status, taken } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.meanwhile("authorise", async () => {
    await lapse(key, 3_600);
    await expireReservations(runtime);
    assert.equal(await status(key), "PROCESSING");
    assert.deepEqual(await taken(), [1]);
  });
  assert.equal(answerType(await pay(cartKey, "47.50")), "SUCCESS");
});

test("P07: a late payment takes its places again, and charges nothing when they are sold", async () => {
  const { runtime, processor, holdLocked, reserve, pay, lapse, taken, status } = await stage(db, { sections: [1] });
  const late = await holdLocked([1]);
  await lapse(late.key);
  await expireReservations(runtime);
  assert.deepEqual(await taken(), [0]);
  assert.equal(answerType(await pay(late.cartKey, "47.50")), "SUCCESS");
  assert.deepEqual(await taken(), [1]);

  const other = await stage(db, { sections: [1] });
  const tooLate = await other.holdLocked([1]);
  await other.lapse(tooLate.key);
  await other.reserve([1]);
  assert.equal(answerType(await other.pay(tooLate.cartKey, "47.50")), "WRONG_STATE");
  assert.deepEqual(other.processor.ledger, []);
  assert.deepEqual(await other.taken(), [1]);
  assert.equal(await status(late.key), "CONFIRMED");
  assert.deepEqual(processor.ledger, ["authorise 47.50", "capture"]);
  assert.equal(await reserve([1]).catch(() => undefined), undefined);
});

test("P07: lets one of two late payments for one place succeed", async () => {
  const { processor, holdLocked, pay, lapse, taken } = await stage(db, { sections: [1] });
  const first = await holdLocked([1]);
  await lapse(first.key);
  const second = await holdLocked([1]);
  await lapse(second.key);
  const types = (await Promise.all([first, second].map(({ cartKey }) => pay(cartKey, "47.50")))).map(answerType);
  assert.deepEqual(types.toSorted(), ["SUCCESS", "WRONG_STATE"]);
  assert.deepEqual(processor.ledger, ["authorise 47.50", "capture"]);
  assert.deepEqual(await taken(), [1]);
});

test("P07: answers NO_SALES after the grace period", async () => {
  const { processor, holdLocked, pay, lapse } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  await lapse(key, 601);
  assert.equal(answerType(await pay(cartKey, "47.50")), "NO_SALES");
  assert.deepEqual(processor.ledger, []);
});

test("a reference that the account has used is drawn again, and another account may use it", async () => {
  const { db, drop } = await testDatabase();
  try {
    const drawn = ["222222", "222222", "222222", "333333", "222222"];
    const runtime = testRuntime(db, { newReference: () => drawn.shift() ?? newReference() });
    const onSale = await putOnSale(db);
    for (const buyer of [buying(runtime, onSale), buying(runtime, onSale), buying(runtime, await putOnSale(db))]) {
      const { cartKey } = await buyer.holdLocked([1]);
      assert.equal(answerType(await buyer.pay(cartKey, "47.50")), "SUCCESS");
    }
    const rows = await db.query<{ reference: string }>(`SELECT reference FROM sale ORDER BY created_at`);
    assert.deepEqual(
      rows.map(({ reference }) => reference),
      ["222222", "333333", "222222"],
    );
    assert.deepEqual(drawn, []);
  } finally {
    await drop();
  }
});
