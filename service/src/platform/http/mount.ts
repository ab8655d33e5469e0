import fastJson from "fast-json-stringify";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AuditLog } from "#src/platform/domain/audit.ts";
import type { Authenticate, Caller, CheckSecret } from "#src/platform/domain/caller.ts";
import { count } from "#src/platform/domain/measure.ts";
import { StaleVersion } from "#src/platform/domain/outcome.ts";
import { inRequest } from "#src/platform/domain/request-context.ts";
import { captureSpan, inSpan } from "#src/platform/domain/trace.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { auditCalls } from "./audit-calls.ts";
import { basicCredential } from "./basic-credential.ts";
import { type Access, BASIC_SCHEME, type Call, describeAccess, isAllowed, missing, type Reply } from "./call.ts";
import { type ErrorRow, errorBody, row, rowsOf, textErrors } from "./error-rows.ts";
import { MOUNTS, statesJson } from "./json-request.ts";
import { networkOf } from "./network.ts";
import { jsonSchemaOf, withNullableFlags } from "./openapi/schemas.ts";
import { replyStale } from "./stale-version.ts";

declare module "fastify" {
  interface FastifyRequest {
    rawBody: string;
  }
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

export function isKnownMethod(method: string): boolean {
  return METHODS.some((known) => known === method);
}

const EMPTY = z.strictObject({});

/** Registers the routes of every call on both mounts, and answers 405 to other methods of their paths. */
export function mountCalls<OfRuntime extends Runtime>(
  app: FastifyInstance,
  runtime: OfRuntime,
  calls: readonly Call<OfRuntime>[],
  { authenticate, checkSecret }: { readonly authenticate: Authenticate; readonly checkSecret: CheckSecret },
  audit: AuditLog,
): void {
  const handled = calls.map((call) => {
    const read = calls.find(({ method, path }) => method === "GET" && path === call.path);
    return { call, handler: handlerOf(call, read, runtime, checkSecret) };
  });
  for (const mount of MOUNTS) {
    for (const { call, handler } of handled) {
      app.route({
        method: call.method,
        config: { operation: call.path },
        url: url(mount, call),
        onRequest: withContext(beforeBody(call, authenticate)),
        handler: inSpanOf(call, withContext(handler)),
        onSend: withContext(auditCalls(call, audit)),
      });
    }
    for (const [path, known] of Map.groupBy(calls, (call) => url(mount, call))) {
      const allowed = known.map((call) => call.method);
      const others = METHODS.filter((method) => !allowed.some((one) => one === method));
      app.route({
        method: others,
        url: path,
        onRequest: async (_request, reply) => refuseMethod(reply, allowed),
        handler: () => {},
      });
    }
  }
}

/** Runs a step of a request in the request's context. Each step sets it, since reading the body loses that of an earlier step. */
function withContext<Rest extends readonly unknown[], Result>(
  step: (request: FastifyRequest, reply: FastifyReply, ...rest: Rest) => Result,
): typeof step {
  return (request, reply, ...rest) =>
    inRequest({ request: request.id, span: captureSpan() }, () => step(request, reply, ...rest));
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Handles a call in a span of its caller's trace. */
function inSpanOf({ method, path }: Pick<Call, "method" | "path">, handle: Handler): Handler {
  const fields = { "http.request.method": method, "http.route": path } as const;
  return (request, reply) =>
    inSpan(
      `${method} ${path}`,
      { ...fields, "foyer.request": request.id },
      async (span) => {
        await handle(request, reply);
        span.set({ "http.response.status_code": reply.statusCode });
        return reply;
      },
      { traceparent: [request.headers.traceparent].flat()[0] },
    );
}

function url(mount: string, call: Pick<Call, "path">): string {
  return mount + call.path.replaceAll(/\{(\w+)\}/g, ":$1");
}

/** Returns the hook that checks the credential, the content type and the access before the body is read. */
function beforeBody(call: Pick<Call, "access" | "takesFirstFactor">, authenticate: Authenticate) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const credential = basicCredential(request.headers.authorization);
    if (!credential) return refuseCaller(reply);
    request.triedName = credential.username;
    request.network = await networkOf(request, authenticate);
    const signedIn = await authenticate(credential.username, credential.password, request.network);
    if (!signedIn.ok) {
      return signedIn.refusal === "unknown"
        ? refuseCaller(reply)
        : refuseTooManyFailures(reply, signedIn.retryAfterSeconds);
    }
    const { caller } = signedIn;
    if (caller.firstFactor !== undefined && !call.takesFirstFactor) {
      // A right password is no failed sign-in: whoever asks this way learns that a code is needed.
      if (caller.firstFactor === "password") request.triedName = undefined;
      return refuseFirstFactor(reply, caller.firstFactor);
    }
    request.caller = caller;
    if (!statesJson(request.method, request.originalUrl, request.headers)) return refuseContentType(request, reply);
    if (!isAllowed(call.access, caller.capabilities)) return refuseAccess(reply, call.access);
  };
}

/** `read` is the call that reads what this one changes. */
function handlerOf<OfRuntime extends Runtime>(
  call: Call<OfRuntime>,
  read: Call<OfRuntime> | undefined,
  runtime: OfRuntime,
  checkSecret: CheckSecret,
) {
  const { params = EMPTY, query = EMPTY, body = EMPTY } = call;
  const stringify = fastJson(Object(withNullableFlags(jsonSchemaOf(call.answer, "output"))));

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { caller, triedName, network } = request;
    if (!caller || triedName === undefined || network === undefined)
      throw new Error("A call was handled before its caller was authenticated.");
    const parts = [
      parsed(params, request.params),
      parsed(query, request.query),
      parsed(body, request.method === "GET" ? {} : (request.body ?? {})),
    ] as const;
    const errors = parts.flatMap((part) => part.errors);
    if (errors.length > 0) return sendErrors(reply, 400, errors);

    if (isBelowOtherAccount(call, parts[0].value, caller)) {
      return sendReply(reply, missing("id", "account"), stringify);
    }
    const parsedRequest = {
      runtime,
      caller,
      params: parts[0].value,
      query: parts[1].value,
      body: parts[2].value,
      rawBody: request.rawBody,
      network: request.network ?? "",
      header: (name: string) => [request.headers[name.toLowerCase()]].flat()[0],
      checkSecret: <Result extends { readonly ok: boolean }>(check: () => Promise<Result>) =>
        checkSecret(triedName, network, check),
      isDisconnected: () => request.raw.socket.destroyed,
    };
    const outcome = await call.handle(parsedRequest).catch((error: unknown) => {
      if (!(error instanceof StaleVersion) || read === undefined) throw error;
      return replyStale(error, read, parsedRequest);
    });
    return sendReply(reply, outcome, stringify);
  };
}

/** Returns whether the address is below an account that is not the caller's. Here every such call refuses it, new ones too. */
function isBelowOtherAccount({ path }: Pick<Call, "path">, params: unknown, { account }: Caller): boolean {
  return path.startsWith("/account/{id}/") && Reflect.get(Object(params), "id") !== account.id;
}

function parsed(schema: z.ZodType, input: unknown): { readonly value: unknown; readonly errors: readonly ErrorRow[] } {
  const unreadable = textErrors(input);
  if (unreadable.length > 0) return { value: undefined, errors: unreadable };
  const { data, error } = schema.safeParse(input);
  return { value: data, errors: error ? rowsOf(error, input) : [] };
}

function sendReply(reply: FastifyReply, outcome: Reply<unknown>, stringify: (body: unknown) => string): FastifyReply {
  reply.headers({ ...outcome.headers });
  if (outcome.status !== 200) return sendErrors(reply, outcome.status, outcome.errors, outcome.more);
  return reply.type("application/json; charset=utf-8").send(stringify(outcome.body));
}

export function sendErrors(
  reply: FastifyReply,
  status: number,
  rows: readonly ErrorRow[],
  more: object = {},
): FastifyReply {
  if (rows[0]) count("foyer_service_call_errors_total", { code: rows[0].code });
  return reply
    .code(status)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify({ ...errorBody(rows), ...more }));
}

function refuseMethod(reply: FastifyReply, allowed: readonly string[]): FastifyReply {
  const message = `This address accepts ${allowed.join(" and ")} only.`;
  return sendErrors(reply.header("allow", allowed.join(", ")), 405, [row("", "method_not_accepted", message)]);
}

function refuseCaller(reply: FastifyReply): FastifyReply {
  const message = "Sign in with a user's name and password by HTTP Basic authentication.";
  reply.header("www-authenticate", BASIC_SCHEME);
  return sendErrors(reply, 401, [row("Authorization", "not_signed_in", message)]);
}

/** A challenge is good for one call alone, so elsewhere it is like an unknown password. */
function refuseFirstFactor(reply: FastifyReply, firstFactor: Caller["firstFactor"]): FastifyReply {
  if (firstFactor !== "password") return refuseCaller(reply);
  const message =
    "This user's second factor is on: sign in with an access token, made by POST /user/token with a code.";
  reply.header("www-authenticate", BASIC_SCHEME);
  return sendErrors(reply, 401, [row("Authorization", "second_factor", message)]);
}

function refuseTooManyFailures(reply: FastifyReply, retryAfterSeconds: number): FastifyReply {
  const message = "There were too many wrong passwords for this user. Try again after the time in Retry-After.";
  reply.header("retry-after", String(retryAfterSeconds));
  return sendErrors(reply, 429, [row("Authorization", "too_many_failures", message)]);
}

function refuseContentType(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const message =
    request.method === "GET"
      ? "State the content type: end the address in .json, or send Content-Type and Accepts as application/json."
      : "State the content type: send Content-Type as application/json.";
  return sendErrors(reply, 415, [row("Content-Type", "content_type_needed", message)]);
}

function refuseAccess(reply: FastifyReply, access: Access): FastifyReply {
  const message = `This call is for ${describeAccess(access)}. Ask a manager of the account for the capability.`;
  return sendErrors(reply, 403, [row("", "not_allowed", message)]);
}
