import "server-only";

import { type Money, toDecimal } from "#lib/domain/money/money.ts";
import { checkFormToken, formToken } from "./form-token.ts";
import type { Visit } from "./visit.ts";

type Owner = Pick<Visit, "checkoutId">;
type Sales = readonly { readonly key: string }[];
type Shown = { readonly total: Money; readonly sales: Sales };

/**
 * Ties the details to the sales that stood beside them: whoever presses when one of them is gone is told so first. The
 * keys go into the digest, and nowhere else.
 */
export function lockToken(owner: Owner, sales: Sales): string {
  return formToken(ofSales(owner, sales), "lock");
}

export function isLockToken(owner: Owner, sales: Sales, token: unknown): boolean {
  return checkFormToken(ofSales(owner, sales), "lock", token);
}

/** Ties the pay form to the same, and to the total that stood on its button, so that no price travels back. */
export function payToken(owner: Owner, { total, sales }: Shown): string {
  return formToken(ofTotal(ofSales(owner, sales), total), "pay");
}

/** Whether the buyer pressed a button with this order and total on it, with the total they locked, or with neither. */
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
