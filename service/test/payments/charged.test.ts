import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { Card } from "#src/payments/domain/card.ts";
import { processorOverHttp } from "#src/payments/outside/processor-over-http.ts";
import { settlePayments } from "#src/payments/use-cases/pay.ts";
import type { PaymentRuntime } from "#src/payments/use-cases/payment-runtime.ts";
import { LIMITS } from "#src/platform/runtime.ts";
import { lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import { answerType, BUYER, buying, makeDue, putOnSale, stage } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { failingDatabase } from "#test/fakes.ts";
import type { LastOrders } from "#test/payments/killed-while-paying.ts";
import { makeVoucher, voucherFaults } from "#test/payments/voucher-story.ts";
import { startSandbox } from "#test/programs.ts";
import { testRuntime } from "#test/runtime.ts";

/** The sandbox answers a good card within 200 ms, so an attempt that it does not know by now was never sent. */
const SILENT_MS = 1_000;

const { db, url, drop } = await testDatabase();
const sandbox = await startSandbox();
test.after(async () => {
  sandbox.stop();
  await drop();
});

const runtime: PaymentRuntime = testRuntime(db, {
  processor: processorOverHttp({ url: sandbox.url, secret: sandbox.secret, limitMs: 10_000 }),
  limits: { ...LIMITS, processorSilentMs: SILENT_MS },
});
const onSale = await putOnSale(db, { sections: [1_000] });
const { holdLocked, pay, status } = buying(runtime, onSale);
const voucher = await makeVoucher({ runtime, caller: onSale.caller }, 1_000_000);

/** A part of each payment comes from a voucher, and ends as the charge does. */
const PART = { code: voucher.code, amount: "10.00" };
const PART_MINOR = 1_000;

async function settleUntilDone(key: string): Promise<string | undefined> {
  while ((await status(key)) === "PROCESSING") {
    await makeDue(db);
    await settlePayments(runtime);
  }
  return status(key);
}

async function entries(cartKey: string): Promise<readonly string[]> {
  const attempts = await db.query<{ id: string }>(`SELECT id FROM payment_attempt WHERE cart_key = $1`, [cartKey]);
  return (await Promise.all(attempts.map(({ id }) => sandbox.entriesOf(id)))).flat();
}

const cards: readonly (readonly [
  what: string,
  number: string,
  answered: string,
  end: string,
  charged: readonly string[],
])[] = [
  ["good", "4111111111111111", "SUCCESS", "CONFIRMED", ["authorisation", "capture"]],
  ["bad", "4111111111111103", "REFUSED", "LOCKED", []],
  ["lost or stolen", "4111111111111152", "REFUSED", "LOCKED", []],
  ["answer lost", "4111111111111400", "not_known", "CONFIRMED", ["authorisation", "capture"]],
  ["half answer", "4111111111111418", "not_known", "CONFIRMED", ["authorisation", "capture"]],
  ["lost, then found", "4111111111111426", "not_known", "CONFIRMED", ["authorisation", "capture"]],
  ["request lost", "4111111111111434", "not_known", "LOCKED", []],
  ["flaky", "4111111111111442", "not_known", "CONFIRMED", ["authorisation", "capture"]],
  ["capture refused", "4111111111111616", "REFUSED", "LOCKED", ["authorisation", "void"]],
  ["capture refused, and the first void fails", "4111111111111624", "REFUSED", "LOCKED", ["authorisation", "void"]],
];

for (const [what, number, answered, end, charged] of cards) {
  test(`P05: ${what}: answers ${answered}, ends ${end}, and the ledger agrees`, async () => {
    const { key, cartKey } = await holdLocked([1]);
    const card = new Card({ name: "Ada Lovelace", number, expiryMonth: 12, expiryYear: 2031, cvv: "737" });
    const before = (await voucher.balance()) ?? 0;
    assert.equal(answerType(await pay(cartKey, "47.50", { card, voucher: PART })), answered);
    assert.equal(await settleUntilDone(key), end);
    assert.deepEqual(await entries(cartKey), charged);
    assert.equal(await voucher.balance(), end === "CONFIRMED" ? before - PART_MINOR : before);
    assert.deepEqual(await voucherFaults(db), []);
  });
}

for (const moment of ["before the charge is sent", "during the charge", "after the answer"]) {
  test(`P06: killed ${moment}: charged, taken from the voucher and sold, or none of them`, async () => {
    const { key, cartKey } = await holdLocked([1]);
    const { capabilities: _capabilities, ...caller } = onSale.caller;
    const before = (await voucher.balance()) ?? 0;
    const orders: LastOrders = { url, processor: sandbox, caller, cartKey, amount: "47.50", voucher: PART };
    const file = fileURLToPath(import.meta.resolve("#test/payments/killed-while-paying.ts"));
    const child = fork(file, [JSON.stringify(orders)], { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
    await once(child, "message");
    if (moment === "during the charge") await attemptOf(cartKey);
    if (moment === "after the answer") await once(child, "message");
    child.kill("SIGKILL");
    await once(child, "exit");

    const end = await settleUntilDone(key);
    assert.deepEqual(await entries(cartKey), end === "CONFIRMED" ? ["authorisation", "capture"] : []);
    assert.ok(end === "CONFIRMED" || end === "LOCKED", end);
    assert.equal(await voucher.balance(), end === "CONFIRMED" ? before - PART_MINOR : before);
    assert.deepEqual(await voucherFaults(db), []);
    if (moment === "after the answer") assert.equal(end, "CONFIRMED");
  });
}

async function attemptOf(cartKey: string): Promise<void> {
  while ((await db.query(`SELECT 1 FROM payment_attempt WHERE cart_key = $1`, [cartKey])).length === 0);
}

for (const step of ["authorise", "capture"] as const) {
  test(`P06: the database fails during the ${step}: the call answers not known and never busy, and the reconciler completes the sale`, async () => {
    const { runtime, processor, onSale, holdLocked, status } = await stage(db);
    const failing = failingDatabase(db);
    const weak = { ...runtime, db: failing };
    const { key, cartKey } = await holdLocked([1]);
    processor.meanwhile(step, async () => {
      failing.isAway = true;
    });
    assert.equal(answerType(await buying(weak, onSale).pay(cartKey, "47.50")), "not_known");
    assert.equal(await status(key), "PROCESSING");

    failing.isAway = false;
    await makeDue(db);
    await settlePayments(weak);
    assert.equal(await status(key), "CONFIRMED");
    assert.equal(processor.ledger.filter((entry) => entry.startsWith("authorise")).length, 1);
  });
}

test("detects an idempotency key that a concurrent call used for another request", async () => {
  const { runtime, onSale, reserve, processor } = await stage(db);
  const first = await reserve([1]);
  const second = await reserve([1], { cartKey: first.cartKey });
  await lockCart(runtime, onSale.caller, { cartKey: first.cartKey }, BUYER);
  const byKey = (key: string) => ({ scope: { key }, idempotencyKey: "try-1" });
  let blind = true;
  const transaction: typeof db.transaction = (work) =>
    db.transaction((tx) => {
      const prepared: typeof tx.prepared = (name, text, values) => {
        if (!blind || name !== "find_attempt_by_key") return tx.prepared(name, text, values);
        blind = false;
        return Promise.resolve([]);
      };
      return work({ ...tx, prepared });
    });
  const late = buying({ ...runtime, db: { ...db, transaction } }, onSale);
  assert.equal(answerType(await buying(runtime, onSale).pay(first.cartKey, "47.50", byKey(first.key))), "SUCCESS");
  assert.equal(answerType(await late.pay(first.cartKey, "47.50", byKey(second.key))), "other_body");
  assert.equal(blind, false);
  assert.deepEqual(processor.ledger, ["authorise 47.50", "capture"]);
});

const HOURS_AGO = 7_200;

test("finds an unsettled payment of one reservation by its idempotency key long after the expiry", async () => {
  const { processor, holdLocked, pay, lapse } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.script("authorise", "not_known");
  const again = { scope: { key }, idempotencyKey: "try-1" };
  assert.equal(answerType(await pay(cartKey, "47.50", again)), "not_known");
  await lapse(key, HOURS_AGO);
  assert.equal(answerType(await pay(cartKey, "47.50", again)), "in_flight");
  assert.equal(answerType(await pay(cartKey, "47.50", { scope: { key } })), "WRONG_STATE");
});

test("replays the answer of a reservation that ended UNFULFILLED long after the expiry", async () => {
  const { processor, holdLocked, pay, lapse } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  processor.meanwhile("capture", () => db.query(`UPDATE sale SET holds_stock = false WHERE key = $1`, [key]));
  const again = { scope: { key }, idempotencyKey: "try-1" };
  assert.equal(answerType(await pay(cartKey, "47.50", again)), "WRONG_STATE");
  await lapse(key, HOURS_AGO);
  const outcome = await pay(cartKey, "47.50", again);
  assert.ok(outcome.kind === "answer" && outcome.replayed, outcome.kind);
  assert.equal(outcome.answer.type, "WRONG_STATE");
});
