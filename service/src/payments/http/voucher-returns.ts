import { z } from "zod";
import { DECISION_STATES, type DecidedOrder } from "#src/payments/domain/decided-order.ts";
import { type ClosedVoucher, RETURN_STATES, type VoucherReturn } from "#src/payments/domain/voucher.ts";
import { decideVoucherReturn, listVoucherReturns } from "#src/payments/use-cases/voucher-returns.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { type Access, answer, missing } from "#src/platform/http/call.ts";
import { row } from "#src/platform/http/error-rows.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import {
  currency,
  id,
  idParams,
  pageOf,
  paging,
  ref,
  toCurrency,
  toRef,
  totalHeader,
} from "#src/platform/http/shapes.ts";
import { no, verdict, YES } from "#src/reservations/http/refusals.ts";
import { toInstant } from "#src/reservations/http/sale-shapes.ts";
import { declarePaymentCall } from "./payment-body.ts";

/** A voucher that cannot take back what it paid. */
export const closedVoucher = named(
  "ClosedVoucher",
  z.object({
    id,
    /** When and by whom it was disabled. Null: it is not, but what it paid with had come back to it after its end, and has ended too. */
    disabled: z
      .object({
        /** Null: before this was written down. */
        at: z.string().nullable(),
        by: z.string().nullable(),
      })
      .nullable(),
  }),
);

export function toClosedVoucher({ id, isDisabled, disabledAt, disabledBy }: ClosedVoucher) {
  const disabled = { at: disabledAt ? toInstant(disabledAt) : null, by: disabledBy ?? null };
  return { id, disabled: isDisabled ? disabled : null };
}

/** The order that a manager decides about. */
export const decidedOrder = {
  /** Its reference. */
  order: z.string().nullable(),
  /** The dates of the tickets that it is about. */
  eventDates: z.array(ref.extend({ startDate: z.string() })),
  timeZone: z.string(),
  /** When, and the manager's name: null where the buyer's own doing decided it. */
  decided: z.object({ at: z.string(), by: z.string().nullable() }).nullable(),
};

export function toDecidedOrder({ order, dates, timeZone, decided }: DecidedOrder) {
  return {
    order: order ?? null,
    eventDates: dates.map(({ startsAt, ...date }) => ({
      ...toRef("eventDate", date),
      startDate: formatInstant(startsAt, timeZone),
    })),
    timeZone,
    decided: decided ? { at: toInstant(decided.at), by: decided.by ?? null } : null,
  };
}

/** The query of a list of decisions. */
export const decisionsQuery = z.strictObject({ state: z.enum(DECISION_STATES).optional(), ...paging });

const voucherReturn = named(
  "VoucherReturn",
  z.object({
    id,
    created: z.string(),
    /** SENT: it is on a new voucher. LEFT: it stays on the old one. */
    state: z.enum(RETURN_STATES),
    amount: currency,
    voucher: closedVoucher,
    /** The key of its sale. */
    key: z.string(),
    event: ref,
    buyer: z.object({ name: z.string(), email: z.string() }),
    ...decidedOrder,
  }),
);

const DECIDED = "This was decided before. Read the list.";

/** Declares a call that decides about one return. */
function declareDecision(
  path: `/voucherReturn/{id}/${string}`,
  summary: string,
  { access, state }: { readonly access: Access; readonly state: "SENT" | "LEFT" },
) {
  return declarePaymentCall({
    method: "POST",
    path,
    isExtension: true,
    summary,
    access,
    params: idParams,
    answer: z.object(verdict),
    async handle({ runtime, caller, params }) {
      const isDecided = await decideVoucherReturn(runtime, caller, params.id, state);
      if (isDecided === undefined) return missing("id", "return to a voucher");
      return answer(isDecided ? YES : no([row("", "decided_already", DECIDED)]));
    },
  });
}

export const VOUCHER_RETURN_CALLS = [
  declarePaymentCall({
    method: "GET",
    path: "/account/{id}/voucherReturns",
    isExtension: true,
    summary: "What refunds brought back to vouchers that cannot spend it: what waits for a decision first",
    access: ["ORDERS"],
    params: idParams,
    query: decisionsQuery,
    answer: z.object({ waiting: z.int(), returns: z.array(voucherReturn) }),
    async handle({ runtime, caller, query }) {
      const { returns, total, waiting } = await listVoucherReturns(runtime, caller, {
        ...pageOf(query),
        state: query.state,
      });
      return answer({ waiting, returns: returns.map(toVoucherReturn) }, totalHeader(total));
    },
  }),
  declareDecision("/voucherReturn/{id}/sendNew", "Move what came back to a new voucher, whose code the buyer is sent", {
    access: ["MANAGE"],
    state: "SENT",
  }),
  declareDecision("/voucherReturn/{id}/leave", "Leave what came back on the voucher that paid", {
    access: ["ORDERS"],
    state: "LEFT",
  }),
];

function toVoucherReturn(one: VoucherReturn): z.input<typeof voucherReturn> {
  return {
    id: one.id,
    created: toInstant(one.createdAt),
    state: one.state,
    amount: toCurrency(one.amount),
    voucher: toClosedVoucher(one.voucher),
    key: one.saleKey,
    event: toRef("event", { id: one.eventId, name: one.eventName }),
    buyer: { name: one.buyerName, email: one.buyerEmail },
    ...toDecidedOrder(one),
  };
}
