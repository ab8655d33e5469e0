import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import { isAmount, type Payment } from "#sandbox/processor/domain/payment.ts";
import type { Runtime } from "#sandbox/processor/runtime.ts";
import { type Answer, authorise, type Delivery } from "#sandbox/processor/use-cases/authorise.ts";
import {
  type Changed,
  capture,
  findByAttempt,
  findRefund,
  refund,
  refundPart,
  voidCharge,
} from "#sandbox/processor/use-cases/change-charge.ts";

const SECONDS_UNTIL_ANSWERED = "1";
const REFUSED = 402;

export function addPayments(app: FastifyInstance, runtime: Runtime): void {
  app.post("/payments", async (request, reply) => {
    const body = paymentBody.safeParse(request.body);
    // Only the path of the error is returned, never the value.
    if (!body.success) return reply.code(400).send({ code: "bad_request", path: body.error.issues[0]?.path.join(".") });
    if (request.headers["idempotency-key"] !== body.data.attempt) {
      return reply.code(400).send({ code: "bad_request", path: "Idempotency-Key" });
    }
    const authorisation = await authorise(runtime, body.data);
    if (authorisation.result === "key_reused") return reply.code(422).send({ code: "idempotency_key_reused" });
    if (authorisation.result === "in_flight") {
      return reply.code(409).header("retry-after", SECONDS_UNTIL_ANSWERED).send({ code: "in_flight" });
    }
    if (authorisation.result === "request_lost") return reset(reply);
    if (authorisation.replayed) reply.header("idempotency-replayed", "true");
    return deliver(reply, authorisation.answer, authorisation.delivery);
  });

  app.get<{ Params: { attempt: string } }>("/payments/by-attempt/:attempt", (request, reply) => {
    const payment = findByAttempt(runtime, request.params.attempt);
    if (payment === "failed") return failed(reply);
    return payment === undefined ? noSuchPayment(reply) : reply.send(shown(payment));
  });

  app.get<{ Params: { refund: string } }>("/payments/refunds/:refund", (request, reply) => {
    const found = findRefund(runtime, request.params.refund);
    return found === undefined ? reply.code(404).send({ code: "no_such_refund" }) : reply.send(found);
  });

  app.post<{ Params: { id: string } }>("/payments/:id/refund", async (request, reply) => {
    // Without a body the whole payment is refunded.
    if (request.body === undefined || request.body === null)
      return sendChanged(reply, refund(runtime, request.params.id));
    const body = refundBody.safeParse(request.body);
    if (!body.success) return reply.code(400).send({ code: "bad_request", path: body.error.issues[0]?.path.join(".") });
    const refunded = await refundPart(runtime, { payment: request.params.id, ...body.data });
    if (refunded === undefined) return noSuchPayment(reply);
    if (refunded.result === "key_reused") return reply.code(422).send({ code: "idempotency_key_reused" });
    if (refunded.result === "wrong_amount") return reply.code(400).send({ code: "bad_request", path: "amount" });
    if (refunded.result === "request_lost" || refunded.isLost) return reset(reply);
    return reply.code(refunded.refund.state === "refused" ? REFUSED : 200).send(refunded.refund);
  });

  for (const [path, change] of [
    ["capture", capture],
    ["void", voidCharge],
  ] as const) {
    app.post<{ Params: { id: string } }>(`/payments/:id/${path}`, (request, reply) =>
      sendChanged(reply, change(runtime, request.params.id)),
    );
  }
}

function deliver(reply: FastifyReply, answer: Answer, delivery: Delivery) {
  if (delivery === "lost") return reset(reply);
  if (delivery === "halved") return sendHalf(reply, answer);
  return delivery === "failed" ? failed(reply) : reply.send(answer);
}

function sendChanged(reply: FastifyReply, changed: Changed | undefined) {
  if (changed === undefined) return noSuchPayment(reply);
  if (changed.result === "failed") return failed(reply);
  return changed.result === "refused"
    ? reply.code(REFUSED).send({ code: changed.code })
    : reply.send(shown(changed.payment));
}

function shown({ id, attempt, state, code }: Payment) {
  return { id, attempt, state, ...(code === undefined ? {} : { code }) };
}

const failed = (reply: FastifyReply) => reply.code(500).send({ code: "processor_fault" });
const noSuchPayment = (reply: FastifyReply) => reply.code(404).send({ code: "no_such_payment" });

/** Resets the connection in place of an answer, so that the caller cannot know the outcome. */
function reset(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
}

/** Sends the headers of the whole answer, half of its body, and closes the connection. */
function sendHalf(reply: FastifyReply, answer: object): void {
  const text = JSON.stringify(answer);
  reply.hijack();
  reply.raw.writeHead(200, { "content-type": "application/json; charset=utf-8", "content-length": text.length });
  reply.raw.write(text.slice(0, text.length / 2));
  reply.raw.socket?.end();
}

/** The caller's id of an attempt, which paths and the ledger contain. */
const attemptId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** The body of a partial refund. The number of decimals is checked against the payment's currency by the use case. */
const refundBody = z.strictObject({ amount: z.string().regex(/^\d{1,13}(\.\d{1,4})?$/), refund: attemptId });

const paymentBody = z
  .strictObject({
    attempt: attemptId,
    amount: z.string().max(20),
    currency: z.string().regex(/^[A-Z]{3}$/),
    card: z.strictObject({
      name: z.string().max(200),
      /** Spaces are allowed, as they are printed on the card. */
      number: z
        .string()
        .max(40)
        .transform((number) => number.replaceAll(/[ -]/g, "")),
      expiryMonth: z.int(),
      expiryYear: z.int().min(2000).max(2099),
      cvv: z.string().max(10),
    }),
  })
  .refine(({ amount, currency }) => isAmount(amount, currency), { path: ["amount"] });
