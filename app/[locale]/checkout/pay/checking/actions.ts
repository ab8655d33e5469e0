"use server";

import { withinLimit } from "#lib/memory/limits.ts";
import { currentVisit } from "#lib/session/cart-cookie.ts";
import { gate } from "#lib/session/gate.ts";
import { paymentEnd } from "./outcome.ts";

/** Whether the page has something new to say. It reads, and never pays. */
export async function checkPayment(_form: FormData): Promise<"waiting" | "known"> {
  await gate();

  const visit = await currentVisit();
  if (visit === undefined) return "known";
  if (!(await withinLimit("checkPerVisit", visit.checkoutId))) return "waiting";
  const { truth } = await paymentEnd(visit, new Date());
  return truth === "waiting" ? "waiting" : "known";
}
