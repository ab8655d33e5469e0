import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { after, test } from "node:test";
import { lockForCancelling } from "#src/catalogue/store/cancelling.ts";
import { Card } from "#src/payments/domain/card.ts";
import { cancel } from "#src/payments/use-cases/cancellations/cancel.ts";
import { settlePayments } from "#src/payments/use-cases/settle-payments.ts";
import { MEASUREMENTS, type Measurement } from "#src/platform/domain/measure.ts";
import type { Db } from "#src/platform/store/db.ts";
import { answerType, buying, CARD } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { recording } from "#test/recording.ts";
import { makeDue, stage } from "#test/stage.ts";

// What one of several payments in a shared transaction does to the others.

const { db, drop } = await testDatabase();
after(drop);
const BUYERS = 20;

type Stage = Awaited<ReturnType<typeof stage>>;

const lockedCarts = ({ holdLocked }: Stage, count: number) =>
  Promise.all(Array.from({ length: count }, () => holdLocked([1])));
const isEnd = (text: string) => text.includes("SET state = ended.state");

test("a payment of an event that is being cancelled waits by itself, and the others are confirmed together", async () => {
  const [cancelled, other] = [await stage(db), await stage(db, { sections: [100] })];
  const texts: string[] = [];
  const shared = recording(db, texts);
  const { pay } = buying({ ...other.world, db: shared }, other.onSale);
  const held = await cancelled.holdLocked([1]);
  const others = await lockedCarts(other, BUYERS);
  let waiting: ReturnType<typeof pay> | undefined;
  await db.transaction(async (tx) => {
    await lockForCancelling(tx, cancelled.onSale.eventId);
    waiting = pay(held.cartKey, "47.50", { caller: cancelled.caller });
    const outcomes = await Promise.all(others.map(({ cartKey }) => pay(cartKey, "47.50")));
    assert.deepEqual(new Set(outcomes.map(answerType)), new Set(["SUCCESS"]));
    assert.equal(await other.status(held.key), "PROCESSING");
  });
  assert.ok(waiting);
  assert.equal(answerType(await waiting), "SUCCESS");
  assert.equal(texts.filter(isEnd).length, 2);
});

test("a single payment of an event that is being cancelled does not hold up a later one of another event", async () => {
  const [cancelled, other] = [await stage(db), await stage(db)];
  const { pay } = buying({ ...other.world }, other.onSale);
  const [held, later] = [await cancelled.holdLocked([1]), await other.holdLocked([1])];
  let waiting: ReturnType<typeof pay> | undefined;
  await db.transaction(async (tx) => {
    await lockForCancelling(tx, cancelled.onSale.eventId);
    waiting = pay(held.cartKey, "47.50", { caller: cancelled.caller });
    await untilOneWaits();
    assert.equal(answerType(await pay(later.cartKey, "47.50")), "SUCCESS");
    assert.equal(await other.status(held.key), "PROCESSING");
  });
  assert.ok(waiting);
  assert.equal(answerType(await waiting), "SUCCESS");
});

test("tries to pay are counted in the same steps with and without an idempotency key", async () => {
  const on = await stage(db, { sections: [100] });
  const texts: string[] = [];
  const { pay } = buying({ ...on.world, db: recording(db, texts) }, on.onSale);
  const carts = await lockedCarts(on, 4);
  const outcomes = await Promise.all(
    carts.map(({ cartKey }, at) =>
      pay(cartKey, "47.50", {
        card: new Card({ ...CARD.reveal(), number: `400000000000003${at}` }),
        ...(at % 2 === 0 && { idempotencyKey: `key ${at}` }),
      }),
    ),
  );
  assert.deepEqual(new Set(outcomes.map(answerType)), new Set(["SUCCESS"]));
  assert.equal(texts.filter((text) => text.includes("INSERT INTO payment_try")).length, 2, "carts, then cards");
});

test("orders whose event was cancelled meanwhile leave the shared transaction, and the others are confirmed together", async () => {
  const free = { priceMinor: 0, feeMinor: 0, sections: [100] };
  const [cancelled, other] = [await stage(db, free), await stage(db, free)];
  const carts = [
    ...(await lockedCarts(cancelled, 3)).map(({ cartKey }) => ({ cartKey, caller: cancelled.caller })),
    ...(await lockedCarts(other, 3)).map(({ cartKey }) => ({ cartKey, caller: other.caller })),
  ];
  let ended = 0;
  const transaction: Db["transaction"] = async (work) => {
    const result = await db.transaction(work);
    ended += 1;
    // The attempts are open, and not confirmed yet.
    if (ended === 1) await cancel(cancelled.world, cancelled.caller, { eventId: cancelled.onSale.eventId }, "ALL");
    return result;
  };
  const { pay, state } = buying({ ...other.world, db: { ...db, transaction } }, other.onSale);
  const outcomes = await Promise.all(carts.map(({ cartKey, caller }) => pay(cartKey, "0", { caller })));
  const [refused, paid] = [Array(3).fill("WRONG_STATE"), Array(3).fill("SUCCESS")];
  assert.deepEqual(outcomes.map(answerType), [...refused, ...paid]);
  assert.deepEqual(await state(carts[0]?.cartKey ?? ""), ["DECLINED"]);
  assert.equal(ended, 1 + 1 + 3, "opened together, confirmed together, and three by themselves");
});

for (const [fault, type] of [
  ["statement", "SUCCESS"],
  ["commit", "not_known"],
] as const) {
  test(`payments whose shared ${fault} fails are each counted once, when they are committed`, async (t) => {
    const on = await stage(db);
    const reservations = await lockedCarts(on, 3);
    const world = { ...on.world, db: failingOnce(fault) };
    const { pay } = buying(world, on.onSale);
    const counts = counting(t, ["paid", "captured"]);
    const outcomes = await Promise.all(reservations.map(({ cartKey }) => pay(cartKey, "47.50")));
    assert.deepEqual(outcomes.map(answerType), [type, type, type]);
    await makeDue(db);
    await settlePayments(world);
    assert.deepEqual(counts, { paid: 3, captured: 3 });
  });
}

/** Returns a database in which the first end of payments fails, by its statement or by the commit after it. */
function failingOnce(fault: "statement" | "commit"): Db {
  let isDone = false;
  const fail = () => {
    isDone = true;
    throw new Error(`The ${fault} fails.`);
  };
  return {
    ...db,
    transaction: (work) =>
      db.transaction(async (tx) => {
        let hasEnded = false;
        const prepared: Db["prepared"] = (name, text, values) => {
          hasEnded ||= name === "settle_attempt";
          return hasEnded && fault === "statement" && !isDone ? fail() : tx.prepared(name, text, values);
        };
        const result = await work({ ...tx, prepared });
        if (hasEnded && fault === "commit" && !isDone) fail();
        return result;
      }),
  };
}

/** Counts what is measured under these events and outcomes during a test. */
function counting(t: { after: (work: () => unknown) => void }, names: readonly string[]): Record<string, number> {
  const counts = Object.fromEntries(names.map((name) => [name, 0]));
  const onMessage = (message: unknown) => {
    const { labels, value } = message as Measurement;
    for (const name of names) {
      if (labels.event === name || labels.outcome === name) counts[name] = (counts[name] ?? 0) + value;
    }
  };
  subscribe(MEASUREMENTS, onMessage);
  t.after(() => unsubscribe(MEASUREMENTS, onMessage));
  return counts;
}

/** Returns when a payment waits for the end of a cancellation. */
async function untilOneWaits(): Promise<void> {
  const waits = () =>
    db.query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`);
  while ((await waits()).length === 0);
}
