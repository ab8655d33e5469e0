import assert from "node:assert/strict";
import test from "node:test";
import { Card } from "#src/payments/domain/card.ts";
import { payCart } from "#src/payments/use-cases/pay.ts";
import type { PaymentRuntime } from "#src/payments/use-cases/payment-runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { forgetTries } from "#src/platform/store/tries.ts";
import { answerType, buying, CARD, stage } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";

const { db, drop } = await testDatabase();
test.after(drop);

const DECLINED = { state: "declined", id: "p1", code: "no_reason" } as const;

function card(
  number: string,
  changes: { readonly cvv?: string; readonly name?: string; readonly month?: number } = {},
) {
  const { cvv = "123", name = "Ada Lovelace", month = 12 } = changes;
  return new Card({ name, number, cvv, expiryMonth: month, expiryYear: 2030 });
}

test("limits a card to five tries across carts: the sixth charges nothing and names the wait", async () => {
  const { processor, holdLocked, pay, status, state } = await stage(db);
  processor.script("authorise", ...Array.from({ length: 5 }, () => DECLINED));
  const types: string[] = [];
  for (let cart = 0; cart < 5; cart += 1) {
    const { cartKey } = await holdLocked([1]);
    // A new name and a new code make no new card.
    const tried = card("4000000000000002", { cvv: `10${cart}`, name: `Somebody ${cart}`, month: cart + 1 });
    types.push(answerType(await pay(cartKey, "47.50", { card: tried })));
  }
  assert.deepEqual(new Set(types), new Set(["REFUSED"]));

  const { key, cartKey } = await holdLocked([1]);
  const sixth = await pay(cartKey, "47.50", { card: card("4000000000000002") });
  assert.ok(sixth.kind === "limited", JSON.stringify(sixth));
  assert.ok(sixth.retryAfterSeconds > 590 && sixth.retryAfterSeconds <= 600, `${sixth.retryAfterSeconds} s`);
  assert.equal(processor.ledger.length, 5);
  assert.deepEqual([await status(key), await state(cartKey)], ["LOCKED", []]);
  assert.equal(answerType(await pay(cartKey, "47.50", { card: card("4000000000000010") })), "SUCCESS");
});

test("limits a cart to five tries with any cards", async () => {
  const { processor, holdLocked, pay } = await stage(db);
  processor.script("authorise", ...Array.from({ length: 5 }, () => DECLINED));
  const { cartKey } = await holdLocked([1]);
  const types: string[] = [];
  for (let at = 0; at < 6; at += 1)
    types.push(answerType(await pay(cartKey, "47.50", { card: card(`400000000000011${at}`) })));
  assert.deepEqual(types, [...Array.from({ length: 5 }, () => "REFUSED"), "limited"]);
});

test("counts concurrent tries together", async () => {
  const { processor, holdLocked, pay } = await stage(db);
  const carts = await Promise.all(Array.from({ length: 8 }, () => holdLocked([1])));
  const tried = carts.map(({ cartKey }) => pay(cartKey, "47.50", { card: card("4000000000000200") }));
  const types = (await Promise.all(tried)).map(answerType);
  assert.equal(types.filter((type) => type === "limited").length, 3);
  assert.equal(processor.ledger.filter((line) => line.startsWith("authorise")).length, 5);
});

test("the control: without the counts every one of the concurrent tries is charged", async () => {
  const { runtime, onSale, processor, holdLocked } = await stage(db);
  const uncounted = (inner: Db): Db => ({
    ...inner,
    prepared: (name, text, values) => (name === "count_try" ? Promise.resolve([]) : inner.prepared(name, text, values)),
    transaction: (work) => inner.transaction((tx) => work(uncounted(tx))),
  });
  const { pay } = buying({ ...runtime, db: uncounted(db) }, onSale);
  const carts = await Promise.all(Array.from({ length: 8 }, () => holdLocked([1])));
  await Promise.all(carts.map(({ cartKey }) => pay(cartKey, "47.50", { card: card("4000000000000226") })));
  assert.equal(processor.ledger.filter((line) => line.startsWith("authorise")).length, 8);
});

test("does not limit test cards, and does not count a replay as a try", async () => {
  const { processor, holdLocked, pay } = await stage(db);
  processor.script("authorise", ...Array.from({ length: 12 }, () => DECLINED));
  const { cartKey } = await holdLocked([1]);
  for (let at = 0; at < 12; at += 1) assert.equal(answerType(await pay(cartKey, "47.50")), "REFUSED");

  const once = await holdLocked([1]);
  const same = { card: card("4000000000000309"), idempotencyKey: "once" };
  for (let at = 0; at < 12; at += 1) assert.equal(answerType(await pay(once.cartKey, "47.50", same)), "SUCCESS");
});

test("P01: stores no card digit with the counts of tries, and deletes them when their time has passed", async () => {
  const { holdLocked, pay } = await stage(db);
  const number = "4000000000000408";
  const tried = async () => answerType(await pay((await holdLocked([1])).cartKey, "47.50", { card: card(number) }));
  for (let at = 0; at < 5; at += 1) assert.equal(await tried(), "SUCCESS");
  assert.equal(await tried(), "limited");
  const kept = JSON.stringify(await db.query(`SELECT * FROM payment_try`));
  assert.equal(kept.includes("0408"), false);
  await db.query(`UPDATE payment_try SET ends_at = now()`);
  assert.equal(await tried(), "SUCCESS");
  await db.query(`UPDATE payment_try SET ends_at = now()`);
  const [{ name } = { name: "" }] = await db.query<{ name: string }>(`SELECT name FROM payment_try ORDER BY name`);
  await db.transaction(async (tx) => {
    await tx.query(`SELECT FROM payment_try WHERE name = $1 FOR UPDATE`, [name]);
    await forgetTries(db);
    assert.deepEqual(await db.query(`SELECT name FROM payment_try`), [{ name }], "one that is being counted stays");
  });
  await forgetTries(db);
  assert.deepEqual(await db.query(`SELECT * FROM payment_try`), []);
});

test("compares the card of a retry by number and expiry while the attempt is open, and no card once it is settled", async () => {
  const { processor, holdLocked, pay } = await stage(db);
  const { cartKey } = await holdLocked([1]);
  const idempotencyKey = "attempt-1";
  const send = (number: string, changes = {}, amount = "47.50") =>
    pay(cartKey, amount, { card: card(number, changes), idempotencyKey });
  const prints = () =>
    db.query(
      `SELECT fingerprint IS NOT NULL AS rest, card_fingerprint IS NOT NULL AS card FROM payment_attempt
               WHERE cart_key = $1`,
      [cartKey],
    );
  processor.meanwhile("authorise", async () => {
    assert.deepEqual(await prints(), [{ rest: true, card: true }]);
    assert.equal((await send("4000000000000507", { cvv: "999", name: "B" })).kind, "in_flight");
    assert.equal((await send("4000000000000507", { month: 11 })).kind, "other_body");
    assert.equal((await send("4000000000000515")).kind, "other_body");
  });
  const first = await send("4000000000000507");
  assert.deepEqual(await prints(), [{ rest: true, card: false }]);
  assert.deepEqual(await send("4000000000000515"), { ...first, replayed: true });
  assert.equal((await send("4000000000000507", {}, "47.51")).kind, "other_body");
  assert.equal((await pay(cartKey, "47.50", { idempotencyKey, card: undefined as never })).kind, "other_body");
});

test("answers approved and declined cards after the same minimum time, and does not delay a slow one further", async () => {
  const { runtime, processor, holdLocked, onSale } = await stage(db);
  const { caller } = onSale;
  async function leavesAfterMs(processorMs: number, isDeclined: boolean): Promise<number> {
    let clockMs = 0;
    const steadyClock = {
      elapsedMs: () => clockMs,
      pause: async (ms: number) => {
        clockMs += ms;
      },
    };
    const { cartKey } = await holdLocked([1]);
    if (isDeclined) processor.script("authorise", DECLINED);
    processor.meanwhile("authorise", async () => {
      clockMs += processorMs;
    });
    const parts = [{ method: "CREDIT_CARD", text: "47.50" }] as const;
    const clocked: PaymentRuntime = { ...runtime, steadyClock };
    const outcome = await payCart(clocked, { caller, scope: { cartKey }, parts, card: CARD });
    assert.equal(answerType(outcome), isDeclined ? "REFUSED" : "SUCCESS");
    return clockMs;
  }
  assert.deepEqual([await leavesAfterMs(180, false), await leavesAfterMs(20, true)], [500, 500]);
  assert.deepEqual([await leavesAfterMs(700, false), await leavesAfterMs(900, true)], [700, 900]);
});
