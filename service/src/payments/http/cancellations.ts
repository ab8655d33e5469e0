import { z } from "zod";
import type { RefundJob, Settlement } from "#src/payments/domain/cancellation.ts";
import { type CancelOutcome, cancel, getRefundJob } from "#src/payments/use-cases/cancellations/cancel.ts";
import { answer, declareCall, missing, type Reply } from "#src/platform/http/call.ts";
import { refuseChange } from "#src/platform/http/change-refusals.ts";
import { currency, id, idParams, ref, toCurrency, toRef } from "#src/platform/http/shapes.ts";
import { toInstant } from "#src/reservations/http/sale-shapes.ts";

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

export const CANCELLATION_CALLS = [
  declareCall({
    method: "PUT",
    path: "/event/{id}/cancel",
    summary: "Cancel an event, tell every buyer, and refund every sale, let the buyers choose, or do neither",
    access: ["MANAGE"],
    params: idParams,
    body,
    answer: cancelled,
    handle: async ({ world, caller, params, body: { refund } }) =>
      cancelReply(await cancel(world, caller, { eventId: params.id }, SETTLEMENTS[refund])),
  }),
  declareCall({
    method: "PUT",
    path: "/eventDate/{id}/cancel",
    summary: "Cancel a date, tell every buyer, and refund every sale, let the buyers choose, or do neither",
    access: ["MANAGE"],
    params: idParams,
    body,
    answer: cancelled,
    handle: async ({ world, caller, params, body: { refund } }) =>
      cancelReply(await cancel(world, caller, { eventDateId: params.id }, SETTLEMENTS[refund])),
  }),
  declareCall({
    method: "GET",
    path: "/refundJob/{id}",
    summary: "The progress of the refunds of a cancelled date or event",
    access: ["MANAGE"],
    params: idParams,
    answer: refundJob,
    handle: async ({ world, caller, params }) => {
      const job = await getRefundJob(world, caller, params.id);
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
