import "server-only";

import { type Money, toDecimal } from "#lib/domain/money/money.ts";
import { checkFormToken, formToken } from "./form-token.ts";
import type { Visit } from "./visit.ts";

type Owner = Pick<Visit, "checkoutId">;
type Sales = readonly { readonly key: string }[];
type Shown = { readonly total: Money; readonly sales: Sales };

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
 * Returns the token that ties the pay form to the sales and the total on its button. No price travels back from the
 * browser.
 */
export function payToken(owner: Owner, { total, sales }: Shown): string {
  return formToken(ofTotal(ofSales(owner, sales), total), "pay");
}

/** Returns whether the buyer saw this order and total, saw the total that they locked, or saw neither. */
export function isShownTotal(
  { checkoutId, total: locked }: Pick<Visit, "checkoutId" | "total">,
  { total, sales }: Shown,
  token: unknown,
): "this" | "another" | "unknown" {
  const owner = ofSales({ checkoutId }, sales);
  if (checkFormToken(ofTotal(owner, total), "pay", token)) return "this";
  return locked !== undefined && checkFormToken(ofTotal(owner, locked), "pay", token) ? "another" : "unknown";
}

function ofTotal({ checkoutId }: Owner, total: Money): Owner {
  return { checkoutId: `${checkoutId} ${toDecimal(total)} ${total.currency}` };
}

function ofSales({ checkoutId }: Owner, sales: Sales): Owner {
  const keys = sales.map(({ key }) => key).toSorted();
  return { checkoutId: [checkoutId, ...keys].join(" ") };
}
