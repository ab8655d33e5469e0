import "server-only";

import type { Cart, PaymentRefusal } from "#lib/domain/cart.ts";
import { truthOf } from "#lib/domain/read-back.ts";
import { log } from "#lib/log.ts";
import { openAttempt, settleAttempt } from "#lib/memory/attempts.ts";
import type { Card } from "#lib/ticketing/card.ts";
import { payCart } from "#lib/ticketing/carts.ts";
import { CredentialRefused } from "#lib/ticketing/fault.ts";
import { readSales } from "./read-sales.ts";

/**
 * `asked`: somebody is paying already, or nobody can say; the checking page knows how it ends. `unpaid`: the service
 * did not charge and the sales say so too; what is left of the Cart must be looked at.
 */
export type Paid = "paid" | "asked" | "unpaid" | PaymentRefusal;

/**
 * Written down, then sent, once. A second press or tab joins the first one's attempt and sends nothing. The amount is
 * the service's own.
 */
export async function payOnce(cart: Cart, card: Card | undefined): Promise<Paid> {
  const keys = cart.sales.map(({ key }) => key);
  const { attempt, joined } = await openAttempt(cart.id, { amount: cart.total, keys });
  if (joined) return "asked";

  const payment = await payCart(cart.id, cart.total, card, attempt.id).catch(async (fault: unknown) => {
    // Turned away at the door: nothing was charged, and the next press must not wait for an answer to this one.
    if (fault instanceof CredentialRefused) await settleAttempt(attempt.id, "not_charged");
    throw fault;
  });

  if (payment === "not_known") {
    log("warn", "Nobody can say yet whether this attempt paid.", { attempt: attempt.id });
    return "asked";
  }
  if (payment === "read_back") return afterReading(attempt.id, keys);
  if (!payment.ok) {
    await settleAttempt(attempt.id, payment.refusal === "card_refused" ? "refused" : "not_charged");
    return payment.refusal;
  }
  await settleAttempt(attempt.id, "paid");
  return "paid";
}

/** The service did not charge this time. Whether somebody was charged before is what the sales themselves say. */
async function afterReading(attemptId: string, keys: readonly string[]): Promise<Paid> {
  const truth = truthOf(await readSales(keys));
  if (truth === "waiting" || truth === "unfulfilled") return "asked";
  await settleAttempt(attemptId, truth === "paid" ? "paid" : "not_charged");
  return truth === "paid" ? "paid" : "unpaid";
}
