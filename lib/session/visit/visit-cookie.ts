import "server-only";

import { cookies } from "next/headers";
import { newCheckoutId, sealVisit, unsealVisit, VISIT_SECONDS, type Visit } from "./visit.ts";

export { keysOf, RESERVATIONS_MAX, type Visit, type VisitReservation } from "./visit.ts";

/** The prefix makes the browser refuse it from any other host, path or plain connection (localhost aside). */
export const VISIT_COOKIE = "__Host-foyer";

const ATTRIBUTES = { httpOnly: true, secure: true, sameSite: "lax", path: "/", maxAge: VISIT_SECONDS } as const;

export async function currentVisit(): Promise<Visit | undefined> {
  const sealed = (await cookies()).get(VISIT_COOKIE)?.value;
  return sealed === undefined ? undefined : unsealVisit(sealed);
}

type Fresh = Omit<Visit, "checkoutId" | "replaces" | "issuedAt">;

/** At reserve and at lock: the visit gets a new checkout id, whatever the browser sent. */
export async function rememberVisit(content: Fresh): Promise<Visit> {
  return amendVisit(withNewId(content, await currentVisit()));
}

/** The same content under a new checkout id, which ends the one that this browser has, also if the clock was set back. */
export function withNewId(content: Fresh, before: Visit | undefined): Visit {
  const checkoutId = newCheckoutId();
  if (before === undefined) return { ...content, checkoutId };
  const issuedAt = Math.max(Date.now(), (before.issuedAt ?? 0) + 1);
  return { ...content, checkoutId, replaces: before.checkoutId, issuedAt };
}

/** The checkout id stays, as a change that needs no new one must not put a second tab's forms out of date. */
export async function amendVisit(visit: Visit): Promise<Visit> {
  (await cookies()).set(VISIT_COOKIE, await sealVisit(visit), ATTRIBUTES);
  return visit;
}

export async function forgetVisit(): Promise<void> {
  (await cookies()).set(VISIT_COOKIE, "", { ...ATTRIBUTES, maxAge: 0 });
}
