import "server-only";

import { createHmac } from "node:crypto";
import { isSame, keysFor } from "#lib/security/seal.ts";
import { type Money, toDecimal } from "#lib/ticketing/model/money.ts";
import { paymentParts } from "#lib/ticketing/model/payment-parts.ts";
import type { Purchase } from "./sealed-purchase.ts";

type Owner = Pick<Purchase, "checkoutId">;
type Sales = readonly { readonly key: string }[];
type Shown = { readonly total: Money; readonly sales: Sales };
type Payer = Pick<Purchase, "checkoutId" | "voucher">;

/**
 * Returns the token that ties the buyer's details to the sales that were shown beside them. When one of them is
 * released meanwhile, the buyer is shown the new order first. The token is a digest and reveals no key.
 */
export function lockToken(owner: Owner, sales: Sales): string {
  return formToken(ofSales(owner, sales), "lock");
}

export function isLockToken(owner: Owner, sales: Sales, token: unknown): boolean {
  return checkFormToken(ofSales(owner, sales), "lock", token);
}

/**
 * Returns the token that ties the pay form to the sales, the total and what each payment method pays of it. No price
 * travels back from the browser.
 */
export function payToken(payer: Payer, { total, sales }: Shown): string {
  return formToken(ofTotal(ofSales(payer, sales), total, payer), "pay");
}

/** Returns whether the buyer saw this order and total, saw the total that they locked, or saw neither. */
export function isShownTotal(
  purchase: Payer & Pick<Purchase, "total">,
  { total, sales }: Shown,
  token: unknown,
): "this" | "another" | "unknown" {
  const { total: locked } = purchase;
  const owner = ofSales(purchase, sales);
  if (checkFormToken(ofTotal(owner, total, purchase), "pay", token)) return "this";
  return locked !== undefined && checkFormToken(ofTotal(owner, locked, purchase), "pay", token) ? "another" : "unknown";
}

function ofTotal({ checkoutId }: Owner, total: Money, { voucher }: Payer): Owner {
  const { card } = paymentParts({ total, ...(voucher && { voucher }) });
  return { checkoutId: `${checkoutId} ${toDecimal(total)} ${toDecimal(card)} ${total.currency}` };
}

function ofSales({ checkoutId }: Owner, sales: Sales): Owner {
  const keys = sales.map(({ key }) => key).toSorted();
  return { checkoutId: [checkoutId, ...keys].join(" ") };
}

/** The forms that only a page of the same purchase may submit. */
type TokenForm = "lock" | "pay";

/** The name of the hidden field. */
export const FORM_TOKEN = "formToken";

/** Returns the token that ties a form to the purchase for which it was rendered. */
export function formToken(purchase: Owner, form: TokenForm): string {
  const [newest] = keysFor("form");
  return sign(newest, purchase, form);
}

/** Returns whether the token is valid. `token` is the value of the hidden field. */
export function checkFormToken(purchase: Owner, form: TokenForm, token: unknown): boolean {
  if (typeof token !== "string") return false;
  return keysFor("form").some((key) => isSame(sign(key, purchase, form), token));
}

function sign(key: Uint8Array, { checkoutId }: Owner, form: TokenForm): string {
  return createHmac("sha256", key).update(`${form} ${checkoutId}`).digest("base64url");
}
