import Fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerFactory } from "fastify";
import { createAuthenticate } from "#src/use-cases/authenticate.ts";
import type { PaymentWorld } from "#src/use-cases/payment-world.ts";
import type { Call } from "./call.ts";
import { CALLS } from "./calls.ts";
import { withoutSuffix } from "./content-type.ts";
import { answerFault, answerNoSuchAddress, answerUnknownMethod, MalformedBody } from "./faults.ts";
import { mountHealth } from "./health.ts";
import { parseJsonBody } from "./json-body.ts";
import { isKnownMethod, mountCalls } from "./mount.ts";
import { declareOpenApi } from "./openapi.ts";
import { answerUnreadable } from "./unreadable-request.ts";

export const BODY_MAX_BYTES = 1024 * 1024;

/** The whole interface, without a port: `main.ts` listens, tests call it directly. */
export function createApp(
  world: PaymentWorld,
  serverFactory?: FastifyServerFactory,
  calls: readonly Call<PaymentWorld>[] = CALLS,
): FastifyInstance {
  const app = Fastify({
    bodyLimit: BODY_MAX_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    frameworkErrors: (error, _request, reply) => void answerFault(error, reply),
    clientErrorHandler: answerUnreadable,
    rewriteUrl: (request) => (request.method === "GET" ? withoutSuffix(request.url ?? "/") : (request.url ?? "/")),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    ...(serverFactory && { serverFactory }),
  });

  app.decorateRequest("caller", undefined);
  app.decorateRequest("rawBody", "");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (request: FastifyRequest, bytes: Buffer) => {
      const body = parseJsonBody(bytes);
      if (!body.ok) throw new MalformedBody(body.path, body.message);
      request.rawBody = body.rawBody;
      return body.value;
    },
  );
  app.addHook("onSend", async (_request, reply) => {
    reply.header("cache-control", "no-store").header("x-content-type-options", "nosniff");
  });
  app.setErrorHandler((error, _request, reply) => answerFault(error, reply));
  app.setNotFoundHandler((request, reply) =>
    isKnownMethod(request.method) ? answerNoSuchAddress(reply) : answerUnknownMethod(reply),
  );

  mountHealth(app, world);
  mountCalls(app, world, [...calls, declareOpenApi(calls)], createAuthenticate(world));
  return app;
}
