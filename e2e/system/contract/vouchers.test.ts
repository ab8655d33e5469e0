import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { CARDS, card, lockTickets, putOnSale, send } from "#e2e/system/contract/put-on-sale.ts";
import { payCart } from "#lib/ticketing/carts.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import { areVouchersOffered, lookUpVoucher, voucherMeans } from "#lib/ticketing/payment-means.ts";
import { getSale } from "#lib/ticketing/sales.ts";

const DUE: Money = { minor: 4750, currency: "NZD" };
const PART: Money = { minor: 2000, currency: "NZD" };

async function makeVoucher(amount: number) {
  const { code } = (await send("POST", "/voucher", { amount })) as { readonly code: string };
  return { code, balance: { minor: amount * 100, currency: "NZD" } };
}

const locked = async (name: string) => lockTickets(await putOnSale(name, [{ name: "Adult" }]), 1);

test("looks a voucher up, pays a part by it and the rest by card, and reads both back", async () => {
  const voucher = await makeVoucher(20);
  assert.equal(await areVouchersOffered(), true);
  const { cartId, key } = await locked("Paid by voucher");
  assert.deepEqual(await lookUpVoucher(cartId, voucher.code), { ok: true, balance: PART });
  const means = [voucherMeans(voucher, PART), card(CARDS.good)];
  assert.partialDeepStrictEqual(await payCart(cartId, DUE, means, randomUUID()), { ok: true });
  const payments = (await getSale(key))?.payments.map(({ method, amount }) => [method, amount?.minor]);
  assert.deepEqual(payments, [
    ["VOUCHER", 2000],
    ["CREDIT_CARD", 2750],
  ]);
});

test("a voucher that is unknown, or has less left than it is to pay, is refused and nothing is charged", async () => {
  const voucher = await makeVoucher(5);
  const { cartId } = await locked("Refused voucher");
  const refused = { ok: false, refusal: "voucher_refused" };
  assert.deepEqual(await lookUpVoucher(cartId, "no code"), { ok: false, refusal: "not_valid" });
  for (const tried of [voucher, { ...voucher, code: "0000-0000-0000-0000" }]) {
    const means = [voucherMeans(tried, PART), card(CARDS.good)];
    assert.deepEqual(await payCart(cartId, DUE, means, randomUUID()), refused);
  }
  assert.partialDeepStrictEqual(await payCart(cartId, DUE, [card(CARDS.good)], randomUUID()), { ok: true });
});

test("after five codes that are not valid a cart is told to wait", async () => {
  const { cartId } = await locked("Guessed vouchers");
  const answers: unknown[] = [];
  for (let tries = 0; tries < 6; tries += 1) answers.push(await lookUpVoucher(cartId, "no code"));
  assert.deepEqual(answers.at(4), { ok: false, refusal: "not_valid" });
  assert.deepEqual(answers.at(5), { ok: false, refusal: "too_many_tries" });
});
