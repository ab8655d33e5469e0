import { createHash, timingSafeEqual } from "node:crypto";
import fastify, { type FastifyInstance } from "fastify";
import { listEntries } from "#processor/use-cases/list-entries.ts";
import type { World } from "#processor/world.ts";
import { addPayments } from "./payments.ts";

/** A payment is a few hundred bytes. */
const BODY_BYTES_MAX = 16 * 1024;

/** The processor without a port; tests call it directly. It logs no request, since a body holds a card. */
export function createApp(world: World, secret: string): FastifyInstance {
  const app = fastify({ logger: false, bodyLimit: BODY_BYTES_MAX, forceCloseConnections: true });
  const expected = digest(`Bearer ${secret}`);

  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ code: "no_such_address" }));
  // A parser's message may quote the body, so none is passed on or printed.
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) console.error(`${request.method} ${request.routeOptions.url} failed: ${error.name}`);
    return reply.code(status).send({ code: status >= 500 ? "processor_fault" : "bad_request" });
  });

  app.get("/health", () => ({ status: "ok" }));
  app.get("/ready", () => ({ status: "ok" }));
  app.get<{ Querystring: { attempt?: string } }>("/_ledger", (request) => ({
    entries: listEntries(world, request.query.attempt).map(({ at, attempt, payment, kind, amount, currency }) => {
      return { at, attempt, payment, kind, amount, currency, cardLast: null };
    }),
  }));
  app.register(async (merchants) => {
    merchants.addHook("onRequest", async (request, reply) => {
      if (timingSafeEqual(digest(request.headers.authorization ?? ""), expected)) return;
      return reply.code(401).send({ code: "wrong_secret" });
    });
    addPayments(merchants, world);
  });
  return app;
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
