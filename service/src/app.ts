import { randomUUID } from "node:crypto";
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
} from "fastify";
import { createAuditLog } from "#src/accounts/use-cases/audit-log.ts";
import { createAuthenticate } from "#src/accounts/use-cases/authenticate.ts";
import { createGuardedChecks } from "#src/accounts/use-cases/guarded-checks.ts";
import { notingActivity } from "#src/accounts/use-cases/last-active.ts";
import type { PaymentRuntime } from "#src/payments/use-cases/payment-runtime.ts";
import { CALLS } from "./calls.ts";
import { isRequestId } from "./platform/domain/request-context.ts";
import type { Call } from "./platform/http/call.ts";
import {
  answerFault,
  answerNoSuchAddress,
  answerUnknownMethod,
  answerUnreadable,
  MalformedBody,
  refuseMalformed,
  refuseTunnel,
} from "./platform/http/faults.ts";
import { parseJsonBody, withoutSuffix } from "./platform/http/json-request.ts";
import { isKnownMethod, mountCalls } from "./platform/http/mount.ts";
import { accessLog, measureCalls } from "./platform/http/observe-calls.ts";
import { mountDocs } from "./platform/http/openapi/docs.ts";
import { describeCalls } from "./platform/http/openapi/document.ts";
import { mountHealth } from "./platform/http/other-routes.ts";
import type { Runtime } from "./platform/runtime.ts";

const BODY_MAX_BYTES = 1024 * 1024;

/** Node alone would refuse a missing Host without words: `refuseMalformed` does. */
export const UNCHECKED_HOST = { requireHostHeader: false };

type AppOptions = {
  readonly serverFactory?: FastifyServerFactory;
  readonly calls?: readonly Call<PaymentRuntime>[];
  /** Whether the service is about to stop: it then asks clients to close their connections. */
  readonly isDraining?: () => boolean;
  readonly whyNotReady?: Runtime["whyNotReady"];
};

/** Returns the application with all calls, without a port: `serve.ts` listens, tests inject requests. */
export function createApp(
  runtime: PaymentRuntime,
  { serverFactory, calls = CALLS, isDraining = () => false, whyNotReady = runtime.whyNotReady }: AppOptions = {},
): FastifyInstance {
  const app = Fastify({
    bodyLimit: BODY_MAX_BYTES,
    http: UNCHECKED_HOST,
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    // A request that arrives on an open connection while the server closes is answered like any other.
    return503OnClosing: false,
    // It runs no hook.
    frameworkErrors: (error, _request, reply) => void answerFault(error, withHeaders(reply), runtime.log),
    clientErrorHandler: answerUnreadable,
    rewriteUrl: (request) => (request.method === "GET" ? withoutSuffix(request.url ?? "/") : (request.url ?? "/")),
    // The storefront sends the id that the edge gave to the request.
    genReqId: ({ headers }) => (isRequestId(headers["x-request-id"]) ? headers["x-request-id"] : randomUUID()),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    ...(serverFactory && { serverFactory }),
  });

  app.decorateRequest("caller", undefined);
  app.decorateRequest("network", undefined);
  app.decorateRequest("triedName", undefined);
  app.decorateRequest("triedStorefront", undefined);
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
  app.server.on("connect", refuseTunnel);
  app.addHook("onRequest", refuseMalformed);
  app.addHook("onSend", async (_request, reply) => {
    withHeaders(reply);
    if (isDraining()) reply.header("connection", "close");
  });
  app.setErrorHandler((error, _request, reply) => answerFault(error, reply, runtime.log));
  app.addHook("onResponse", accessLog(runtime.log));
  app.setNotFoundHandler((request, reply) =>
    isKnownMethod(request.method) ? answerNoSuchAddress(reply) : answerUnknownMethod(reply),
  );

  measureCalls(app);
  mountHealth(app, whyNotReady);
  const { call: openApi, document } = describeCalls(calls);
  mountDocs(app, document);
  const checkSecret = createGuardedChecks();
  const authenticate = notingActivity(runtime, createAuthenticate(runtime, {}, checkSecret));
  mountCalls(app, runtime, [...calls, openApi], { authenticate, checkSecret }, createAuditLog(runtime));
  return app;
}

function withHeaders(reply: FastifyReply): FastifyReply {
  return reply.header("cache-control", "no-store").header("x-content-type-options", "nosniff");
}
