import "server-only";

import { cookies } from "next/headers";
import { newCheckoutId, sealVisit, unsealVisit, VISIT_SECONDS, type Visit } from "./visit.ts";

export { keysOf, RESERVATIONS_MAX, type Visit, type VisitReservation } from "./visit.ts";

/** The prefix makes the browser accept the cookie from this host over TLS only (localhost aside). */
export const VISIT_COOKIE = "__Host-foyer";

const ATTRIBUTES = { httpOnly: true, secure: true, sameSite: "lax", path: "/", maxAge: VISIT_SECONDS } as const;

export async function currentVisit(): Promise<Visit | undefined> {
  const sealed = (await cookies()).get(VISIT_COOKIE)?.value;
  return sealed === undefined ? undefined : unsealVisit(sealed);
}

type VisitContent = Omit<Visit, "checkoutId" | "replaces" | "issuedAt">;

/** Stores the visit under a new checkout id, whatever id the browser sent. For reserve and lock. */
export async function rememberVisit(content: VisitContent): Promise<Visit> {
  return amendVisit(withNewId(content, await currentVisit()));
}

/**
 * Returns the content with a new checkout id that replaces the browser's present one, also when the clock was set back.
 */
export function withNewId(content: VisitContent, before: Visit | undefined): Visit {
  const checkoutId = newCheckoutId();
  if (before === undefined) return { ...content, checkoutId };
  const issuedAt = Math.max(Date.now(), (before.issuedAt ?? 0) + 1);
  return { ...content, checkoutId, replaces: before.checkoutId, issuedAt };
}

/** Stores the visit under the same checkout id, so that the forms in a second tab stay valid. */
export async function amendVisit(visit: Visit): Promise<Visit> {
  (await cookies()).set(VISIT_COOKIE, await sealVisit(visit), ATTRIBUTES);
  return visit;
}

export async function forgetVisit(): Promise<void> {
  (await cookies()).set(VISIT_COOKIE, "", { ...ATTRIBUTES, maxAge: 0 });
}
