import "server-only";

import { z } from "zod";
import type { CallName } from "#lib/ticketing/client/calls.ts";
import type { Credential } from "#lib/ticketing/client/credential.ts";
import { isKnownMissing, MISSING_STATUSES, writeExtension } from "#lib/ticketing/client/extension.ts";
import { type Path, pathTo } from "#lib/ticketing/client/paths.ts";
import { request, requestOrRefusal } from "#lib/ticketing/client/request.ts";
import {
  type ClosedVoucher,
  REQUEST_STATES,
  RETURN_STATES,
  type RefundQuote,
  type RefundRequest,
  type VoucherReturn,
} from "#lib/ticketing/model/sale.ts";
import { refused } from "#lib/ticketing/wire/purchase/refusals.ts";
import {
  absentText,
  id,
  ifReadable,
  instant,
  key,
  money,
  ref,
  refs,
  withoutUndefined,
} from "#lib/ticketing/wire/shapes.ts";

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

const closedVoucher = z
  .object({ disabled: ifReadable(z.object({ at: ifReadable(instant), by: absentText }).transform(withoutUndefined)) })
  .transform(withoutUndefined) satisfies z.ZodType<ClosedVoucher>;

/** What the requests and the returns to vouchers have in common. */
const listed = {
  id,
  created: instant,
  key: ifReadable(key),
  event: ref,
  buyer: z.object({ name: z.string(), email: z.string() }),
};

const requests = z.object({
  requests: z.array(
    z
      .object({
        ...listed,
        state: z.enum(REQUEST_STATES),
        admissions: refs,
        reason: absentText,
        declineReason: absentText,
        voucher: ifReadable(closedVoucher),
      })
      .transform(
        ({ event, admissions, key, voucher, ...one }): RefundRequest =>
          withoutUndefined({
            ...one,
            saleKey: key,
            eventName: event.name,
            closedVoucher: voucher,
            admissionIds: admissions.map(({ id }) => id),
          }),
      ),
  ),
});

/** Returns the requests of an Account's Buyers, the open ones first; `undefined` where the promoter may not see them. */
export async function listRefundRequests(
  as: Credential,
  accountId: number,
): Promise<readonly RefundRequest[] | undefined> {
  const path = pathTo`/account/${accountId}/refundRequests`;
  const missing = [403, ...MISSING_STATUSES];
  const call = { name: "listRefundRequests", method: "GET", path, answer: requests, as, missing } as const;
  return (await request(call))?.requests;
}

const returns = z.object({
  returns: z.array(
    z
      .object({ ...listed, state: z.enum(RETURN_STATES), amount: money, voucher: closedVoucher })
      .transform(
        ({ event, key, ...one }): VoucherReturn => withoutUndefined({ ...one, saleKey: key, eventName: event.name }),
      ),
  ),
});

/**
 * Returns what refunds brought back to vouchers of an Account that cannot spend it, what waits first. None where the service has
 * no such list, or the promoter may not see it.
 */
export async function listVoucherReturns(as: Credential, accountId: number): Promise<readonly VoucherReturn[]> {
  const path = pathTo`/account/${accountId}/voucherReturns`;
  const missing = [403, ...MISSING_STATUSES];
  const call = { name: "listVoucherReturns", method: "GET", path, answer: returns, as, missing } as const;
  return (await request(call))?.returns ?? [];
}

/** `admitted`: one of the tickets was used or returned. `decided`: the request was decided before, or does not exist. */
type Decision = "done" | "decided" | "admitted" | "refused";

/**
 * Refunds the tickets of a request, with or without the fee. `newVoucher`: what a voucher cannot take back goes to a new one, whose
 * code the Buyer is sent.
 */
export function approveRefundRequest(
  as: Credential,
  requestId: number,
  how: { readonly fee: "returned" | "kept"; readonly newVoucher?: true },
): Promise<Decision> {
  return decide(as, "approveRefundRequest", pathTo`/refundRequest/${requestId}/approve`, how);
}

/** Declines a request. The Buyer is told, with the reason if there is one. */
export function declineRefundRequest(as: Credential, requestId: number, reason: string): Promise<Decision> {
  const body = reason === "" ? {} : { reason };
  return decide(as, "declineRefundRequest", pathTo`/refundRequest/${requestId}/decline`, body);
}

/** Moves what came back to a new voucher, whose code the Buyer is sent. */
export function sendNewVoucher(as: Credential, returnId: number): Promise<Decision> {
  return decide(as, "sendNewVoucher", pathTo`/voucherReturn/${returnId}/sendNew`, {});
}

/** Leaves what came back on the voucher that paid. */
export function leaveOnVoucher(as: Credential, returnId: number): Promise<Decision> {
  return decide(as, "leaveOnVoucher", pathTo`/voucherReturn/${returnId}/leave`, {});
}

function decide(as: Credential, name: CallName, path: Path | undefined, body: object): Promise<Decision> {
  return requestOrRefusal<Decision>({ name, method: "POST", path, body, as }, "done", ({ errors }) => {
    if (errors.some(({ code }) => code === "REFUND_REFUSED")) return "refused";
    return errors.some(({ path }) => path !== "") ? "admitted" : "decided";
  });
}
