import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import type { TicketedSale } from "#lib/orders/tickets.ts";
import { isBuyerOf } from "./is-buyer-of.ts";

applySettings();

/** Only a sale's state, buyer and cart are read. */
function sale(email: string | undefined, status = "CONFIRMED"): TicketedSale {
  return { sale: { status, buyer: email === undefined ? undefined : { email } } } as unknown as TicketedSale;
}

test("an order's email is accepted in any letter case", async () => {
  const order = [sale("ada@example.com")];
  assert.equal(await isBuyerOf(order, " Ada@Example.com "), true);
  for (const other of ["grace@example.com", "ada@example.co", "", "@", "a"])
    assert.equal(await isBuyerOf(order, other), false, other);
});

test("the email of an unpaid sale is refused beside a paid one", async () => {
  const order = [sale("ada@example.com"), sale("grace@example.com", "RESERVED")];
  assert.equal(await isBuyerOf(order, "grace@example.com"), false);
});

test("every email is refused where the order has none", async () => {
  for (const typed of ["", "undefined", "ada@example.com"])
    assert.equal(await isBuyerOf([sale(undefined)], typed), false, typed);
});
