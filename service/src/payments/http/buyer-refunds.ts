import { z } from "zod";
import { refundPolicy } from "#src/catalogue/http/ticket-shapes.ts";
import { type BuyerRequest, REQUEST_STATES } from "#src/payments/domain/refund.ts";
import {
  approveRequest,
  declineRequest,
  findBuyerRequest,
  isForOrganiser,
  listBuyerRequests,
  refundByBuyer,
  requestRefund,
} from "#src/payments/use-cases/buyer-requests.ts";
import { quoteRefund } from "#src/payments/use-cases/quote-refund.ts";
import { visibleText } from "#src/platform/domain/typed-text.ts";
import { answer, missing } from "#src/platform/http/call.ts";
import { row } from "#src/platform/http/error-rows.ts";
import { prose } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { currency, id, idParams, pageOf, ref, toCurrency, toRef, totalHeader } from "#src/platform/http/shapes.ts";
import { no, verdict, YES } from "#src/reservations/http/refusals.ts";
import { lacks } from "#src/reservations/http/reservations.ts";
import { keyParams, toInstant } from "#src/reservations/http/sale-shapes.ts";
import { declarePaymentCall, IDEMPOTENCY_KEY, readIdempotencyKey } from "./payment-body.ts";
import { problemRow, refunded, refundReply, TICKETS_MAX } from "./refunds.ts";
import { closedVoucher, decidedOrder, decisionsQuery, toClosedVoucher, toDecidedOrder } from "./voucher-returns.ts";

/** In characters. */
const REASON_MAX = 1_000;

const admissions = z.array(id).min(1).max(TICKETS_MAX);

const quoteShape = named(
  "RefundQuote",
  z.object({
    amount: currency,
    /** What the tickets that are kept cost by the terms of the sale, where that is not their share of what was paid. */
    rest: z.object({ quantity: z.int(), price: currency, lostSavings: z.array(z.string()) }).optional(),
  }),
);

const request = named(
  "RefundRequest",
  z.object({
    id,
    created: z.string(),
    state: z.enum(REQUEST_STATES),
    /** The key of its sale. */
    key: z.string(),
    event: ref,
    buyer: z.object({ name: z.string(), email: z.string() }),
    admissions: z.array(ref),
    /** Empty where the buyer gave none: a refund by the policy that a voucher cannot take back. */
    reason: z.string(),
    /** What the buyer was told about a declined request. */
    declineReason: z.string().nullable(),
    /** The voucher that would get a part of the whole refund and cannot take it back, of an open request. */
    voucher: closedVoucher.optional(),
    /** What was paid for its tickets; while it is open, for those that are not returned. */
    amount: currency,
    /** The fees in the amount, which `fee: kept` keeps. */
    fee: currency,
    /** What came back for its tickets, of an approved request. */
    refunded: currency.optional(),
    refundPolicy: refundPolicy.nullable(),
    /** Whether the policy still covers all its tickets. Null where there is no policy, or a date is cancelled. */
    insidePolicy: z.boolean().nullable(),
    /** When the processor last refused to refund its tickets, of an open request. */
    refused: z.string().optional(),
    ...decidedOrder,
  }),
);

const DECIDED = "This request was decided before. Read the list.";

export const BUYER_REFUND_CALLS = [
  declarePaymentCall({
    method: "POST",
    path: "/order/{key}/refundByBuyer",
    isExtension: true,
    summary:
      "Refund tickets inside the event's refund policy: until its hours before the date, its percentage, with or without the fee. What a voucher cannot take back becomes a request",
    access: ["PUBLIC", "BOX_OFFICE"],
    headers: [IDEMPOTENCY_KEY],
    params: keyParams,
    body: z.strictObject({ admissions }),
    answer: refunded.extend({
      /** Nothing was refunded: the voucher that paid cannot take it back, so the organiser was asked. */
      requested: z.literal(true).optional(),
    }),
    async handle({ runtime, caller, params, body, header }) {
      const { idempotencyKey, refused } = readIdempotencyKey(header);
      if (refused) return refused;
      const command = { caller, saleKey: params.key, admissionIds: body.admissions, idempotencyKey };
      const outcome = await refundByBuyer(runtime, command);
      if (outcome.kind === "requested") return answer({ ...YES, requested: true as const });
      return refundReply(outcome, { path: "key", what: "sale" });
    },
  }),
  declarePaymentCall({
    method: "POST",
    path: "/order/refundQuote",
    isExtension: true,
    summary:
      "What refundByBuyer gives back for tickets of these sales, when they are refunded in this order. It changes nothing",
    access: ["PUBLIC", "BOX_OFFICE"],
    body: z.strictObject({
      returns: z
        .array(z.strictObject({ key: z.string(), admissions }))
        .min(1)
        .max(TICKETS_MAX),
    }),
    answer: z.object({
      ...verdict,
      quote: quoteShape.optional(),
      /** The voucher that paid cannot take it back, so that refundByBuyer asks the organiser. */
      requested: z.literal(true).optional(),
    }),
    async handle({ runtime, caller, body }) {
      const returns = body.returns.map(({ key, admissions }) => ({ saleKey: key, admissionIds: admissions }));
      const outcome = await quoteRefund(runtime, caller, returns);
      if (outcome.kind === "quote") {
        const { amount, rest } = outcome.quote;
        const kept = rest && { ...rest, price: toCurrency(rest.price), lostSavings: [...rest.lostSavings] };
        return answer({ ...YES, quote: { amount: toCurrency(amount), ...(kept && { rest: kept }) } });
      }
      if (isForOrganiser(outcome)) return answer({ ...YES, requested: true as const });
      return refundReply(outcome, { path: "returns", what: "sale" });
    },
  }),
  declarePaymentCall({
    method: "POST",
    path: "/order/{key}/refundRequest",
    isExtension: true,
    summary: "Ask the organiser to refund tickets, outside the refund policy. Repeated, it changes nothing",
    access: ["PUBLIC", "BOX_OFFICE"],
    params: keyParams,
    body: z.strictObject({ admissions, reason: prose(REASON_MAX) }),
    answer: z.object(verdict),
    async handle({ runtime, caller, params, body: { admissions: admissionIds, reason } }) {
      const outcome = await requestRefund(runtime, caller, params.key, { admissionIds, reason });
      if (outcome.kind === "no_such_thing") return missing("key", "sale");
      return answer(outcome.kind === "refused" ? no(outcome.problems.map(problemRow)) : YES);
    },
  }),
  declarePaymentCall({
    method: "GET",
    path: "/account/{id}/refundRequests",
    isExtension: true,
    summary: "What buyers have asked for, the open requests first",
    access: ["ORDERS"],
    params: idParams,
    query: decisionsQuery,
    answer: z.object({ open: z.int(), requests: z.array(request) }),
    async handle({ runtime, caller, query }) {
      const { requests, total, open } = await listBuyerRequests(runtime, caller, {
        ...pageOf(query),
        state: query.state,
      });
      return answer({ open, requests: requests.map(toRequest) }, totalHeader(total));
    },
  }),
  declarePaymentCall({
    method: "GET",
    path: "/refundRequest/{id}",
    isExtension: true,
    summary: "One buyer's request",
    access: ["ORDERS"],
    params: idParams,
    answer: request,
    async handle({ runtime, caller, params }) {
      const found = await findBuyerRequest(runtime, caller, params.id);
      return found === undefined ? missing("id", "refund request") : answer(toRequest(found));
    },
  }),
  declarePaymentCall({
    method: "POST",
    path: "/refundRequest/{id}/approve",
    isExtension: true,
    summary: "Refund the tickets of a buyer's request",
    access: ["ORDERS"],
    params: idParams,
    body: z.strictObject({
      fee: z.enum(["returned", "kept"]),
      force: z.boolean().default(false),
      /** Gives what a voucher cannot take back a new one, whose code the buyer is sent: for users with MANAGE. Without it that waits. */
      newVoucher: z.boolean().default(false),
    }),
    answer: refunded,
    async handle({ runtime, caller, params, body: { fee, force, newVoucher: givesNewVoucher } }) {
      if (givesNewVoucher && !caller.capabilities.has("MANAGE")) return lacks("MANAGE", "newVoucher");
      const how = { share: { fee, percentage: 100 }, force, givesNewVoucher };
      const outcome = await approveRequest(runtime, caller, params.id, how);
      if (outcome.kind === "decided") return answer(no([row("", "decided_already", DECIDED)]));
      return refundReply(outcome, { path: "id", what: "refund request" });
    },
  }),
  declarePaymentCall({
    method: "POST",
    path: "/refundRequest/{id}/decline",
    isExtension: true,
    summary: "Decline a buyer's request. The buyer is told, with the reason if there is one",
    access: ["ORDERS"],
    params: idParams,
    body: z.strictObject({ reason: prose(REASON_MAX).optional() }),
    answer: z.object(verdict),
    async handle({ runtime, caller, params, body: { reason } }) {
      const isDeclined = await declineRequest(runtime, caller, params.id, reason && (visibleText(reason) || undefined));
      if (isDeclined === undefined) return missing("id", "refund request");
      return answer(isDeclined ? YES : no([row("", "decided_already", DECIDED)]));
    },
  }),
];

function toRequest(one: BuyerRequest): z.input<typeof request> {
  return {
    id: one.id,
    created: toInstant(one.createdAt),
    state: one.state,
    key: one.saleKey,
    reason: one.reason,
    declineReason: one.declineReason,
    event: toRef("event", { id: one.eventId, name: one.eventName }),
    buyer: { name: one.buyerName, email: one.buyerEmail },
    ...(one.closedVoucher && { voucher: toClosedVoucher(one.closedVoucher) }),
    admissions: one.admissions.map((admission) => toRef("admission", admission)),
    amount: toCurrency(one.amount),
    fee: toCurrency(one.fee),
    ...(one.refunded && { refunded: toCurrency(one.refunded) }),
    refundPolicy: one.policy ?? null,
    insidePolicy: one.isInsidePolicy ?? null,
    ...(one.refusedAt && { refused: toInstant(one.refusedAt) }),
    ...toDecidedOrder(one),
  };
}
