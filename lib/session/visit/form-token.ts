import "server-only";

import { createHmac, timingSafeEqual } from "node:crypto";
import { keysFor } from "#lib/security/seal.ts";
import type { Visit } from "./visit.ts";

/** The forms that only a page of the same visit may submit. */
export type TokenForm = "lock" | "pay";

/** The name of the hidden field. */
export const FORM_TOKEN = "formToken";

type Owner = Pick<Visit, "checkoutId">;

/** Returns the token that ties a form to the visit for which it was rendered. */
export function formToken(visit: Owner, form: TokenForm): string {
  const [newest] = keysFor("form");
  return sign(newest, visit, form);
}

/** Returns whether the token is valid. `token` is the value of the hidden field. */
export function checkFormToken(visit: Owner, form: TokenForm, token: unknown): boolean {
  if (typeof token !== "string") return false;
  return keysFor("form").some((key) => isSame(sign(key, visit, form), token));
}

function sign(key: Uint8Array, { checkoutId }: Owner, form: TokenForm): string {
  return createHmac("sha256", key).update(`${form} ${checkoutId}`).digest("base64url");
}

function isSame(expected: string, token: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
