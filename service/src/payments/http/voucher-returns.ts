import { z } from "zod";
import { type ClosedVoucher, RETURN_STATES, type VoucherReturn } from "#src/payments/domain/voucher.ts";
import { decideVoucherReturn, listVoucherReturns } from "#src/payments/use-cases/voucher-returns.ts";
import { answer, missing } from "#src/platform/http/call.ts";
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
  }),
);

const DECIDED = "This was decided before. Read the list.";

/** Declares a call that decides about one return. */
function declareDecision(path: `/voucherReturn/{id}/${string}`, summary: string, state: "SENT" | "LEFT") {
  return declarePaymentCall({
    method: "POST",
    path,
    summary,
    access: ["MANAGE"],
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
    summary: "What refunds brought back to vouchers that cannot spend it: what waits for a decision first",
    access: ["MANAGE"],
    params: idParams,
    query: z.strictObject(paging),
    answer: z.object({ waiting: z.int(), returns: z.array(voucherReturn) }),
    async handle({ runtime, caller, query }) {
      const { returns, total, waiting } = await listVoucherReturns(runtime, caller, pageOf(query));
      return answer({ waiting, returns: returns.map(toVoucherReturn) }, totalHeader(total));
    },
  }),
  declareDecision(
    "/voucherReturn/{id}/sendNew",
    "Move what came back to a new voucher, whose code the buyer is sent",
    "SENT",
  ),
  declareDecision("/voucherReturn/{id}/leave", "Leave what came back on the voucher that paid", "LEFT"),
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
  };
}
