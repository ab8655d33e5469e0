import type { PageOfDecisions } from "#src/payments/domain/decided-order.ts";
import { lockPaidTickets } from "#src/payments/store/paid-tickets.ts";
import {
  decideRequest,
  findRequest,
  insertRequest,
  listRequestedTickets,
  listRequests,
  lockOpenRequest,
  queueRequestMessage,
} from "#src/payments/store/refund-requests.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { retryOnConflict } from "#src/platform/store/faults.ts";
import { lockCartPriceIfAny } from "#src/reservations/store/cart-prices.ts";
import { lockSales } from "#src/reservations/store/locked-sales.ts";
import { queueOrderMessage } from "#src/reservations/store/order-messages.ts";
import { findCartKey } from "#src/reservations/store/sales.ts";
import type { PaymentRuntime } from "./payment-runtime.ts";
import {
  askIfStarted,
  chooseTickets,
  type RefundCommand,
  type RefundOutcome,
  type RefundProblem,
  refundSale,
  startRefund,
} from "./refund.ts";

type RequestOutcome =
  | { readonly kind: "requested" }
  | { readonly kind: "no_such_thing" }
  | { readonly kind: "refused"; readonly problems: readonly RefundProblem[] };

/**
 * Writes a buyer's request for the organiser, and queues a message to the organiser. Tickets that an open request names already are
 * not requested twice; a repeated request is answered like the first.
 */
export function requestRefund(
  runtime: Runtime,
  { account }: Caller,
  saleKey: string,
  { admissionIds, reason }: { readonly admissionIds: readonly number[]; readonly reason: string },
): Promise<RequestOutcome> {
  return runtime.db.transaction(async (tx): Promise<RequestOutcome> => {
    const [sale] = await lockSales(tx, account.id, { key: saleKey }, runtime.limits.latePaySeconds);
    if (sale === undefined) return { kind: "no_such_thing" };
    if (sale.status !== "CONFIRMED") return { kind: "refused", problems: [{ problem: "not_paid" }] };
    const tickets = await lockPaidTickets(tx, sale.eventId, sale.id);
    const chosen = chooseTickets(tickets, { admissionIds, force: false });
    if ("problems" in chosen) return { kind: "refused", problems: chosen.problems };
    const requested = await listRequestedTickets(tx, admissionIds);
    const ids = chosen.tickets.map(({ id }) => id).filter((id) => !requested.includes(id));
    if (ids.length === 0) return { kind: "requested" };
    const request = { accountId: account.id, eventId: sale.eventId, saleId: sale.id, reason, admissionIds: ids };
    await queueRequestMessage(tx, { ...request, saleKey, id: await insertRequest(tx, request) });
    return { kind: "requested" };
  });
}

/**
 * Refunds tickets by the event's policy. What would give to a voucher that cannot take it becomes a request instead, without a reason:
 * only the organiser gives its money a new voucher.
 */
export async function refundByBuyer(
  runtime: PaymentRuntime,
  { caller, saleKey, admissionIds, idempotencyKey }: ByBuyer,
): Promise<RefundOutcome | RequestOutcome> {
  const outcome = await refundSale(runtime, {
    caller,
    saleKey,
    admissionIds,
    idempotencyKey,
    share: "policy",
    force: false,
    notify: true,
    origin: "BUYER",
  });
  return isForOrganiser(outcome) ? requestRefund(runtime, caller, saleKey, { admissionIds, reason: "" }) : outcome;
}

/** Returns whether the only reason why nothing was refunded is a voucher that cannot take back what it paid. */
export function isForOrganiser(outcome: {
  readonly kind: string;
  readonly problems?: readonly RefundProblem[];
}): boolean {
  return outcome.problems?.every(({ problem }) => problem === "voucher_closed") ?? false;
}

type ByBuyer = {
  readonly caller: Caller;
  readonly saleKey: string;
  readonly admissionIds: readonly number[];
  readonly idempotencyKey: string | undefined;
};

export function listBuyerRequests({ db }: Runtime, { account }: Caller, page: PageOfDecisions) {
  return listRequests(db, account.id, page);
}

export function findBuyerRequest({ db }: Runtime, { account }: Caller, id: number) {
  return findRequest(db, account.id, id);
}

/**
 * Refunds the tickets of an open request that are not refunded yet, with the share that the manager chose. The refund is started
 * in the transaction that decides the request, so that of two decisions one is made. It is open again when the processor refuses.
 */
export async function approveRequest(
  runtime: PaymentRuntime,
  caller: Caller,
  id: number,
  how: Pick<RefundCommand, "share" | "force" | "givesNewVoucher">,
): Promise<RefundOutcome | { readonly kind: "decided" }> {
  const started = await retryOnConflict(() =>
    runtime.db.transaction(async (tx): Promise<RefundOutcome | { readonly kind: "decided" }> => {
      const request = await findRequest(tx, caller.account.id, id);
      if (request === undefined) return { kind: "no_such_thing" };
      const { saleKey, admissions } = request;
      // In the order in which every refund locks them: the price of the cart, the sale, its requests.
      const cartKey = await findCartKey(tx, caller.account.id, saleKey);
      if (cartKey !== undefined) await lockCartPriceIfAny(tx, caller.account.id, cartKey);
      await lockSales(tx, caller.account.id, { key: saleKey }, runtime.limits.latePaySeconds);
      if (!(await lockOpenRequest(tx, id))) return { kind: "decided" };
      const outcome = await startRefund(tx, runtime, {
        caller,
        saleKey,
        admissionIds: admissions.map((admission) => admission.id),
        skipsReturned: true,
        ...how,
        notify: true,
        origin: "BUYER",
        reason: undefined,
      });
      const isBack =
        outcome.kind === "refused" && outcome.problems.every(({ problem }) => problem === "returned_already");
      if (isBack) await decideRequest(tx, id, { userId: caller.id, state: "APPROVED" });
      return outcome;
    }),
  );
  return started.kind === "decided" ? started : askIfStarted(runtime, started);
}

/**
 * Declines an open request, and queues the message to its buyer with the organiser's reason. `undefined`: the account has no such
 * request.
 */
export function declineRequest(
  runtime: Runtime,
  caller: Caller,
  id: number,
  reason: string | undefined,
): Promise<boolean | undefined> {
  return runtime.db.transaction(async (tx): Promise<boolean | undefined> => {
    const request = await findRequest(tx, caller.account.id, id);
    if (request === undefined) return undefined;
    const decided = { userId: caller.id, state: "DECLINED", declineReason: reason } as const;
    if (!(await decideRequest(tx, id, decided))) return false;
    await queueOrderMessage(tx, {
      kind: "REFUND_DECLINED",
      key: `refund-declined ${id}`,
      saleKeys: [request.saleKey],
      details: { admissions: request.admissions.map((one) => one.id), ...(reason !== undefined && { reason }) },
    });
    return true;
  });
}
