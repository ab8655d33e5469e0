import assert from "node:assert/strict";
import test from "node:test";
import { voucherFaults } from "#test/payments/voucher-story.ts";
import { type Answered, at, BUYER, CARD } from "#test/test-app.ts";
import { cancellationStage, refundFaults, requestFaults } from "./refund-story.ts";

const stage = await cancellationStage();
const { db, accountId, shop, promoter, putOn, reserve } = stage;
test.after(stage.close);
test.afterEach(async () =>
  assert.deepEqual([...(await refundFaults(db)), ...(await requestFaults(db)), ...(await voucherFaults(db))], []),
);

const FULL = { untilHoursBefore: 24, percentage: 100, keepsFee: false };

/** Sells two tickets for 95.00, of which a voucher paid this much and the card the rest, inside a policy of full refunds. */
async function sold(byVoucher: number) {
  const on = await putOn();
  await promoter("PUT", `/event/${on.event}`, { refundPolicy: FULL });
  const voucher = Object((await promoter("POST", "/voucher", { amount: 100 })).body) as { id: number; code: string };
  const pay = async (tickets: number, amount: number) => {
    const reserved = await reserve(shop, on, tickets);
    const cart = at(reserved, "multiSaleKey");
    await shop("POST", `/cart/${cart}/lock`, BUYER);
    const means = { voucher: { code: voucher.code, amount }, ...(amount < tickets * 47.5 && { creditCard: CARD }) };
    const paid = await shop("POST", `/cart/${cart}/payment`, { amount: tickets * 47.5, ...means });
    return { key: String(at(reserved, "key")), type: at(paid, "type") };
  };
  const { key, type } = await pay(2, byVoucher);
  assert.equal(type, "SUCCESS");
  const ids = [0, 1].map(async (place) => Number(at(await shop("GET", `/payment/${key}`), "admissions", place, "id")));
  const admissions = await Promise.all(ids);
  const refundByBuyer = (ids: readonly (number | undefined)[], headers = {}) =>
    shop("POST", `/order/${key}/refundByBuyer`, { admissions: ids }, headers);
  const disable = () => promoter("PUT", `/voucher/${voucher.id}/enable/false`);
  const read = async () => {
    const { body } = await promoter("GET", `/voucher/${voucher.id}`);
    return [at({ body } as Answered, "state"), at({ body } as Answered, "balance", "amount")];
  };
  return { ...on, key, admissions, voucher, pay, refundByBuyer, disable, read };
}

const requestsOf = async (key: string) => {
  const { requests } = Object((await promoter("GET", `/account/${accountId}/refundRequests?pageSize=100`)).body);
  return (requests as { id: number; key: string }[]).filter((one) => one.key === key) as Record<string, unknown>[];
};
const returnsOf = async (key: string) => {
  const { returns } = Object((await promoter("GET", `/account/${accountId}/voucherReturns?pageSize=100`)).body);
  return (returns as { id: number; key: string }[]).filter((one) => one.key === key) as Record<string, unknown>[];
};
const codesMailed = async (key: string) =>
  (await db.query(`SELECT FROM message WHERE kind = 'VOUCHER' AND $1 = ANY (sale_keys)`, [key])).length;

test("a buyer's own refund that would give to a disabled voucher becomes a request, and mails nobody a code", async () => {
  const on = await sold(95);
  await on.disable();
  const refused = await on.refundByBuyer(on.admissions.slice(0, 1));
  assert.equal(at(refused, "refund"), undefined, "nothing is refunded");
  assert.deepEqual([at(refused, "successful"), at(refused, "requested")], [true, true]);
  assert.equal(await codesMailed(on.key), 0);
  const [asked, ...more] = await requestsOf(on.key);
  assert.deepEqual([asked?.state, asked?.reason, more], ["OPEN", "", []]);
  const { id, disabled } = Object(asked?.voucher);
  assert.equal(id, on.voucher.id);
  assert.match(disabled.at, /^2\d{3}-/);
  assert.equal(typeof disabled.by, "string", "the promoter reads who disabled it before approving");

  // A repeated press asks once.
  await on.refundByBuyer(on.admissions.slice(0, 1));
  assert.equal((await requestsOf(on.key)).length, 1);
  const approved = await promoter("POST", `/refundRequest/${asked?.id}/approve`, { fee: "returned", newVoucher: true });
  assert.deepEqual([at(approved, "refund", "state"), at(approved, "refund", "newVoucher")], ["REFUNDED", true]);
  assert.equal(await codesMailed(on.key), 1);
  assert.deepEqual([await returnsOf(on.key), await on.read()], [[], ["DISABLED", 5]]);
});

test("control: what the card takes back of it, and an enabled voucher, need no organiser", async () => {
  const on = await sold(47.5);
  await on.disable();
  await shop("POST", `/order/${on.key}/refundRequest`, { admissions: on.admissions.slice(0, 1), reason: "Ill." });
  assert.equal((await requestsOf(on.key))[0]?.voucher, undefined, "the card can take all of it");
  assert.equal(at(await on.refundByBuyer(on.admissions.slice(0, 1)), "refund", "state"), "REFUNDED");
  assert.equal(at(await on.refundByBuyer(on.admissions.slice(1)), "requested"), true);
  assert.equal(Object((await requestsOf(on.key))[0]?.voucher).id, on.voucher.id);
  await promoter("PUT", `/voucher/${on.voucher.id}/enable/true`);
  assert.equal((await requestsOf(on.key))[0]?.voucher, undefined);
  assert.equal(at(await on.refundByBuyer(on.admissions.slice(1)), "refund", "state"), "REFUNDED");
  assert.deepEqual(await on.read(), ["ACTIVE", 100]);
  assert.equal((await requestsOf(on.key))[0]?.state, "APPROVED", "the refund has made the request");
});

test("a request that is approved by somebody who did not read of the voucher leaves its part waiting", async () => {
  const on = await sold(60);
  await shop("POST", `/order/${on.key}/refundRequest`, { admissions: on.admissions, reason: "I broke my leg." });
  await on.disable();
  const [asked] = await requestsOf(on.key);
  const approved = await promoter("POST", `/refundRequest/${asked?.id}/approve`, { fee: "returned" });
  const unspendable = { state: "WAITING", amount: { amount: 60, currency: "NZD" } };
  assert.deepEqual(at(approved, "refund", "voucher"), unspendable);
  assert.equal(at(approved, "refund", "newVoucher"), undefined);
  assert.deepEqual(at(await shop("GET", `/payment/${on.key}`), "refunds", 0, "voucher"), unspendable);
  assert.deepEqual([await codesMailed(on.key), await on.read()], [0, ["DISABLED", 100]]);
});

test("a cancellation gives the card's part back at once, and the voucher's waits in the promoter's list for one decision", async () => {
  const [sent, left] = [await sold(60), await sold(95)];
  for (const on of [sent, left]) {
    await on.disable();
    await promoter("PUT", `/event/${on.event}/cancel`, { refund: "all" });
    await stage.runJobs();
    // A second cancellation, of the date, finds nothing to refund.
    await promoter("PUT", `/eventDate/${on.date}/cancel`, { refund: "all" });
    await stage.runJobs();
    assert.deepEqual([await codesMailed(on.key), (await returnsOf(on.key)).length], [0, 1]);
  }
  assert.deepEqual(stage.processor.ledger.filter((line) => line.startsWith("refundPart")).at(-1), "refundPart 35.00");
  const [one] = await returnsOf(sent.key);
  assert.deepEqual([one?.state, one?.amount], ["WAITING", { amount: 60, currency: "NZD" }]);
  assert.match(Object(one?.voucher).disabled.at, /^2\d{3}-/);
  const decide = (id: unknown, how: string) => promoter("POST", `/voucherReturn/${id}/${how}`);
  assert.equal(at(await decide(one?.id, "sendNew"), "successful"), true);
  assert.equal(at(await decide(one?.id, "sendNew"), "errors", 0, "code"), "WRONG_STATE");
  assert.deepEqual([await codesMailed(sent.key), await sent.read()], [1, ["DISABLED", 40]]);
  const receipt = await shop("GET", `/payment/${sent.key}`);
  assert.deepEqual([at(receipt, "refunds", 0, "newVoucher"), at(receipt, "refunds", 0, "voucher")], [true, undefined]);

  const [other] = await returnsOf(left.key);
  assert.equal(at(await decide(other?.id, "leave"), "successful"), true);
  assert.equal(at(await decide(other?.id, "sendNew"), "errors", 0, "code"), "WRONG_STATE");
  assert.deepEqual([await codesMailed(left.key), await left.read()], [0, ["DISABLED", 100]]);
  assert.equal(at(await shop("GET", `/payment/${left.key}`), "refunds", 0, "voucher", "state"), "LEFT");
  assert.equal((await decide(999_999, "leave")).status, 404);
  assert.equal((await shop("POST", `/voucherReturn/${other?.id}/sendNew`)).status, 403);
});

test("a buyer's refund of what was paid from a part that has ended becomes a request, and the voucher is said to have ended", async () => {
  const on = await sold(95);
  await db.query(`UPDATE voucher SET expires_at = now() - interval '1 second' WHERE id = $1`, [on.voucher.id]);
  const back = await on.refundByBuyer(on.admissions.slice(0, 1));
  const receipt = await shop("GET", `/payment/${on.key}`);
  assert.match(String(at(back, "refund", "expiresAt")), /^2\d{3}-/);
  assert.equal(at(receipt, "refunds", 0, "expiresAt"), at(back, "refund", "expiresAt"));
  assert.deepEqual(await on.read(), ["ACTIVE", 52.5]);
  const second = await on.pay(1, 47.5);
  assert.equal(second.type, "SUCCESS");
  await db.query(`UPDATE voucher_part SET expires_at = now() WHERE voucher_id = $1`, [on.voucher.id]);
  const admissions = [Number(at(await shop("GET", `/payment/${second.key}`), "admissions", 0, "id"))];
  const asked = await shop("POST", `/order/${second.key}/refundByBuyer`, { admissions });
  assert.equal(at(asked, "requested"), true);
  assert.deepEqual((await requestsOf(second.key))[0]?.voucher, { id: on.voucher.id, disabled: null });
});
