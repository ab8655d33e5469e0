import "server-only";

import { createHmac, timingSafeEqual } from "node:crypto";
import { keysFor } from "#lib/security/seal.ts";
import type { Purchase } from "./sealed-purchase.ts";

/** The forms that only a page of the same purchase may submit. */
type TokenForm = "lock" | "pay";

/** The name of the hidden field. */
export const FORM_TOKEN = "formToken";

type Owner = Pick<Purchase, "checkoutId">;

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

function isSame(expected: string, token: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
