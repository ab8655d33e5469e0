import "server-only";

import { cookies } from "next/headers";
import { newCheckoutId, sealVisit, unsealVisit, VISIT_SECONDS, type Visit } from "#lib/session/visit.ts";

export { keysOf, RESERVATIONS_MAX, type Visit, type VisitReservation } from "#lib/session/visit.ts";

/** The prefix makes the browser refuse it from any other host, path or plain connection (localhost aside). */
export const VISIT_COOKIE = "__Host-foyer";

const ATTRIBUTES = { httpOnly: true, secure: true, sameSite: "lax", path: "/", maxAge: VISIT_SECONDS } as const;

export async function currentVisit(): Promise<Visit | undefined> {
  const sealed = (await cookies()).get(VISIT_COOKIE)?.value;
  return sealed === undefined ? undefined : unsealVisit(sealed);
}

/** At reserve and at lock: the visit gets a new checkout id, whatever the browser sent. */
export async function rememberVisit(content: Omit<Visit, "checkoutId">): Promise<Visit> {
  return amendVisit({ ...content, checkoutId: newCheckoutId() });
}

/** While paying the checkout id stays, so that a second tab joins the attempt instead of being turned away. */
export async function amendVisit(visit: Visit): Promise<Visit> {
  (await cookies()).set(VISIT_COOKIE, await sealVisit(visit), ATTRIBUTES);
  return visit;
}

export async function forgetVisit(): Promise<void> {
  (await cookies()).set(VISIT_COOKIE, "", { ...ATTRIBUTES, maxAge: 0 });
}
