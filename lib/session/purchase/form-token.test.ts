import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { isLockToken, isShownTotal, lockToken, payToken } from "./form-token.ts";

applySettings({ COOKIE_KEYS: randomBytes(32).toString("base64url") });

const total = { minor: 2000, currency: "NZD" };
const purchase = { checkoutId: "visit", total };
const both = [{ key: "ABCDEFGH12" }, { key: "ABCDEFGH13" }];

test("a lock token is valid only for the sales that were shown, in any order", () => {
  const token = lockToken(purchase, both);
  assert.equal(isLockToken(purchase, both, token), true);
  assert.equal(isLockToken(purchase, both.toReversed(), token), true);
  assert.equal(isLockToken(purchase, both.slice(1), token), false);
  assert.equal(isLockToken(purchase, [...both, { key: "ABCDEFGH14" }], token), false);
  assert.equal(isLockToken({ checkoutId: "another" }, both, token), false);
});

test("an order without its free event is another order, although the total is the same", () => {
  const token = payToken(purchase, { total, sales: both });
  assert.equal(isShownTotal(purchase, { total, sales: both }, token), "this");
  assert.equal(isShownTotal(purchase, { total, sales: both.slice(1) }, token), "unknown");
});

test("a pay token is not valid once a voucher was applied, removed or changed", () => {
  const voucher = (minor: number) => ({ voucher: { code: "CODE", balance: { minor, currency: "NZD" } } });
  const order = { total, sales: both };
  const token = payToken({ ...purchase, ...voucher(500) }, order);
  assert.equal(isShownTotal({ ...purchase, ...voucher(500) }, order, token), "this");
  for (const changed of [{}, voucher(499), voucher(5000)])
    assert.equal(isShownTotal({ ...purchase, ...changed }, order, token), "unknown");
});

test("distinguishes the locked total from one that was never shown", () => {
  const token = payToken(purchase, { total, sales: both });
  const now = { total: { minor: 2100, currency: "NZD" }, sales: both };
  assert.equal(isShownTotal(purchase, now, token), "another");
  assert.equal(isShownTotal({ checkoutId: "visit" }, now, token), "unknown");
  assert.equal(isShownTotal({ ...purchase, checkoutId: "another" }, now, token), "unknown");
});
