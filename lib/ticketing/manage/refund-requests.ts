import "server-only";

import { z } from "zod";
import type { PromoterCall } from "#lib/ticketing/client/calls.ts";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { MISSING_STATUSES } from "#lib/ticketing/client/extension.ts";
import { type Path, pathTo } from "#lib/ticketing/client/paths.ts";
import { request, requestOrRefusal } from "#lib/ticketing/client/request.ts";
import {
  type ClosedVoucher,
  REQUEST_STATES,
  RETURN_STATES,
  type RefundRequest,
  type VoucherReturn,
} from "#lib/ticketing/model/sale.ts";
import type { SaleCalls } from "#lib/ticketing/sales.ts";
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

/** Returns the requests of the Account's Buyers, the open ones first; `undefined` where the promoter may not see them. */
export async function listRefundRequests(
  as: PromoterCredential,
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
 * Returns what refunds brought back to vouchers of the Account that cannot spend it, what waits first. None where the service has
 * no such list, or the promoter may not see it.
 */
export async function listVoucherReturns(as: PromoterCredential, accountId: number): Promise<readonly VoucherReturn[]> {
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
  as: PromoterCredential,
  requestId: number,
  how: { readonly fee: "returned" | "kept"; readonly newVoucher?: true },
): Promise<Decision> {
  return decide(as, "approveRefundRequest", pathTo`/refundRequest/${requestId}/approve`, how);
}

/** Declines a request. The Buyer is told, with the reason if there is one. */
export function declineRefundRequest(as: PromoterCredential, requestId: number, reason: string): Promise<Decision> {
  const body = reason === "" ? {} : { reason };
  return decide(as, "declineRefundRequest", pathTo`/refundRequest/${requestId}/decline`, body);
}

/** Moves what came back to a new voucher, whose code the Buyer is sent. */
export function sendNewVoucher(as: PromoterCredential, returnId: number): Promise<Decision> {
  return decide(as, "sendNewVoucher", pathTo`/voucherReturn/${returnId}/sendNew`, {});
}

/** Leaves what came back on the voucher that paid. */
export function leaveOnVoucher(as: PromoterCredential, returnId: number): Promise<Decision> {
  return decide(as, "leaveOnVoucher", pathTo`/voucherReturn/${returnId}/leave`, {});
}

function decide(as: PromoterCredential, name: PromoterCall, path: Path | undefined, body: object): Promise<Decision> {
  return requestOrRefusal<Decision>({ name, method: "POST", path, body, as }, "done", ({ errors }) => {
    if (errors.some(({ code }) => code === "REFUND_REFUSED")) return "refused";
    return errors.some(({ path }) => path !== "") ? "admitted" : "decided";
  });
}

/** Returns the calls by which a promoter reads the sale of a request, and its tickets. */
export function requestedSaleCalls(as: PromoterCredential): SaleCalls {
  return { sale: { name: "getRequestedSale", as }, ticket: { name: "getRequestedTicket", as } };
}
