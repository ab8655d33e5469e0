import assert from "node:assert/strict";
import test from "node:test";
import { openAttempt } from "#src/payments/use-cases/open-attempt.ts";
import { settlePayments } from "#src/payments/use-cases/pay.ts";
import { followRefunds } from "#src/payments/use-cases/settle-refunds.ts";
import { getVoucher } from "#src/payments/use-cases/vouchers.ts";
import { CARD, makeDue } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { endVoucher, makeVoucher, voucherAnswer, voucherFaults, vouchersOf } from "#test/payments/voucher-story.ts";
import { at, BUYER, openShop } from "#test/test-app.ts";
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

/** Sells a ticket for 47.50 that a voucher paid, alone or up to its value. */
async function sold(value = 9000, tickets = 1) {
  const on = await refundStage(db);
  const voucher = await makeVoucher(on, value, new Date("2099-01-01T00:00:00Z"));
  const { key, cartKey } = await on.holdLocked([tickets]);
  const amount = (tickets * 47.5).toFixed(2);
  assert.equal(voucherAnswer(await on.pay(cartKey, amount, { voucher: { code: voucher.code } })), "SUCCESS");
  return { ...on, voucher, key };
}

test("a refund to a voucher that has ended revives it, and says until when in the answer and in the mail", async () => {
  const on = await sold();
  await endVoucher(db, on.voucher.id, "expired");
  const outcome = await on.refund(on.key);
  assert.equal(gist(outcome), "REFUNDED 4750");
  const read = await getVoucher(on.runtime, on.caller, on.voucher.id);
  assert.deepEqual([read?.voucher.state, read?.voucher.balance.minor], ["ACTIVE", 9000]);
  const until = outcome.kind === "refund" ? outcome.refund.revivedUntil?.toISOString() : undefined;
  assert.ok(until);
  assert.equal(until, read?.voucher.expiresAt?.toISOString());
  const [mail, ...more] = await messagesAbout(on.key);
  assert.deepEqual(more, []);
  const voucher = { amount: { amount: 47.5, currency: "AUD" }, isNew: false, expiresAt: until };
  assert.deepEqual(Object(mail?.details.refund).voucher, voucher);
});

test("control: a voucher that has not ended keeps its end, and nothing is said about it", async () => {
  const on = await sold();
  const outcome = await on.refund(on.key);
  assert.equal(outcome.kind === "refund" && outcome.refund.revivedUntil, undefined);
  const read = await getVoucher(on.runtime, on.caller, on.voucher.id);
  assert.equal(read?.voucher.expiresAt?.toISOString(), "2099-01-01T00:00:00.000Z");
  assert.equal(Object(Object((await messagesAbout(on.key))[0]?.details.refund).voucher).expiresAt, undefined);
});

test("a refund to a disabled voucher leaves it disabled, and sends its buyer a new one, for each refund", async () => {
  const on = await sold(9000, 2);
  // The balance after the sale was 0, because both tickets cost more than the voucher: the card paid 5.00.
  await endVoucher(db, on.voucher.id, "disabled");
  const ids = (await ticketsOf(db, on.key)).map(({ id }) => id);
  for (const id of ids) {
    const outcome = await on.refund(on.key, { admissionIds: [id], notify: id === ids[0] });
    assert.equal(outcome.kind === "refund" && outcome.refund.hasNewVoucher, true);
  }
  assert.deepEqual(await vouchersOf(on), ["DISABLED 0", "ACTIVE 4250", "ACTIVE 4750"]);
  const mails = await messagesAbout(on.key);
  assert.deepEqual(mails.map(({ kind }) => kind).toSorted(), ["REFUNDED", "VOUCHER", "VOUCHER"]);
  const codes = mails.flatMap(({ kind, details }) => (kind === "VOUCHER" ? [String(details.code)] : []));
  const next = await on.holdLocked([1]);
  assert.equal(
    voucherAnswer(await on.pay(next.cartKey, "47.50", { voucher: { code: codes.at(-1) ?? "" } })),
    "SUCCESS",
  );
});

test("a disabled voucher that has also ended is replaced by one with a new end", async () => {
  const on = await sold();
  for (const how of ["expired", "disabled"] as const) await endVoucher(db, on.voucher.id, how);
  await on.refund(on.key);
  assert.deepEqual(await vouchersOf(on), ["DISABLED 4250", "ACTIVE 4750"]);
});

for (const [how, vouchers] of [
  ["expired", ["ACTIVE 2000"]],
  ["disabled", ["DISABLED 0", "ACTIVE 2000"]],
] as const) {
  test(`a voucher that is ${how} while a payment is under way: what the unpaid payment returns can be spent`, async () => {
    const on = await refundStage(db);
    const { id, code } = await makeVoucher(on, 2000);
    const { key, cartKey } = await on.holdLocked([1]);
    on.processor.script("authorise", { state: "declined", id: "p1", code: "no_reason" });
    on.processor.meanwhile("authorise", () => endVoucher(db, id, how));
    assert.equal(voucherAnswer(await on.pay(cartKey, "47.50", { voucher: { code } })), "REFUSED");
    assert.deepEqual(await vouchersOf(on), vouchers);
    const kinds = (await messagesAbout(key)).map(({ kind }) => kind);
    assert.deepEqual(kinds, how === "disabled" ? ["VOUCHER"] : []);
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
    assert.deepEqual(await vouchersOf(on), vouchers);

    const paid = await sold(2000);
    await endVoucher(db, paid.voucher.id, how);
    paid.processor.script("refundPart", "not_known");
    assert.equal(gist(await paid.refund(paid.key)), "STARTED 4750");
    await makeRefundsDue(db);
    await followRefunds(paid.runtime);
    assert.deepEqual(await vouchersOf(paid), vouchers);
  });
}

test("the answers of a refund and of the sale have the voucher's new end", async () => {
  const house = await openShop();
  const { shop, promoter, putOn, reserve } = house;
  try {
    const on = await putOn();
    const { id, code } = Object((await promoter("POST", "/voucher", { amount: 100 })).body);
    const reserved = await reserve(shop, on, 2);
    const [cart, key] = [at(reserved, "multiSaleKey"), at(reserved, "key")];
    await shop("POST", `/cart/${cart}/lock`, BUYER);
    const paid = await shop("POST", `/cart/${cart}/payment`, { amount: 95, voucher: { code } });
    assert.equal(at(paid, "type"), "SUCCESS", JSON.stringify(paid.body));
    await endVoucher(house.db, id, "expired");
    const [one] = Object(at(await shop("GET", `/payment/${key}`), "admissions"));
    const first = await promoter("POST", `/admission/${one.id}/refund`, { fee: "returned" });
    const { expiresAt } = Object((await promoter("GET", `/voucher/${id}`)).body);
    assert.match(expiresAt, /^2\d{3}-/);
    assert.equal(at(first, "refund", "expiresAt"), expiresAt);
    await promoter("PUT", `/voucher/${id}/enable/false`);
    const second = await promoter("POST", `/order/${key}/refund`, { fee: "returned" });
    assert.equal(at(second, "refund", "newVoucher"), true);
    const receipt = await shop("GET", `/payment/${key}`);
    assert.equal(at(receipt, "refunds", 0, "expiresAt"), expiresAt);
    assert.equal(at(receipt, "refunds", 1, "newVoucher"), true);
    const read = await promoter("GET", `/order/${key}/refunds`);
    assert.equal(at(read, "refunds", 0, "expiresAt"), expiresAt);
  } finally {
    await house.close();
  }
});
