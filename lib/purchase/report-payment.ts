import "server-only";

import type { PaymentStatus } from "#lib/purchase/payment-status.ts";
import type { SaleRead } from "#lib/purchase/read-sales.ts";
import { log } from "#lib/telemetry/log.ts";
import type { PaymentRefusal } from "#lib/ticketing/model/cart.ts";
import { orderReference } from "#lib/ticketing/wire/shapes.ts";

/**
 * The result of a payment that was sent. `not_known`: there is no definite answer; the checking page reads the sales until there
 * is. `mixed`: some sales are paid and some are not; the receipt lists them. `unpaid`: the service did not charge, and the sales
 * confirm it; the Cart must be read again.
 */
export type SentResult = "paid" | "not_known" | "mixed" | "unpaid" | PaymentRefusal;

/** What came of a payment attempt: as the payment was answered, or as the sales showed it later. */
type Outcome = SentResult | Exclude<PaymentStatus, "waiting" | "not_found">;

const REFUSED = "A payment was refused.";
const EVENTS: Readonly<Record<Outcome, string>> = {
  paid: "A purchase was paid.",
  mixed: "A purchase was paid in part.",
  not_known: "It is not known yet whether this attempt paid.",
  unpaid: "A payment charged nothing.",
  unfulfilled: "A purchase was charged, and its charge is being reversed.",
  card_refused: REFUSED,
  amount_changed: REFUSED,
  busy: REFUSED,
  too_many_tries: REFUSED,
  voucher_refused: REFUSED,
};

/** Logs what came of a payment attempt, with the order's reference where the service has said it. */
export function reportPayment(attempt: string, outcome: Outcome, order?: string): void {
  const event = EVENTS[outcome];
  const reason = event === REFUSED ? outcome : undefined;
  log(outcome === "not_known" ? "warn" : "info", event, { order, attempt, reason });
}

/** Returns the reference of an order. Another service may call something a reference that is not for a log. */
export function orderOf(reference: string | undefined): string | undefined {
  return orderReference.safeParse(reference).data;
}

/** Returns the reference of the order that these sales are of. */
export function orderIn(reads: readonly SaleRead[]): string | undefined {
  return orderOf(reads.find(({ sale }) => sale?.reference !== undefined)?.sale?.reference);
}
