import "server-only";

import { createHmac, timingSafeEqual } from "node:crypto";
import { keysFor } from "#lib/security/seal.ts";
import type { Visit } from "./visit.ts";

/** The forms that only the page of this very visit may send. */
export type GuardedForm = "lock" | "pay";

/** The name of the hidden field. */
export const FORM_TOKEN = "formToken";

type Owner = Pick<Visit, "checkoutId">;

/** Ties a form to the visit for which it was drawn. */
export function formToken(visit: Owner, form: GuardedForm): string {
  const [newest] = keysFor("form");
  return sign(newest, visit, form);
}

/** `token` is whatever the hidden field held. */
export function checkFormToken(visit: Owner, form: GuardedForm, token: unknown): boolean {
  if (typeof token !== "string") return false;
  return keysFor("form").some((key) => isSame(sign(key, visit, form), token));
}

function sign(key: Uint8Array, { checkoutId }: Owner, form: GuardedForm): string {
  return createHmac("sha256", key).update(`${form} ${checkoutId}`).digest("base64url");
}

function isSame(expected: string, token: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
