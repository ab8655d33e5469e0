import assert from "node:assert/strict";
import test from "node:test";
import { openAttempt } from "#src/payments/use-cases/open-attempt.ts";
import { settlePayments } from "#src/payments/use-cases/pay.ts";
import { followRefunds } from "#src/payments/use-cases/settle-refunds.ts";
import { decideVoucherReturn, listVoucherReturns } from "#src/payments/use-cases/voucher-returns.ts";
import { changeVoucher, getVoucher } from "#src/payments/use-cases/vouchers.ts";
import { CARD, makeDue } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import {
  endVoucher,
  letDaysPass,
  makeVoucher,
  voucherAnswer,
  voucherFaults,
  vouchersOf,
} from "#test/payments/voucher-story.ts";
import { gist, makeRefundsDue, refundFaults, refundStage, ticketsOf } from "./refund-story.ts";

const { db, drop } = await testDatabase();
test.after(drop);
test.afterEach(async () => assert.deepEqual([...(await refundFaults(db)), ...(await voucherFaults(db))], []));

type Message = { readonly kind: string; readonly details: Record<string, unknown> };

const messagesAbout = (saleKey: string) =>
  db.query<Message>(
    `SELECT kind, details FROM message WHERE $1 = ANY (sale_keys) AND kind IN ('REFUNDED', 'VOUCHER') ORDER BY created_at, kind`,
    [saleKey],
  );

/** Sells tickets for 47.50 each that a voucher paid, alone or up to its value, with the steps of what follows. */
async function sold(value = 9000, tickets = 1) {
  const on = await refundStage(db);
  const voucher = await makeVoucher(on, value, new Date("2099-01-01T00:00:00Z"));

  async function buy(quantity: number, code = voucher.code) {
    const { key, cartKey } = await on.holdLocked([quantity]);
    const answered = voucherAnswer(await on.pay(cartKey, (quantity * 47.5).toFixed(2), { voucher: { code } }));
    return { key, answered, ids: (await ticketsOf(db, key)).map(({ id }) => id) };
  }

  const bought = await buy(tickets);
  assert.equal(bought.answered, "SUCCESS");
  const waiting = async () =>
    (await listVoucherReturns(on.runtime, on.caller, { page: 1, pageSize: 100 })).returns
      .toReversed()
      .map(({ id, state, amount, voucher: { isDisabled, disabledBy } }) => {
        return { id, is: `${state} ${amount.minor}${isDisabled ? `, disabled by ${disabledBy}` : ""}` };
      });
  const decide = (id: number | undefined, state: "SENT" | "LEFT") =>
    decideVoucherReturn(on.runtime, on.caller, id ?? 0, state);
  return { ...on, ...bought, buy, voucher, waiting, decide };
}

test("of a voucher that has ended only what came back can be spent, and the answer and the mail say until when", async () => {
  const on = await sold();
  await endVoucher(db, on.voucher.id, "expired");
  const outcome = await on.refund(on.key);
  assert.equal(gist(outcome), "REFUNDED 4750");
  const until = outcome.kind === "refund" ? outcome.refund.revivedUntil?.toISOString() : undefined;
  assert.ok(until);
  const [mail, ...more] = await messagesAbout(on.key);
  assert.deepEqual(more, []);
  const voucher = { amount: { amount: 47.5, currency: "AUD" }, isNew: false, expiresAt: until };
  assert.deepEqual(Object(mail?.details.refund).voucher, voucher);

  assert.deepEqual(await vouchersOf(on), ["ACTIVE 9000, 4750 to spend"]);
  assert.equal((await on.buy(1)).answered, "SUCCESS");
  // What it had left when it ended, 42.50, stays lost.
  assert.deepEqual(await vouchersOf(on), ["EXPIRED 4250, 0 to spend"]);
  assert.equal((await on.buy(1)).answered, "not_valid");
});

test("control: a voucher that has not ended can spend all that it has, and keeps its end", async () => {
  const on = await sold();
  const outcome = await on.refund(on.key);
  assert.equal(outcome.kind === "refund" && outcome.refund.revivedUntil, undefined);
  assert.deepEqual(await vouchersOf(on), ["ACTIVE 9000, 9000 to spend"]);
  const read = await getVoucher(on.runtime, on.caller, on.voucher.id);
  assert.equal(read?.voucher.expiresAt?.toISOString(), "2099-01-01T00:00:00.000Z");
  assert.equal(Object(Object((await messagesAbout(on.key))[0]?.details.refund).voucher).expiresAt, undefined);
});

test("what came back in two refunds has two ends, and one payment may take from both, first what ends first", async () => {
  const on = await sold(20_000, 3);
  await endVoucher(db, on.voucher.id, "expired");
  const [first, second, third] = on.ids;
  await on.refund(on.key, { admissionIds: [first ?? 0] });
  await letDaysPass(db, on.voucher.id, 30);
  await on.refund(on.key, { admissionIds: [second ?? 0] });
  assert.deepEqual(await vouchersOf(on), ["ACTIVE 15250, 9500 to spend"]);
  const both = await on.buy(1);
  assert.equal(both.answered, "SUCCESS");
  assert.deepEqual(await vouchersOf(on), ["ACTIVE 10500, 4750 to spend"]);
  await letDaysPass(db, on.voucher.id, 60);
  assert.deepEqual(await vouchersOf(on), ["ACTIVE 10500, 4750 to spend"], "the later part outlives the earlier");

  await on.refund(on.key, { admissionIds: [third ?? 0] });
  const spanning = await on.buy(2);
  assert.deepEqual([spanning.answered, await vouchersOf(on)], ["SUCCESS", ["EXPIRED 5750, 0 to spend"]]);
  // Thirty days later the earlier of the two parts that paid has ended: only the later one comes back to be spent.
  await letDaysPass(db, on.voucher.id, 30);
  await on.refund(spanning.key);
  assert.deepEqual(await vouchersOf(on), ["ACTIVE 15250, 4750 to spend"]);
  assert.deepEqual(
    (await on.waiting()).map(({ is }) => is),
    ["WAITING 4750"],
  );
});

test("what was paid from a part that came back comes back with its end and no later one; once that is past it waits", async () => {
  const on = await sold(4750);
  await endVoucher(db, on.voucher.id, "expired");
  await on.refund(on.key);
  const again = await on.buy(1);
  await letDaysPass(db, on.voucher.id, 89);
  const outcome = await on.refund(again.key);
  const until = outcome.kind === "refund" ? outcome.refund.revivedUntil : undefined;
  const [part] = await db.query<{ end: Date; isLate: boolean }>(
    `SELECT expires_at AS end, expires_at > now() + interval '1 day' AS "isLate" FROM voucher_part WHERE voucher_id = $1`,
    [on.voucher.id],
  );
  assert.deepEqual([until, part?.isLate], [part?.end, false]);
  const last = await on.buy(1);
  await letDaysPass(db, on.voucher.id, 2);
  await on.refund(last.key);
  assert.deepEqual(await vouchersOf(on), ["EXPIRED 4750, 0 to spend"]);
  const [one] = await on.waiting();
  assert.equal(one?.is, "WAITING 4750");
  assert.equal(await on.decide(one?.id, "SENT"), true);
  assert.deepEqual(await vouchersOf(on), ["EXPIRED 0, 0 to spend", "ACTIVE 4750, 4750 to spend"]);
});

test("a refund to a disabled voucher gives the card its part, and the voucher's waits until the promoter sends a new one or leaves it", async () => {
  const on = await sold(9000, 2);
  const { runtime, caller } = on;
  // The balance after the sale was 0, because both tickets cost more than the voucher: the card paid 5.00.
  await changeVoucher(runtime, caller, on.voucher.id, false);
  for (const [at, id] of on.ids.entries()) {
    const outcome = await on.refund(on.key, { admissionIds: [id], notify: at === 0 });
    assert.deepEqual(outcome.kind === "refund" && [outcome.refund.hasNewVoucher, outcome.refund.unspendable], [
      false,
      { state: "WAITING", amount: { minor: at === 0 ? 4250 : 4750, currency: "AUD" } },
    ]);
  }
  assert.deepEqual(on.processor.ledger.at(-1), "refundPart 5.00");
  assert.deepEqual(await vouchersOf(on), ["DISABLED 9000, 0 to spend"]);
  const [told, ...more] = await messagesAbout(on.key);
  assert.deepEqual([told?.kind, more], ["REFUNDED", []], "nobody is mailed a code");
  const ofVoucher = {
    amount: { amount: 42.5, currency: "AUD" },
    waiting: { amount: 42.5, currency: "AUD" },
    isNew: false,
  };
  assert.deepEqual(Object(told?.details.refund).voucher, ofVoucher);
  // A second press of the switch keeps who was first.
  await changeVoucher(runtime, { ...caller, id: 0 }, on.voucher.id, false);
  const [{ username }] = (await db.query<{ username: string }>("SELECT username FROM account_user WHERE id = $1", [
    caller.id,
  ])) as [{ username: string }];
  const [small, large] = await on.waiting();
  assert.deepEqual(
    [small?.is, large?.is],
    [4250, 4750].map((minor) => `WAITING ${minor}, disabled by ${username}`),
  );

  const sent = await Promise.all([
    on.decide(small?.id, "SENT"),
    on.decide(small?.id, "SENT"),
    on.decide(small?.id, "LEFT"),
  ]);
  assert.equal(sent.filter((one) => one === true).length, 1, "one decision is made");
  assert.equal(await on.decide(large?.id, "LEFT"), true);
  assert.equal(await on.decide(large?.id, "SENT"), false);
  assert.equal(await on.decide(0, "SENT"), undefined);
  const other = { ...caller, account: { ...caller.account, id: 0 } };
  assert.equal(await decideVoucherReturn(runtime, other, large?.id ?? 0, "SENT"), undefined);
});

test("a promoter sends what waits on a new voucher, whose code the buyer is sent and which the old one names", async () => {
  const on = await sold(9000);
  await changeVoucher(on.runtime, on.caller, on.voucher.id, false);
  await on.refund(on.key);
  const [one] = await on.waiting();
  assert.equal(await on.decide(one?.id, "SENT"), true);
  assert.deepEqual(await vouchersOf(on), ["DISABLED 4250, 0 to spend", "ACTIVE 4750, 4750 to spend"]);
  const mails = await messagesAbout(on.key);
  assert.deepEqual(mails.map(({ kind }) => kind).toSorted(), ["REFUNDED", "VOUCHER"]);
  const code = mails.find(({ kind }) => kind === "VOUCHER")?.details.code;
  const next = await on.buy(1, String(code));
  assert.equal(next.answered, "SUCCESS");
  const read = await getVoucher(on.runtime, on.caller, on.voucher.id);
  const moved = read?.movements.map(({ amount, movedTo }) => [amount.minor, movedTo !== undefined]);
  assert.deepEqual(moved, [
    [-4750, false],
    [4750, false],
    [-4750, true],
  ]);
});

test("a voucher that is enabled again spends what waited on it, and a new one is no longer sent for that", async () => {
  const on = await sold(9000);
  await changeVoucher(on.runtime, on.caller, on.voucher.id, false);
  await on.refund(on.key);
  const [one] = await on.waiting();
  await changeVoucher(on.runtime, on.caller, on.voucher.id, true);
  assert.deepEqual(await vouchersOf(on), ["ACTIVE 9000, 9000 to spend"]);
  assert.equal(await on.decide(one?.id, "SENT"), false);
  assert.deepEqual(
    (await on.waiting()).map(({ is }) => is),
    ["LEFT 4750"],
  );
});

test("a voucher that was disabled and has ended: what came back waits with an end of its own", async () => {
  const on = await sold();
  for (const how of ["expired", "disabled"] as const) await endVoucher(db, on.voucher.id, how);
  await on.refund(on.key);
  assert.deepEqual(await vouchersOf(on), ["DISABLED 9000, 0 to spend"]);
  await letDaysPass(db, on.voucher.id, 91);
  await changeVoucher(on.runtime, on.caller, on.voucher.id, true);
  const [one] = await on.waiting();
  assert.equal(one?.is, "WAITING 4750", "nothing of it could be spent, so the promoter still decides");
  await on.decide(one?.id, "SENT");
  assert.deepEqual(await vouchersOf(on), ["EXPIRED 4250, 0 to spend", "ACTIVE 4750, 4750 to spend"]);
});

test("a voucher that is disabled while its refund is under way gets no new one: its part waits", async () => {
  const on = await sold(2000);
  on.processor.meanwhile("refundPart", () => changeVoucher(on.runtime, on.caller, on.voucher.id, false));
  assert.equal(gist(await on.refund(on.key)), "REFUNDED 4750");
  assert.deepEqual(await vouchersOf(on), ["DISABLED 2000, 0 to spend"]);
  assert.deepEqual(
    (await messagesAbout(on.key)).map(({ kind }) => kind),
    ["REFUNDED"],
  );
});

for (const [how, unpaid, paid] of [
  ["expired", "ACTIVE 2000, 2000 to spend", "ACTIVE 2000, 2000 to spend"],
  ["disabled", "DISABLED 2000, 0 to spend", "DISABLED 2000, 0 to spend"],
] as const) {
  test(`a voucher that is ${how} while a payment is under way gets back itself what the unpaid payment returns`, async () => {
    const on = await refundStage(db);
    const { id, code } = await makeVoucher(on, 2000);
    const { key, cartKey } = await on.holdLocked([1]);
    on.processor.script("authorise", { state: "declined", id: "p1", code: "no_reason" });
    on.processor.meanwhile("authorise", () => endVoucher(db, id, how));
    assert.equal(voucherAnswer(await on.pay(cartKey, "47.50", { voucher: { code } })), "REFUSED");
    assert.deepEqual(await vouchersOf(on), [unpaid]);
    assert.deepEqual(await messagesAbout(key), []);
    const { returns } = await listVoucherReturns(on.runtime, on.caller, { page: 1, pageSize: 100 });
    assert.deepEqual(returns, []);
  });

  test(`the reconciler of payments and that of refunds return money to a voucher that is ${how}`, async () => {
    const on = await refundStage(db);
    const { id, code } = await makeVoucher(on, 2000);
    const { cartKey } = await on.holdLocked([1]);
    const parts = [{ method: "CREDIT_CARD", text: "47.50" }] as const;
    const request = { caller: on.caller, scope: { cartKey }, parts, card: CARD, voucher: { code }, mayCharge: true };
    assert.equal((await openAttempt(on.runtime, request)).kind, "opened");
    await endVoucher(db, id, how);
    for (let round = 0; round < 2; round += 1) {
      await makeDue(db);
      await settlePayments(on.runtime);
    }
    assert.deepEqual(await vouchersOf(on), [unpaid]);

    const next = await sold(2000);
    await endVoucher(db, next.voucher.id, how);
    next.processor.script("refundPart", "not_known");
    assert.equal(gist(await next.refund(next.key)), "STARTED 4750");
    await makeRefundsDue(db);
    await followRefunds(next.runtime);
    assert.deepEqual(await vouchersOf(next), [paid]);
  });
}

test("an unpaid payment from a part that came back returns to that part, with its end", async () => {
  const on = await sold(4750);
  await endVoucher(db, on.voucher.id, "expired");
  await on.refund(on.key);
  const { cartKey } = await on.holdLocked([2]);
  on.processor.script("authorise", { state: "declined", id: "p1", code: "no_reason" });
  on.processor.meanwhile("authorise", () => letDaysPass(db, on.voucher.id, 91));
  assert.equal(voucherAnswer(await on.pay(cartKey, "95.00", { voucher: { code: on.voucher.code } })), "REFUSED");
  assert.deepEqual(await vouchersOf(on), ["EXPIRED 4750, 0 to spend"]);
  assert.deepEqual(await on.waiting(), []);
});

test("two payments at once take what came back once", async () => {
  const on = await sold(4750);
  await endVoucher(db, on.voucher.id, "expired");
  await on.refund(on.key);
  const answers = await Promise.all([on.buy(1), on.buy(1), on.buy(1)]);
  const paid = answers.filter(({ answered }) => answered === "SUCCESS");
  assert.deepEqual([paid.length, await vouchersOf(on)], [1, ["EXPIRED 0, 0 to spend"]]);
});
