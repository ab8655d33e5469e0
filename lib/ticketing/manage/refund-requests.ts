import "server-only";

import { z } from "zod";
import type { PromoterCall } from "#lib/ticketing/client/calls.ts";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { MISSING_STATUSES, requestExtension } from "#lib/ticketing/client/extension.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { type Path, pathTo, queryOf } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import type { FormValues, Saved } from "#lib/ticketing/manage/saved.ts";
import { write } from "#lib/ticketing/manage/write.ts";
import { REQUEST_STATES } from "#lib/ticketing/model/sale.ts";
import {
  absentText,
  count,
  id,
  ifReadable,
  instant,
  money,
  optional,
  ref,
  refs,
  refundPolicy,
  totalIn,
  withoutUndefined,
} from "#lib/ticketing/wire/shapes.ts";

/** The parts of a list of decisions. */
export const DECISION_STATES = ["OPEN", "DECIDED"] as const;
export type DecisionState = (typeof DECISION_STATES)[number];

/** Why a voucher cannot take back what it paid. Not `disabled`: the time in which what came back to it could be spent is over. */
const closedVoucher = z
  .object({ disabled: ifReadable(z.object({ at: ifReadable(instant), by: absentText }).transform(withoutUndefined)) })
  .transform(withoutUndefined);
export type ClosedVoucher = z.output<typeof closedVoucher>;

/** What a manager decides about: an order, its buyer, and the dates of the tickets. `decided`: when, and by whom if that was a manager. */
const decidedOrder = {
  id,
  created: instant,
  event: ref,
  buyer: z.object({ name: z.string(), email: z.string() }),
  order: absentText,
  eventDates: optional(z.array(z.object({ id, startDate: instant })), []),
  timeZone: z.string(),
  decided: ifReadable(z.object({ at: instant, by: absentText }).transform(withoutUndefined)),
};

const refundRequest = z
  .object({
    ...decidedOrder,
    state: z.enum(REQUEST_STATES),
    admissions: refs,
    reason: absentText,
    declineReason: absentText,
    voucher: ifReadable(closedVoucher),
    amount: money,
    fee: money,
    refunded: ifReadable(money),
    refundPolicy,
    insidePolicy: ifReadable(z.boolean()),
    refused: ifReadable(instant),
  })
  .transform(withoutUndefined);

/** What a buyer asks for: by the event's policy where a voucher stands in the way, else outside it. */
export type RefundRequest = z.output<typeof refundRequest>;

const voucherReturn = z
  .object({ ...decidedOrder, state: z.enum(["WAITING", "SENT", "LEFT"]), amount: money, voucher: closedVoucher })
  .transform(withoutUndefined);

/** What a refund brought back to a voucher that cannot spend it. */
export type VoucherReturn = z.output<typeof voucherReturn>;

type DecisionQuery = { readonly state: DecisionState; readonly page: number; readonly pageSize: number };

/** For a service without the call or its query. */
const MISSING: readonly number[] = [400, ...MISSING_STATUSES];

/** Returns a page of the requests of the account's buyers; `undefined` where the service has none. `open`: of all pages. */
export async function listRefundRequests(as: PromoterCredential, accountId: number, query: DecisionQuery) {
  const account = pathTo`/account/${accountId}/refundRequests`;
  const path = account && (`${account}${queryOf(query)}` as const);
  const answer = z.object({ open: count, requests: z.array(refundRequest) });
  const call = { name: "listRefundRequests", method: "GET", path, answer, as, missing: MISSING } as const;
  const found = await requestExtension(call);
  return found && { ...found.value, total: totalIn(found.headers) ?? found.value.requests.length };
}

/** Returns a page of what refunds brought back to vouchers; `undefined` where the service has none. `waiting`: of all pages. */
export async function listVoucherReturns(as: PromoterCredential, accountId: number, query: DecisionQuery) {
  const account = pathTo`/account/${accountId}/voucherReturns`;
  const path = account && (`${account}${queryOf(query)}` as const);
  const answer = z.object({ waiting: count, returns: z.array(voucherReturn) });
  const call = { name: "listVoucherReturns", method: "GET", path, answer, as, missing: MISSING } as const;
  const found = await requestExtension(call);
  return found && { ...found.value, total: totalIn(found.headers) ?? found.value.returns.length };
}

const SHORTEST = { state: "OPEN", page: 1, pageSize: 1 } as const;

/**
 * Returns the number of refund requests, and of refunds to vouchers, that wait for a decision; `undefined` where the service has none.
 */
export async function countRefundRequests(as: PromoterCredential, accountId: number): Promise<number | undefined> {
  const [requests, returns] = await Promise.all([
    listRefundRequests(as, accountId, SHORTEST),
    undefinedOnFault(listVoucherReturns(as, accountId, SHORTEST)),
  ]);
  return requests && requests.open + (returns?.waiting ?? 0);
}

export async function getRefundRequest(as: PromoterCredential, requestId: number): Promise<RefundRequest | undefined> {
  const path = pathTo`/refundRequest/${requestId}`;
  return request({ name: "getRefundRequest", method: "GET", path, answer: refundRequest, as });
}

type Decided = Promise<Saved<FormValues>>;

/**
 * Refunds the tickets of a request, with or without the fee. `newVoucher`: what a voucher cannot take back goes to a new one, whose
 * code the buyer is sent.
 */
export function approveRefundRequest(
  as: PromoterCredential,
  requestId: number,
  how: { readonly fee: "returned" | "kept"; readonly newVoucher: boolean },
): Decided {
  return decide(as, "approveRefundRequest", pathTo`/refundRequest/${requestId}/approve`, requestId, how);
}

/** Declines a request. The buyer is told, with the reason. */
export function declineRefundRequest(as: PromoterCredential, requestId: number, reason: string): Decided {
  return decide(as, "declineRefundRequest", pathTo`/refundRequest/${requestId}/decline`, requestId, { reason });
}

/** Moves what came back to a new voucher, whose code the buyer is sent. */
export function sendNewVoucher(as: PromoterCredential, returnId: number): Decided {
  return decide(as, "sendNewVoucher", pathTo`/voucherReturn/${returnId}/sendNew`, returnId, {});
}

/** Leaves what came back on the voucher that paid. */
export function leaveOnVoucher(as: PromoterCredential, returnId: number): Decided {
  return decide(as, "leaveOnVoucher", pathTo`/voucherReturn/${returnId}/leave`, returnId, {});
}

async function decide(
  as: PromoterCredential,
  name: PromoterCall,
  path: Path | undefined,
  decidedId: number,
  body: object,
): Decided {
  const written = await write({ name, method: "POST", path, body, as });
  if (written.result === "written") return { result: "saved", id: decidedId };
  if (written.result === "refused") return written;
  return { result: "refused", errors: [{ path: "", code: "CONFLICT" }] };
}
