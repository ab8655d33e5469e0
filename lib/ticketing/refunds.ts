import "server-only";

import { z } from "zod";
import { isKnownMissing, writeExtension } from "#lib/ticketing/client/extension.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import type { RefundQuote } from "#lib/ticketing/model/sale.ts";
import { refused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { ifReadable, money, withoutUndefined } from "#lib/ticketing/wire/shapes.ts";

/** The names of the calls in faults. */
const REFUND = "refundByBuyer";
const REQUEST = "requestRefund";
const QUOTE = "quoteRefund";

/** `under_way`: the processor has not confirmed it yet. */
export type RefundResult =
  | "refunded"
  /** No money goes back to a card or voucher: nothing was paid, or it was paid in cash. */
  | "returned"
  | "under_way"
  /** Refunded, but for what a voucher paid that cannot take it back: the organiser decides about that. */
  | "voucher_waits"
  /** The processor refuses it: the tickets are valid again. */
  | "refused"
  /** The policy does not cover one of the tickets, or one is used or returned. */
  | "closed"
  | "not_offered";

const refund = z.object({
  refund: z.object({ state: z.string(), voucher: ifReadable(z.object({ state: z.string() })) }),
});
const requested = z.object({ requested: z.literal(true) });

/**
 * Refunds tickets of a sale within the event's policy. Calls with the same key refund once. Throws TicketingFault when the
 * outcome is not known; the sale then shows it. `asked`: nothing was refunded, because the voucher that paid cannot take it back, and the
 * service has asked the organiser.
 */
export async function refundByBuyer(
  saleKey: string,
  admissionIds: readonly number[],
  idempotencyKey: string,
): Promise<RefundResult | "asked"> {
  const path = pathTo`/order/${saleKey}/refundByBuyer`;
  const headers = { "Idempotency-Key": idempotencyKey };
  const body = await writeExtension({ name: REFUND, method: "POST", path, headers }, { admissions: admissionIds });
  if (body === undefined) return "not_offered";
  return requested.safeParse(body).success ? "asked" : refundResult(body);
}

/** Returns the state of a refund in the service's answer; `closed` when it has none. */
export function refundResult(body: unknown): RefundResult {
  const answer = refund.safeParse(body).data?.refund;
  const made = answer?.state;
  if (answer?.voucher?.state === "WAITING") return "voucher_waits";
  if (made === "PROCESSING") return "under_way";
  if (made === "REFUNDED") return "refunded";
  if (made === "RETURNED") return "returned";
  return made === "REFUSED" ? "refused" : "closed";
}

const quote = z
  .object({
    amount: money,
    rest: ifReadable(z.object({ quantity: z.int(), price: money, lostSavings: z.array(z.string()) })),
  })
  .transform((one): RefundQuote => withoutUndefined(one));

/**
 * Returns what refunds of these tickets within the policy give back, made in this order; `asked` when the organiser would be asked
 * instead, `closed` when one of them cannot be made, `undefined` from a service that does not say.
 */
export async function quoteRefund(
  returns: readonly { readonly key: string; readonly admissions: readonly number[] }[],
): Promise<RefundQuote | "asked" | "closed" | undefined> {
  if (isKnownMissing(QUOTE)) return undefined;
  const body = await writeExtension({ name: QUOTE, method: "POST", path: pathTo`/order/refundQuote` }, { returns });
  if (body === undefined) return undefined;
  return requested.safeParse(body).success ? "asked" : (z.object({ quote }).safeParse(body).data?.quote ?? "closed");
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

/** Returns false while the service is known to lack a call by which a Buyer returns tickets. */
export function canReturnTickets(): boolean {
  return !isKnownMissing(REFUND) && !isKnownMissing(REQUEST);
}
