import { z } from "zod";
import type { Call } from "#src/platform/http/call.ts";
import { errorRow } from "#src/platform/http/error-rows.ts";
import { type JsonSchema, named } from "./schemas.ts";

type Refusal = {
  readonly name: string;
  readonly description: string;
  readonly headers?: readonly (keyof typeof RESPONSE_HEADERS)[];
  /** Only calls that accept an Idempotency-Key have this answer. */
  readonly ofPayments?: true;
};

/** The response headers that a client acts on. */
export const RESPONSE_HEADERS = {
  "WWW-Authenticate": {
    description: "The scheme to sign in with.",
    schema: { type: "string" },
    example: 'Basic realm="ticketing", charset="UTF-8"',
  },
  "Retry-After": {
    description: "Seconds to wait before the next try.",
    schema: { type: "integer", minimum: 1 },
    example: 2,
  },
  Allow: { description: "The methods that the address accepts.", schema: { type: "string" }, example: "GET, PUT" },
  "Idempotency-Replayed": {
    description: "`true` when this repeats the answer of an earlier call with the same Idempotency-Key.",
    schema: { type: "string", enum: ["true"] },
    example: "true",
  },
} as const;

const REFUSALS: Readonly<Record<string, Refusal>> = {
  "400": { name: "BadRequest", description: "A field is missing, unknown or of the wrong shape" },
  "401": { name: "Unauthorized", description: "No user, or an unknown one", headers: ["WWW-Authenticate"] },
  "403": { name: "Forbidden", description: "The user has none of the capabilities that the call lists" },
  "404": { name: "NotFound", description: "It does not exist, no longer exists, or belongs to another account" },
  "405": { name: "MethodNotAllowed", description: "The address does not accept this method", headers: ["Allow"] },
  "409": {
    name: "PaymentInFlight",
    description: "A payment with this Idempotency-Key is in flight",
    headers: ["Retry-After"],
    ofPayments: true,
  },
  "413": { name: "BodyTooLarge", description: "The body is larger than 1 MiB" },
  "415": { name: "ContentTypeMissing", description: "The content type was not stated" },
  "422": {
    name: "IdempotencyKeyReused",
    description: "This Idempotency-Key was used for another payment",
    ofPayments: true,
  },
  "429": {
    name: "TooManyRequests",
    description:
      "Too many failures, or too many card payments under way (BUSY): try again after the time in Retry-After. Nothing was charged by this call",
    headers: ["Retry-After"],
  },
  "503": { name: "Busy", description: "Busy: try again after the time in Retry-After", headers: ["Retry-After"] },
  "504": {
    name: "PaymentNotKnown",
    description: "The outcome of a payment is not known yet: do not pay again, read the sale",
    ofPayments: true,
  },
};

/** The 409 of a change that names a version. */
const CONFLICT = "Conflict";

/** The body of every error. */
export const errorBody = named(
  "Error",
  z.object({
    successful: z.literal(false),
    messages: z.array(z.string()),
    errors: z.array(errorRow),
    /** Of `POST /user/token` alone: replaces the password in that call until a code is given. */
    challenge: z.string().optional(),
  }),
);

/** Returns the error responses as components, with these references to their bodies. */
export function refusalComponents(body: JsonSchema, conflict: JsonSchema) {
  const components = Object.values(REFUSALS).map(({ name, description, headers = [] }) => [
    name,
    { description, ...withHeaders(headers), content: { "application/json": { schema: body } } },
  ]);
  const description = "It has changed since the version that this change names. Nothing was written";
  return Object.fromEntries([
    ...components,
    [CONFLICT, { description, content: { "application/json": { schema: conflict } } }],
  ]);
}

/** Returns references to the error responses that this call can have, by status. */
export function refusalsOf(call: Call) {
  const names = Object.entries(REFUSALS)
    .filter(([, { ofPayments }]) => !ofPayments || takesIdempotencyKey(call))
    .map(([status, { name }]) => [status, name] as const);
  const all = takesVersion(call) ? [...names, ["409", CONFLICT] as const] : names;
  return Object.fromEntries(all.map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]));
}

export function takesVersion({ body }: Pick<Call, "body">): boolean {
  return body instanceof z.ZodObject && "version" in body.shape;
}

/** Returns the documented headers of the call's answer. */
export function answerHeadersOf(call: Call) {
  return withHeaders(takesIdempotencyKey(call) ? ["Idempotency-Replayed"] : []);
}

function takesIdempotencyKey({ headers = [] }: Call): boolean {
  return headers.some(({ name }) => name === "Idempotency-Key");
}

function withHeaders(names: readonly (keyof typeof RESPONSE_HEADERS)[]) {
  if (names.length === 0) return {};
  return { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) };
}
