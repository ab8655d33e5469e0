import assert from "node:assert/strict";
import test from "node:test";
import { admit } from "#src/admissions/use-cases/admit.ts";
import { toRefund } from "#src/payments/http/refunds.ts";
import { followRefunds } from "#src/payments/use-cases/settle-refunds.ts";
import { answerType } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { gist, makeRefundsDue, refundFaults, refundStage, ticketsOf } from "./refund-story.ts";

const { db, drop } = await testDatabase();
test.after(drop);
test.afterEach(async () => assert.deepEqual(await refundFaults(db), []));

test("refunds a sale to its card once: its tickets stop admitting, and its places are on sale again", async () => {
  const { runtime, caller, processor, sold, refund, taken, status } = await refundStage(db, {
    types: [{ maximum: 5 }],
  });
  const { key, tickets } = await sold([2]);
  assert.deepEqual(await taken(), [2, 2]);
  assert.equal(gist(await refund(key)), "REFUNDED 9500");
  assert.equal(gist(await refund(key)), "returned_already");
  assert.deepEqual(await taken(), [0, 0]);
  assert.deepEqual(
    (await ticketsOf(db, key)).map((ticket) => [ticket.status, ticket.refunded]),
    [
      ["REFUNDED", 4750],
      ["REFUNDED", 4750],
    ],
  );
  assert.equal((await admit(runtime, caller, String(tickets[0]?.id), undefined)).result, "NOT_CONFIRMED");
  assert.equal(await status(key), "CONFIRMED");
  assert.deepEqual(processor.ledger.slice(2), ["refundPart 95.00"]);
});

test("refunds ticket by ticket, never more than was paid for each, with a fee kept or not", async () => {
  const { processor, sold, refund, taken } = await refundStage(db);
  const { key, tickets } = await sold([3]);
  const [first, second, third] = tickets.map(({ id }) => id);
  assert.equal(
    gist(await refund(key, { admissionIds: [first ?? 0], share: { fee: "kept", percentage: 100 } })),
    "REFUNDED 4500",
  );
  assert.equal(gist(await refund(key, { admissionIds: [first ?? 0] })), "returned_already");
  assert.equal(gist(await refund(key, { admissionIds: [second ?? 0, second ?? 0] })), "REFUNDED 4750");
  assert.equal(gist(await refund(key, { admissionIds: [third ?? 0, 999_999] })), "not_of_sale");
  assert.deepEqual(await taken(), [1]);
  assert.equal(gist(await refund(key, { share: { fee: "kept", percentage: 33 } })), "REFUNDED 1485");
  assert.deepEqual(await taken(), [0]);
  assert.deepEqual(processor.ledger.slice(2), ["refundPart 45.00", "refundPart 47.50", "refundPart 14.85"]);
});

test("writes the refund and ends the tickets before the processor is asked", async () => {
  const { runtime, caller, processor, sold, refund, taken } = await refundStage(db);
  const { key, tickets } = await sold([1]);
  processor.meanwhile("refundPart", async () => {
    assert.equal((await admit(runtime, caller, String(tickets[0]?.id), undefined)).result, "NOT_CONFIRMED");
    assert.equal(gist(await refund(key)), "returned_already");
    assert.deepEqual(await taken(), [1], "the place is kept until the money is certain");
  });
  assert.equal(gist(await refund(key)), "REFUNDED 4750");
  assert.deepEqual(await taken(), [0]);
});

test("a refund that the processor refuses leaves the tickets valid, their places taken, and another refund possible", async () => {
  const { runtime, caller, processor, sold, refund, taken } = await refundStage(db);
  const { key, tickets } = await sold([1]);
  processor.script("refundPart", "refused");
  assert.equal(gist(await refund(key)), "REFUSED 4750");
  assert.deepEqual(await taken(), [1]);
  assert.equal((await ticketsOf(db, key))[0]?.refunded, 0);
  assert.equal(gist(await refund(key)), "REFUNDED 4750");
  assert.deepEqual(await taken(), [0]);
  assert.equal((await admit(runtime, caller, String(tickets[0]?.id), undefined)).result, "NOT_CONFIRMED");
  const again = await sold([1]);
  processor.script("refundPart", "refused");
  await refund(again.key);
  assert.equal((await admit(runtime, caller, String(again.tickets[0]?.id), undefined)).result, "ADMITTED");
});

for (const [what, answer, asked] of [
  ["the answer was lost", "lost", ["findRefund"]],
  ["the request was lost", "not_known", ["findRefund", "refundPart 47.50"]],
] as const) {
  test(`completes a refund once when ${what}`, async () => {
    const { runtime, processor, sold, refund, taken } = await refundStage(db);
    const { key } = await sold([1]);
    processor.script("refundPart", answer);
    assert.equal(gist(await refund(key)), "STARTED 4750");
    assert.deepEqual(await taken(), [1]);
    assert.equal(await followRefunds(runtime), 0, "not due yet");
    await makeRefundsDue(db);
    const looked = await Promise.all([followRefunds(runtime), followRefunds(runtime)]);
    assert.deepEqual(looked.toSorted(), [0, 1]);
    assert.deepEqual(await taken(), [0]);
    assert.deepEqual(processor.ledger.slice(2), ["refundPart 47.50", ...asked]);
    assert.equal(gist(await refund(key)), "returned_already");
  });
}

test("the call and the reconciler settle one refund at once: places and message come once", async () => {
  const { runtime, processor, sold, refund, taken } = await refundStage(db);
  const { key } = await sold([1]);
  processor.meanwhile("refundPart", async () => {
    await makeRefundsDue(db);
    await followRefunds(runtime);
  });
  assert.equal(gist(await refund(key)), "REFUNDED 4750");
  assert.deepEqual(await taken(), [0]);
  assert.equal((await messagesOf(key)).length, 1);
});

test("repeats the answer to the same idempotency key, and refuses it for another body", async () => {
  const { processor, sold, refund } = await refundStage(db);
  const { key, tickets } = await sold([2]);
  const once = { idempotencyKey: "once", admissionIds: [tickets[0]?.id ?? 0] };
  const first = await refund(key, once);
  const [again, at] = [await refund(key, once), await refund(key, { ...once, reason: "another" })];
  assert.deepEqual(again, { ...first, replayed: true });
  assert.equal(gist(at), "other_body");
  const both = await Promise.all([1, 2, 3].map(() => refund(key, { idempotencyKey: "twice" })));
  assert.equal(new Set(both.map((one) => one.kind === "refund" && one.refund.id)).size, 1);
  assert.deepEqual(processor.ledger.slice(2), ["refundPart 47.50", "refundPart 47.50"]);
});

test("a ticket is admitted or refunded, never both, unless the manager forces it", async () => {
  const { runtime, caller, sold, refund } = await refundStage(db);
  for (let round = 0; round < 10; round += 1) {
    const { key, tickets } = await sold([1]);
    const [entry, refunded] = await Promise.all([
      admit(runtime, caller, String(tickets[0]?.id), undefined),
      refund(key),
    ]);
    const isIn = entry.result === "ADMITTED";
    assert.equal(gist(refunded), isIn ? "admitted" : "REFUNDED 4750");
    if (isIn) assert.equal(gist(await refund(key, { force: true })), "REFUNDED 4750");
  }
});

test("cash and free tickets are returned without the processor", async () => {
  const { processor, holdLocked, pay, refund, taken } = await refundStage(db, { capabilities: ["BOX_OFFICE"] });
  const { key, cartKey } = await holdLocked([1]);
  assert.equal(
    answerType(await pay(cartKey, "47.50", { parts: [{ method: "CASH", text: "47.50" }], scope: { key } })),
    "SUCCESS",
  );
  assert.equal(gist(await refund(key)), "RETURNED 4750");
  assert.equal((await ticketsOf(db, key))[0]?.status, "RETURNED");
  assert.deepEqual([await taken(), processor.ledger], [[0], []]);

  const free = await refundStage(db, { priceMinor: 0, feeMinor: 0 });
  const order = await free.sold([2]);
  assert.equal(gist(await free.refund(order.key)), "RETURNED 0");
  assert.deepEqual([await free.taken(), free.processor.ledger], [[0], []]);
});

test("what was paid in cash is refunded by a manager only, and the refund and its message say that it is returned by hand", async () => {
  const cash = await refundStage(db, { capabilities: ["BOX_OFFICE"] });
  const { key, cartKey } = await cash.holdLocked([2]);
  const parts = [
    { method: "CASH", text: "65.00" },
    { method: "CREDIT_CARD", text: "30.00" },
  ] as const;
  assert.equal(answerType(await cash.pay(cartKey, "95.00", { parts, scope: { key } })), "SUCCESS");
  await db.query(`UPDATE event SET refund_policy = '{"untilHoursBefore": 1, "percentage": 100, "keepsFee": false}'`);
  const ids = (await ticketsOf(db, key)).map(({ id }) => id);
  for (const admissionIds of [ids, ids.slice(0, 1)])
    assert.equal(gist(await cash.refund(key, { share: "policy", origin: "BUYER", admissionIds })), "paid_in_cash");
  assert.deepEqual(
    (await ticketsOf(db, key)).map(({ status }) => status),
    ["CONFIRMED", "CONFIRMED"],
  );

  const refunded = await cash.refund(key);
  assert.equal(gist(refunded), "REFUNDED 9500");
  assert.ok(refunded.kind === "refund");
  assert.deepEqual(toRefund(refunded.refund).byHand, { amount: 65, currency: "AUD" });
  const [details] = (await messagesOf(key)) as readonly { refund: object }[];
  assert.deepEqual(Reflect.get(details?.refund ?? {}, "byHand"), { amount: 65, currency: "AUD" });
  assert.deepEqual(cash.processor.ledger.slice(-1), ["refundPart 30.00"]);
});

async function messagesOf(key: string): Promise<readonly unknown[]> {
  const rows = await db.query<{ details: unknown }>(
    `SELECT details FROM message WHERE kind = 'REFUNDED' AND sale_keys = ARRAY[$1] ORDER BY created_at`,
    [key],
  );
  return rows.map(({ details }) => details);
}
