import { createHash, timingSafeEqual } from "node:crypto";
import fastify, { type FastifyInstance } from "fastify";
import type { Runtime } from "#sandbox/processor/runtime.ts";
import { listEntries } from "#sandbox/processor/use-cases/change-charge.ts";
import { addPayments } from "./payments.ts";

/** Bounds the body: a payment has a few hundred bytes. */
const BODY_BYTES_MAX = 16 * 1024;

/** Returns the processor without a port. It logs no request, since a body has a card number. */
export function createApp(runtime: Runtime, secret: string): FastifyInstance {
  const app = fastify({ logger: false, bodyLimit: BODY_BYTES_MAX, forceCloseConnections: true });
  const expected = digest(`Bearer ${secret}`);

  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: "no_such_address" }));
  // The message of a parser may quote the body, so it is neither returned nor logged.
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) console.error(`${request.method} ${request.routeOptions.url} failed: ${error.name}`);
    return reply.code(status).send({ code: status >= 500 ? "processor_fault" : "bad_request" });
  });

  app.get("/health", () => ({ status: "ok" }));
  app.get("/ready", () => ({ status: "ok" }));
  app.get<{ Querystring: { attempt?: string } }>("/_ledger", (request) => ({
    entries: listEntries(runtime, request.query.attempt).map(
      ({ at, attempt, payment, kind, amount, currency, refund }) => {
        return { at, attempt, payment, kind, amount, currency, ...(refund && { refund }), cardLast: null };
      },
    ),
  }));
  app.register(async (merchants) => {
    merchants.addHook("onRequest", async (request, reply) => {
      if (timingSafeEqual(digest(request.headers.authorization ?? ""), expected)) return;
      return reply.code(401).send({ code: "wrong_secret" });
    });
    addPayments(merchants, runtime);
  });
  return app;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
