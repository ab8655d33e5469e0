import assert from "node:assert/strict";
import test from "node:test";
import { cancel } from "#src/payments/use-cases/cancel.ts";
import { settlePayments } from "#src/payments/use-cases/pay.ts";
import { followRefunds } from "#src/payments/use-cases/settle-refunds.ts";
import type { Db } from "#src/platform/store/db.ts";
import { answerType, buying, makeDue, stage } from "#test/buying.ts";
import { at, BUYER, CARD } from "#test/test-app.ts";
import { cancellationStage, makeRefundsDue, refundFaults } from "./refund-story.ts";

const { db, runtime, shop, promoter, processor, putOn, reserve, close, ...steps } = await cancellationStage();
const { sell, secondDate, runJobs, job, messages } = steps;
test.after(close);
test.afterEach(async () => assert.deepEqual(await refundFaults(db), []));

type On = Awaited<ReturnType<typeof putOn>>;

async function locked(on: On, quantity = 1) {
  const reserved = await reserve(shop, on, quantity);
  const cart = String(at(reserved, "multiSaleKey"));
  await shop("POST", `/cart/${cart}/lock`, BUYER);
  const pay = () => shop("POST", `/cart/${cart}/payment`, { amount: quantity * 47.5, creditCard: CARD });
  return { cart, key: String(at(reserved, "key")), pay };
}

const cancelAll = (on: On) => promoter("PUT", `/event/${on.event}/cancel`, { refund: "all" });
const status = async (key: string) => at(await shop("GET", `/reservation/${key}`), "status");
const refundsOf = async (key: string) => at(await shop("GET", `/payment/${key}`), "refunds") as readonly unknown[];

test("voids a card that was authorised when its event was cancelled: nothing is charged, and the job ends", async () => {
  const on = await putOn();
  const { key, pay } = await locked(on);
  let id: unknown;
  processor.meanwhile("authorise", async () => {
    id = at(await cancelAll(on), "refundJob");
  });
  const before = processor.ledger.length;
  assert.equal(at(await pay(), "type"), "WRONG_STATE");
  assert.deepEqual(processor.ledger.slice(before), ["authorise 47.50", "voidCharge"]);
  assert.equal(await status(key), "LOCKED");
  assert.equal(at(await pay(), "type"), "WRONG_STATE");
  await runJobs();
  assert.deepEqual(await job(id), ["DONE", 0, 0, 0, 0]);
});

test("a lost answer about a card of a cancelled event: the reconciler voids it", async () => {
  const on = await putOn();
  const { key, pay } = await locked(on);
  processor.meanwhile("authorise", () => cancelAll(on));
  processor.script("voidCharge", "not_known", "not_known", "not_known");
  assert.equal(at(await pay(), "type"), undefined);
  assert.equal(await status(key), "PROCESSING");
  await makeDue(db);
  await settlePayments(runtime);
  assert.equal(await status(key), "LOCKED");
  assert.deepEqual(processor.ledger.slice(-2), ["find", "voidCharge"]);
  assert.deepEqual(await db.query(`SELECT FROM admission JOIN sale ON sale.id = sale_id WHERE key = $1`, [key]), []);
});

test("a payment that is confirmed after the job has ended opens the job again, is refunded, and its buyer is told", async () => {
  const on = await putOn();
  const { key, pay } = await locked(on, 2);
  let id: unknown;
  processor.meanwhile("capture", async () => {
    id = at(await cancelAll(on), "refundJob");
    // As if the transaction that opened the payment had not been visible to the job yet.
    await db.query(`UPDATE cancellation SET finished_at = now() WHERE id = $1`, [id]);
  });
  assert.equal(at(await pay(), "type"), "SUCCESS");
  assert.deepEqual(await job(id), ["RUNNING", 1, 0, 0, 1]);
  await runJobs();
  assert.deepEqual(await job(id), ["DONE", 1, 1, 0, 0]);
  assert.equal((await refundsOf(key)).length, 1);
  const details = { event: on.event, refunds: true, choices: false };
  assert.deepEqual(await messages("CANCELLED", on.event), [{ details, sales: 1 }]);
  const kinds = await db.query<{ kind: string }>(
    `SELECT kind FROM message WHERE sale_keys = ARRAY[$1] ORDER BY created_at`,
    [key],
  );
  assert.deepEqual(kinds.map(({ kind }) => kind).toSorted(), ["CANCELLED", "REFUNDED", "TICKETS"]);
});

for (const [refund, choices] of [
  ["choice", true],
  ["none", false],
] as const) {
  test(`a payment that is confirmed after its date was cancelled with ${refund} is told so, and nothing is refunded`, async () => {
    const on = await putOn();
    const { key, pay } = await locked(on);
    processor.meanwhile("capture", () => promoter("PUT", `/eventDate/${on.date}/cancel`, { refund }));
    assert.equal(at(await pay(), "type"), "SUCCESS");
    const details = { event: on.event, eventDate: on.date, refunds: false, choices };
    assert.deepEqual(await messages("CANCELLED", on.event), [{ details, sales: 1 }]);
    await runJobs();
    assert.deepEqual(await refundsOf(key), []);
    assert.equal((at(await shop("GET", `/payment/${key}`), "choices") as unknown[]).length, choices ? 1 : 0);
  });
}

/** Runs this once, between the two statements of a confirmation of which the second says that it is over. */
function whileConfirming(work: () => Promise<unknown>): Db {
  let isDone = false;
  const transaction: Db["transaction"] = (inner) =>
    db.transaction((tx) => {
      const prepared: Db["prepared"] = async (name, text, values) => {
        const rows = await tx.prepared<never>(name, text, values);
        if (name === "settle_attempt" && !isDone) {
          isDone = true;
          await work();
        }
        return rows;
      };
      return inner({ ...tx, prepared });
    });
  return { ...db, transaction };
}

test("a cancellation waits for a payment that is being confirmed, and refunds it", async () => {
  const on = await putOn();
  const { key, pay } = await locked(on);
  processor.script("capture", "not_known");
  assert.equal(at(await pay(), "type"), undefined);
  await makeDue(db);
  let cancelling: ReturnType<typeof cancelAll> | undefined;
  const pausing = whileConfirming(async () => {
    cancelling = cancelAll(on);
    // Until the cancellation waits, or is through.
    for (;;) {
      const [row] = await db.query<{ waits: boolean; ended: boolean }>(
        `SELECT EXISTS (SELECT FROM pg_stat_activity
                         WHERE datname = current_database() AND wait_event = 'advisory') AS waits,
                EXISTS (SELECT FROM cancellation WHERE event_id = $1) AS ended`,
        [on.event],
      );
      if (row?.waits || row?.ended) return;
    }
  });
  await settlePayments({ ...runtime, db: pausing });
  assert.ok(cancelling);
  const id = at(await cancelling, "refundJob");
  assert.equal(await status(key), "CONFIRMED");
  assert.deepEqual(await job(id), ["RUNNING", 1, 0, 0, 1]);
  await runJobs();
  assert.deepEqual(await job(id), ["DONE", 1, 1, 0, 0]);
});

test("an order that costs nothing is not sold when its event is cancelled while it is confirmed", async () => {
  const free = await stage(db, { priceMinor: 0, feeMinor: 0 });
  const { key, cartKey } = await free.holdLocked([1]);
  let transactions = 0;
  const transaction: Db["transaction"] = async (work) => {
    const result = await db.transaction(work);
    transactions += 1;
    // The attempt is open, and not confirmed yet.
    if (transactions === 1) await cancel(runtime, free.caller, { eventId: free.onSale.eventId }, "ALL");
    return result;
  };
  const { pay } = buying({ ...free.runtime, db: { ...db, transaction } }, free.onSale);
  assert.equal(answerType(await pay(cartKey, "0")), "WRONG_STATE");
  assert.equal(await free.status(key), "LOCKED");
  assert.deepEqual(await free.state(cartKey), ["DECLINED"]);
});

test("a sale with a refund under way when its event is cancelled is refunded once that is refused", async () => {
  const on = await putOn();
  const [waiting, other] = [await sell(on, 2), await sell(on)];
  const receipt = await shop("GET", `/payment/${waiting.key}`);
  processor.script("refundPart", "not_known");
  const body = { admissions: [at(receipt, "admissions", 0, "id")], fee: "returned" };
  assert.equal(at(await promoter("POST", `/order/${waiting.key}/refund`, body), "refund", "state"), "PROCESSING");
  const id = at(await cancelAll(on), "refundJob");
  await runJobs();
  assert.deepEqual(await job(id), ["RUNNING", 2, 1, 0, 1]);
  assert.equal((await refundsOf(other.key)).length, 1);

  processor.script("findRefund", "refused");
  await makeRefundsDue(db);
  await followRefunds(runtime);
  await runJobs();
  assert.deepEqual(await job(id), ["DONE", 2, 2, 0, 0]);
  const statuses = await db.query<{ status: string }>(
    `SELECT admission.status FROM admission JOIN sale ON sale.id = sale_id WHERE sale.key = $1`,
    [waiting.key],
  );
  assert.deepEqual(
    statuses.map((one) => one.status),
    ["REFUNDED", "REFUNDED"],
  );
});

test("tickets do not move to a date while it is cancelled, or the cancellation refunds them there", async () => {
  const on = await putOn({ maximumAllocation: 20 });
  const other = await secondDate(on);
  const { key } = await sell(on);
  await promoter("PUT", `/eventDate/${on.date}/cancel`, { refund: "choice" });
  const [moved, cancelled] = await Promise.all([
    shop("POST", `/order/${key}/choice`, { eventDate: on.date, choice: { moveTo: other.date } }),
    promoter("PUT", `/eventDate/${other.date}/cancel`, { refund: "all" }),
  ]);
  await runJobs();
  const isMoved = at(moved, "successful") === true;
  assert.deepEqual(await job(at(cancelled, "refundJob")), ["DONE", Number(isMoved), Number(isMoved), 0, 0]);
});
