import "server-only";

import { type Money, toDecimal } from "#lib/domain/money.ts";
import type { Visit } from "#lib/session/cart-cookie.ts";
import { checkFormToken, formToken } from "#lib/session/form-token.ts";

type Shown = Pick<Visit, "checkoutId" | "total">;

/** Ties the pay form to its visit and to the total that stood on its button, so that no price travels back. */
export function payToken(visit: Shown, total: Money): string {
  return formToken(bound(visit, total), "pay");
}

/** Whether the buyer pressed a button with this total on it, with the one they locked, or with neither. */
export function isShownTotal(visit: Shown, total: Money, token: unknown): "this" | "another" | "unknown" {
  if (checkFormToken(bound(visit, total), "pay", token)) return "this";
  const before = visit.total !== undefined && checkFormToken(bound(visit, visit.total), "pay", token);
  return before ? "another" : "unknown";
}

function bound({ checkoutId }: Shown, total: Money): Pick<Visit, "checkoutId"> {
  return { checkoutId: `${checkoutId} ${toDecimal(total)} ${total.currency}` };
}
