import "server-only";

import { z } from "zod";
import { isKnownMissing } from "#lib/ticketing/client/extension.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { writeExtension } from "#lib/ticketing/client/write-extension.ts";
import { refused } from "#lib/ticketing/wire/purchase/refusals.ts";

/** The name of the calls in faults. */
const REFUND = "refundByBuyer";
const REQUEST = "requestRefund";

/** `under_way`: the processor has not confirmed it yet. */
export type RefundResult =
  | "refunded"
  /** No money goes back to a card or voucher: nothing was paid, or it was paid in cash. */
  | "returned"
  | "under_way"
  /** The processor refuses it: the tickets are valid again. */
  | "refused"
  /** The policy does not cover one of the tickets, or one is used or returned. */
  | "closed"
  | "not_offered";

const refund = z.object({ refund: z.object({ state: z.string() }) });

/**
 * Refunds tickets of a sale within the event's policy. The same key makes the same refund once. Throws TicketingFault when
 * the outcome is not known; the sale then shows it.
 */
export async function refundByBuyer(
  saleKey: string,
  admissionIds: readonly number[],
  idempotencyKey: string,
): Promise<RefundResult> {
  const path = pathTo`/order/${saleKey}/refundByBuyer`;
  const headers = { "Idempotency-Key": idempotencyKey };
  const body = await writeExtension({ name: REFUND, method: "POST", path, headers }, { admissions: admissionIds });
  return body === undefined ? "not_offered" : refundResult(body);
}

/** Returns what a refund has become by the service's answer. */
export function refundResult(body: unknown): RefundResult {
  const made = refund.safeParse(body).data?.refund.state;
  if (made === "PROCESSING") return "under_way";
  if (made === "REFUNDED") return "refunded";
  if (made === "RETURNED") return "returned";
  return made === "REFUSED" ? "refused" : "closed";
}

/** Asks the organiser to refund tickets. */
export async function requestRefund(
  saleKey: string,
  admissionIds: readonly number[],
  reason: string,
): Promise<"requested" | "closed" | "not_offered"> {
  const path = pathTo`/order/${saleKey}/refundRequest`;
  const body = await writeExtension({ name: REQUEST, method: "POST", path }, { admissions: admissionIds, reason });
  if (body === undefined) return "not_offered";
  return refused.safeParse(body).success ? "closed" : "requested";
}

/** Returns whether the service may have the calls by which a Buyer returns tickets. */
export function canReturnTickets(): boolean {
  return !isKnownMissing(REFUND) && !isKnownMissing(REQUEST);
}
