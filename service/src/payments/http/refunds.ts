import { z } from "zod";
import type { Refund, RefundState } from "#src/payments/domain/refund.ts";
import { byHandMinor } from "#src/payments/use-cases/payment-methods.ts";
import {
  listRefundsOfSale,
  type RefundOutcome,
  type RefundProblem,
  refundAdmission,
  refundSale,
} from "#src/payments/use-cases/refund.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { addMoney } from "#src/platform/domain/money.ts";
import { answer, missing, type Reply, refuse } from "#src/platform/http/call.ts";
import { type ErrorRow, row } from "#src/platform/http/error-rows.ts";
import { prose } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { currency, id, idParams, ref, toCurrency, toRef } from "#src/platform/http/shapes.ts";
import { no, verdict, YES } from "#src/reservations/http/refusals.ts";
import { keyParams, toInstant } from "#src/reservations/http/sale-shapes.ts";
import { declarePaymentCall, IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY, readIdempotencyKey } from "./payment-body.ts";

/** At most as many tickets as one order can have. */
export const TICKETS_MAX = 500;

/** What became of the part that a voucher gets back. */
export const returnedVoucher = {
  /** The voucher had ended, and can spend the part until then. Absent: its end is the one it had. */
  expiresAt: z.string().optional(),
  /** The part is on a new voucher, whose code the buyer was sent. */
  newVoucher: z.literal(true).optional(),
  /** What the voucher cannot spend, because it was disabled or has ended. WAITING: the organiser decides. LEFT: it stays so. */
  voucher: z.object({ state: z.enum(["WAITING", "LEFT"]), amount: currency }).optional(),
};

export function toReturnedVoucher({
  revivedUntil,
  hasNewVoucher,
  unspendable,
}: Pick<Refund, "revivedUntil" | "hasNewVoucher" | "unspendable">) {
  return {
    ...(revivedUntil && { expiresAt: toInstant(revivedUntil) }),
    ...(hasNewVoucher && { newVoucher: true as const }),
    ...(unspendable && { voucher: { state: unspendable.state, amount: toCurrency(unspendable.amount) } }),
  };
}

const refundShape = named(
  "Refund",
  z.object({
    id: z.string(),
    created: z.string(),
    /** PROCESSING: the processor's result is not known yet. REFUSED: its tickets are valid again. */
    state: z.enum(["REFUNDED", "PROCESSING", "RETURNED", "REFUSED"]),
    amount: currency,
    /** The part of the amount that was paid in cash and is returned by hand: no card or voucher gets it. */
    byHand: currency.optional(),
    ...returnedVoucher,
    /** The fees that were paid for its tickets and are kept. */
    feeKept: currency,
    reason: z.string().optional(),
    admissions: z.array(ref),
  }),
);

const body = {
  fee: z.enum(["returned", "kept"]),
  reason: prose(500).optional(),
  /** Whether the buyer is sent a message. */
  notify: z.boolean().default(true),
  /** Also refunds a ticket that was used at the door. */
  force: z.boolean().default(false),
};

export const refunded = z.object({ ...verdict, refund: refundShape.optional() });

const refundAll = declarePaymentCall({
  method: "POST",
  path: "/order/{key}/refund",
  isExtension: true,
  summary: "Refund tickets of a paid sale, all of them or those named, to the methods that paid. They no longer admit",
  access: ["ORDERS"],
  headers: [IDEMPOTENCY_KEY],
  params: keyParams,
  body: z.strictObject({ admissions: z.array(id).min(1).max(TICKETS_MAX).optional(), ...body }),
  answer: refunded,
  async handle({ runtime, caller, params, body: { admissions, ...more }, header }) {
    const { idempotencyKey, refused } = readIdempotencyKey(header);
    if (refused) return refused;
    const request = { ...requestOf(caller, more, idempotencyKey), saleKey: params.key, admissionIds: admissions };
    return refundReply(await refundSale(runtime, request), { path: "key", what: "sale" });
  },
});

const refundOne = declarePaymentCall({
  method: "POST",
  path: "/admission/{id}/refund",
  isExtension: true,
  summary: "Refund one ticket to the methods that paid for it. It no longer admits",
  access: ["ORDERS"],
  headers: [IDEMPOTENCY_KEY],
  params: idParams,
  body: z.strictObject(body),
  answer: refunded,
  async handle({ runtime, caller, params, body, header }) {
    const { idempotencyKey, refused } = readIdempotencyKey(header);
    if (refused) return refused;
    const outcome = await refundAdmission(runtime, params.id, requestOf(caller, body, idempotencyKey));
    return refundReply(outcome, { path: "id", what: "admission" });
  },
});

const list = declarePaymentCall({
  method: "GET",
  path: "/order/{key}/refunds",
  isExtension: true,
  summary: "The refunds of a sale, the oldest first, with those that the processor refused",
  access: ["ORDERS"],
  params: keyParams,
  answer: z.object({
    /** What was given back, or is being given back. */
    refunded: currency,
    refunds: z.array(refundShape),
  }),
  async handle({ runtime, caller, params }) {
    const found = await listRefundsOfSale(runtime, caller, params.key);
    if (found === undefined) return missing("key", "sale");
    const given = found.refunds.filter(({ state }) => state !== "REFUSED").map(({ amount }) => amount);
    const refunded = toCurrency(given.reduce(addMoney, { minor: 0, currency: found.currency }));
    return answer({ refunded, refunds: found.refunds.map(toRefund) });
  },
});

export const REFUND_CALLS = [refundAll, refundOne, list];

const STATES: Readonly<Record<RefundState, z.input<typeof refundShape>["state"]>> = {
  STARTED: "PROCESSING",
  REFUNDED: "REFUNDED",
  RETURNED: "RETURNED",
  REFUSED: "REFUSED",
};

export function toRefund(refund: Refund): z.input<typeof refundShape> {
  const byHand = byHandMinor(refund.parts);
  return {
    id: refund.id,
    created: toInstant(refund.createdAt),
    state: STATES[refund.state],
    amount: toCurrency(refund.amount),
    ...(byHand > 0 && { byHand: toCurrency({ ...refund.amount, minor: byHand }) }),
    ...toReturnedVoucher(refund),
    feeKept: toCurrency(refund.feeKept),
    ...(refund.reason !== undefined && { reason: refund.reason }),
    admissions: refund.admissions.map((admission) => toRef("admission", admission)),
  };
}

type Body = z.output<z.ZodObject<typeof body>>;

function requestOf(caller: Caller, { fee, force, notify, reason }: Body, idempotencyKey: string | undefined) {
  const share = { fee, percentage: 100 };
  return { caller, share, force, notify, reason, idempotencyKey, origin: "ORGANISER" } as const;
}

/** Returns the reply of a call that refunds. `resource` is the one that its path names. */
export function refundReply(
  outcome: RefundOutcome,
  resource: { readonly path: string; readonly what: string },
): Reply<z.input<typeof refunded>> {
  switch (outcome.kind) {
    case "no_such_thing":
      return missing(resource.path, resource.what);
    case "other_body":
      return refuse(422, [
        row(IDEMPOTENCY_HEADER, "idempotency_key_used", "This key was used for another refund. Send a new one."),
      ]);
    case "refused":
      return answer(no(outcome.problems.map(problemRow)));
    case "refund": {
      const { refund, replayed } = outcome;
      const said = refund.state === "REFUSED" ? no([row("", "refund_refused", REFUSED)]) : YES;
      return answer({ ...said, refund: toRefund(refund) }, replayed ? { "idempotency-replayed": "true" } : {});
    }
  }
}

const REFUSED = "The processor refused the refund, and the tickets are valid again. Refund the buyer in another way.";

const PROBLEMS: Readonly<Record<RefundProblem["problem"], string>> = {
  not_paid: "Only a paid sale can be refunded. Read it back first.",
  not_of_sale: "This sale has no such admission. Read the sale's admissions.",
  returned_already: "This was refunded before. Read the refunds of the sale.",
  outside_policy: "The refund policy does not cover this ticket, or no longer. Ask the organiser with refundRequest.",
  paid_in_cash: "This was paid in cash, which the organiser returns by hand. Ask the organiser with refundRequest.",
  voucher_closed: "The voucher that paid was disabled, or has ended. Ask the organiser with refundRequest.",
  admitted: "This ticket was used at the door. Send force to refund it all the same.",
};

export function problemRow({ problem, ticket }: RefundProblem): ErrorRow {
  return row(ticket === undefined ? "" : `admissions[${ticket}]`, problem, PROBLEMS[problem]);
}
