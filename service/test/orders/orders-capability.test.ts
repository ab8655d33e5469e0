import assert from "node:assert/strict";
import test from "node:test";
import { type Answered, at, BUYER, CARD, make, openShop } from "#test/test-app.ts";

const { accountId, shop, promoter, addUser, reserved, close } = await openShop();
test.after(close);
const seller = await addUser("hemi", ["ORDERS"]);

/** Sells two tickets for 95.00, by card or by a voucher. */
async function sold(voucher?: number) {
  const { key, cart } = await reserved(2);
  await shop("POST", `/cart/${cart}/lock`, BUYER);
  const { code } = Object(voucher && (await promoter("GET", `/voucher/${voucher}`)).body);
  const means = voucher === undefined ? { creditCard: CARD } : { voucher: { code } };
  const paid = await shop("POST", `/cart/${cart}/payment`, { amount: 95, ...means });
  assert.equal(at(paid, "type"), "SUCCESS");
  const receipt = await seller("GET", `/payment/${key}`);
  return { key, id: at(receipt, "id"), admissions: [0, 1].map((place) => at(receipt, "admissions", place, "id")) };
}

const refusal = (answered: Answered) => [answered.status, at(answered, "errors", 0, "path")];

test("a user with ORDERS finds any order by its number, and corrects and refunds its tickets without the buyer's key", async () => {
  const { key, id, admissions } = await sold();
  const [ticket, other] = admissions;
  assert.equal(at(await seller("GET", `/payment/${id}`), "key"), key);
  assert.equal((await shop("GET", `/payment/${id}`)).status, 404, "control: the shop needs the key");

  assert.equal(at(await seller("PUT", `/order/${key}/data`, { FIRST_NAME: "Augusta" }), "successful"), true);
  const rename = (ask: typeof shop) => ask("PUT", `/admission/${ticket}/holder`, { name: "Grace Hopper" });
  assert.equal((await rename(shop)).status, 404, "control: the shop needs the key");
  assert.equal(at(await rename(seller), "successful"), true);
  const receipt = await shop("GET", `/payment/${key}`);
  assert.equal(at(receipt, "data", "FIRST_NAME"), "Augusta");
  const renamed = (at(receipt, "admissions") as { id: unknown; holder: string }[]).find(({ id }) => id === ticket);
  assert.equal(renamed?.holder, "Grace Hopper");

  const refunded = await seller("POST", `/admission/${ticket}/refund`, { fee: "returned" });
  assert.deepEqual([at(refunded, "refund", "state"), at(refunded, "refund", "amount", "amount")], ["REFUNDED", 47.5]);
  const rest = await seller("POST", `/order/${key}/refund`, { fee: "kept", admissions: [other] });
  assert.equal(at(rest, "refund", "state"), "REFUNDED");
  assert.equal(at(await seller("GET", `/order/${key}/refunds`), "refunds", 1, "id"), at(rest, "refund", "id"));
});

test("only a manager gives a disabled voucher's money a new voucher; a user with ORDERS decides the rest", async () => {
  const voucher = await make(promoter, "/voucher", { amount: 100 });
  const { key, admissions } = await sold(voucher);
  await promoter("PUT", `/voucher/${voucher}/enable/false`);
  await shop("POST", `/order/${key}/refundRequest`, { admissions, reason: "I broke my leg." });
  const asked = await seller("GET", `/account/${accountId}/refundRequests`);
  const request = `/refundRequest/${at(asked, "requests", 0, "id")}`;
  const withVoucher = await seller("POST", `${request}/approve`, { fee: "returned", newVoucher: true });
  assert.deepEqual(refusal(withVoucher), [403, "newVoucher"]);
  assert.deepEqual(at(await seller("GET", `/order/${key}/refunds`), "refunds"), [], "nothing was refunded");

  const approved = await seller("POST", `${request}/approve`, { fee: "returned" });
  assert.equal(at(approved, "refund", "voucher", "state"), "WAITING");
  const waiting = await seller("GET", `/account/${accountId}/voucherReturns`);
  const sendNew = `/voucherReturn/${at(waiting, "returns", 0, "id")}/sendNew`;
  assert.deepEqual(refusal(await seller("POST", sendNew)), [403, ""]);
  assert.equal(at(await promoter("POST", sendNew), "successful"), true, "control: a manager may");
});
