import { z } from "zod";
import type { RefundJob, Settlement } from "#src/payments/domain/cancellation.ts";
import { type CancelOutcome, cancel, getRefundJob } from "#src/payments/use-cases/cancel.ts";
import { type ChoiceOutcome, choose } from "#src/payments/use-cases/choose.ts";
import { answer, declareCall, missing, type Reply } from "#src/platform/http/call.ts";
import { refuseChange } from "#src/platform/http/change-refusals.ts";
import { row } from "#src/platform/http/error-rows.ts";
import { currency, id, idParams, ref, toCurrency, toRef } from "#src/platform/http/shapes.ts";
import { no, YES } from "#src/reservations/http/refusals.ts";
import { keyParams, toInstant } from "#src/reservations/http/sale-shapes.ts";
import { declarePaymentCall } from "./payment-body.ts";
import { refunded, refundReply } from "./refunds.ts";

const body = z.strictObject({
  /** all: every sale is refunded by a job. choice: each buyer keeps, moves or refunds. none: nothing is refunded. */
  refund: z.enum(["all", "choice", "none"]),
});

const cancelled = z.object({
  successful: z.literal(true),
  messages: z.array(z.string()),
  /** The job that refunds every sale; read it with GET /refundJob/{id}. */
  refundJob: id.optional(),
});

const SETTLEMENTS: Readonly<Record<z.output<typeof body>["refund"], Settlement>> = {
  all: "ALL",
  choice: "CHOICE",
  none: "NONE",
};

const refundJob = z.object({
  id,
  event: ref,
  /** Absent when the whole event is cancelled. */
  eventDate: id.optional(),
  state: z.enum(["RUNNING", "DONE"]),
  created: z.string(),
  finished: z.string().nullable(),
  /** The number of sales, and of those that are refunded, refused by the processor, and still open. */
  total: z.int(),
  refunded: z.int(),
  refused: z.int(),
  open: z.int(),
  amount: currency,
  /** The keys of the refused sales, at most a hundred. */
  refusedSales: z.array(z.string()),
});

const choiceBody = z.strictObject({
  /** The cancelled date. */
  eventDate: id,
  choice: z.union([z.enum(["keep", "refund"]), z.strictObject({ moveTo: id })], {
    error: 'keep, refund or { "moveTo": id } is expected',
  }),
});

type Refusal = Extract<ChoiceOutcome, { readonly kind: "refused" }>["refusal"];

const REFUSED: Readonly<Record<Refusal, string>> = {
  no_choice: "There is nothing to choose for tickets of this date. Read the sale back.",
  date_not_offered: "These tickets cannot move to this date. Choose one of the dates of the sale's choices.",
  refund_under_way: "A refund of this order is under way. Try again once it has been settled.",
  sold_out: "This date has too few places left. Choose another date, or a refund.",
};

export const CANCELLATION_CALLS = [
  declarePaymentCall({
    method: "POST",
    path: "/order/{key}/choice",
    isExtension: true,
    summary:
      "Choose for tickets of a cancelled date: keep them, move them to another date of the event, or have them refunded in full",
    access: ["PUBLIC", "BOX_OFFICE"],
    params: keyParams,
    body: choiceBody,
    answer: refunded,
    async handle({ runtime, caller, params, body }) {
      const chosen = await choose(runtime, caller, params.key, { eventDateId: body.eventDate, choice: body.choice });
      if (chosen.kind === "refund") return refundReply(chosen.outcome, { path: "key", what: "sale" });
      if (chosen.kind === "no_such_thing") return missing("key", "sale");
      if (chosen.kind !== "refused") return answer(YES);
      const path = chosen.refusal === "no_choice" ? "eventDate" : "choice.moveTo";
      return answer(no([row(path, chosen.refusal, REFUSED[chosen.refusal])]));
    },
  }),
  declareCall({
    method: "PUT",
    path: "/event/{id}/cancel",
    isExtension: true,
    summary: "Cancel an event, tell every buyer, and refund every sale, let the buyers choose, or do neither",
    access: ["MANAGE"],
    params: idParams,
    body,
    answer: cancelled,
    handle: async ({ runtime, caller, params, body: { refund } }) =>
      cancelReply(await cancel(runtime, caller, { eventId: params.id }, SETTLEMENTS[refund])),
  }),
  declareCall({
    method: "PUT",
    path: "/eventDate/{id}/cancel",
    isExtension: true,
    summary: "Cancel a date, tell every buyer, and refund every sale, let the buyers choose, or do neither",
    access: ["MANAGE"],
    params: idParams,
    body,
    answer: cancelled,
    handle: async ({ runtime, caller, params, body: { refund } }) =>
      cancelReply(await cancel(runtime, caller, { eventDateId: params.id }, SETTLEMENTS[refund])),
  }),
  declareCall({
    method: "GET",
    path: "/refundJob/{id}",
    isExtension: true,
    summary: "The progress of the refunds of a cancelled date or event",
    access: ["MANAGE"],
    params: idParams,
    answer: refundJob,
    handle: async ({ runtime, caller, params }) => {
      const job = await getRefundJob(runtime, caller, params.id);
      return job ? answer(toRefundJob(job)) : missing("id", "refund job");
    },
  }),
];

function cancelReply(outcome: CancelOutcome): Reply<z.input<typeof cancelled>> {
  if (!outcome.ok) return refuseChange(outcome);
  return answer({ successful: true, messages: [], ...(outcome.job !== undefined && { refundJob: outcome.job }) });
}

function toRefundJob(job: RefundJob): z.input<typeof refundJob> {
  const { eventId, eventName, eventDateId, createdAt, finishedAt, amount, refusedSales, ...numbers } = job;
  return {
    ...numbers,
    event: toRef("event", { id: eventId, name: eventName }),
    ...(eventDateId !== undefined && { eventDate: eventDateId }),
    state: finishedAt === undefined ? "RUNNING" : "DONE",
    created: toInstant(createdAt),
    finished: finishedAt ? toInstant(finishedAt) : null,
    amount: toCurrency(amount),
    refusedSales: [...refusedSales],
  };
}
