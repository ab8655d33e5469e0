"use server";

import { reconcilePayment, shownStatus } from "#lib/purchase/reconcile/reconcile-payment.ts";
import { assertSameOrigin } from "#lib/security/same-origin.ts";
import { currentVisit } from "#lib/session/visit/visit-cookie.ts";
import { withinLimit } from "#lib/state/limits.ts";

/** Returns "known" once the outcome of the payment is known. It only reads. */
export async function checkPayment(_form: FormData): Promise<"waiting" | "known"> {
  await assertSameOrigin();

  const visit = await currentVisit();
  if (visit === undefined) return "known";
  if (!(await withinLimit("checkPerVisit", visit.checkoutId))) return "waiting";
  const now = new Date();
  return shownStatus(visit, await reconcilePayment(visit, now), now) === "waiting" ? "waiting" : "known";
}
