"use server";

import { withinLimit } from "#lib/memory/limits.ts";
import { currentVisit } from "#lib/session/cart-cookie.ts";
import { gate } from "#lib/session/gate.ts";
import { paymentEnd, shownTruth } from "./outcome.ts";

/** Whether the page has something new to say. It reads, and never pays. */
export async function checkPayment(_form: FormData): Promise<"waiting" | "known"> {
  await gate();

  const visit = await currentVisit();
  if (visit === undefined) return "known";
  if (!(await withinLimit("checkPerVisit", visit.checkoutId))) return "waiting";
  const now = new Date();
  return shownTruth(visit, await paymentEnd(visit, now), now) === "waiting" ? "waiting" : "known";
}
