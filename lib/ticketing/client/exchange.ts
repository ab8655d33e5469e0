import "server-only";

import { readFileSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { Agent, type Dispatcher, request } from "undici";
import { env } from "#lib/env.ts";
import { parseJson, readLimited } from "#lib/runtime/limited-text.ts";
import { causeInWords } from "#lib/telemetry/cause.ts";
import { NotSent, TIME_OUT, TicketingFault } from "#lib/ticketing/client/fault.ts";

/** Far above the largest catalogue, far below what could exhaust the memory. */
const ANSWER_BYTES_MAX = 4 * 1024 * 1024;

export type Message = {
  /** The call's name, for the log: a path contains keys. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly signal: AbortSignal;
  readonly dispatcher: Dispatcher;
};

/** The response. `body` is `undefined` when it was not JSON. */
export type Answer = { readonly status: number; readonly body: unknown; readonly headers: IncomingHttpHeaders };

/**
 * Sends one request and returns its response, without a retry. It uses undici's own `request`, which follows no redirect: the
 * `fetch` that Next replaces caches responses, and a write or a read of stock must never come from a cache.
 */
export async function exchange({ name, url, ...options }: Message): Promise<Answer> {
  const response = await request(url, options).catch((thrown: unknown) => {
    const cause = describeError(thrown);
    if (wasNotSent(thrown))
      throw new NotSent(`${name} could not reach the service: ${causeInWords(cause)}.`, { cause });
    throw new TicketingFault(`${name} got no answer: ${causeInWords(cause)}.`, { cause });
  });
  const bytes = await readLimited(response.body, ANSWER_BYTES_MAX).catch((thrown: unknown) => {
    const cause = describeError(thrown);
    throw new TicketingFault(`${name} got half an answer: ${causeInWords(cause)}.`, { cause });
  });
  if (bytes === undefined) throw new TicketingFault(`${name} got more than ${ANSWER_BYTES_MAX} bytes.`);
  return { status: response.statusCode, body: parseJson(bytes.toString("utf8")), headers: response.headers };
}

/**
 * Codes of failures before the request was sent: the connection was refused, the host was not found, or the
 * certificate was not accepted.
 */
const NOT_SENT_CODES =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_CERT_ALTNAME_INVALID|CERT_\w+|UNABLE_TO_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+)$/;

/** Returns true only when the connection was never made. A lost response is different: the service may have acted. */
export function wasNotSent(thrown: unknown): boolean {
  const code = codeOf(thrown);
  return code !== undefined && NOT_SENT_CODES.test(code);
}

function codeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if (thrown instanceof AggregateError) return codesAgree(thrown.errors.map(codeOf));
  if (thrown.cause !== undefined) return codeOf(thrown.cause);
  return "code" in thrown && typeof thrown.code === "string" ? thrown.code : undefined;
}

/** Of several addresses all must have failed before the request was sent; otherwise it is uncertain. */
function codesAgree(codes: readonly (string | undefined)[]): string | undefined {
  return codes.every((code) => code !== undefined && NOT_SENT_CODES.test(code)) ? codes[0] : undefined;
}

/** Returns the name or code of an error. The error itself may contain the socket and its options. */
function describeError(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "unknown";
  return thrown.name === "TimeoutError" ? TIME_OUT : (codeOf(thrown) ?? thrown.name);
}

let kept: Agent | undefined;
let fresh: Agent | undefined;

/** Returns the agent with keep-alive connections. */
export function keptConnections(): Agent {
  kept ??= new Agent({ connect: connection() });
  return kept;
}

/**
 * Returns the agent with a new connection for each call, for payments: on a keep-alive connection that the server has
 * just closed it is unknown whether the request was sent.
 */
export function freshConnections(): Agent {
  fresh ??= new Agent({ connect: connection(), pipelining: 0 });
  return fresh;
}

/** A private certificate authority is trusted for these calls only, not for the whole process. */
function connection(): { ca?: string; timeout: number } {
  const { TICKETING_CA, TICKETING_READ_MS: timeout } = env();
  return { timeout, ...(TICKETING_CA !== undefined && { ca: readFileSync(TICKETING_CA, "utf8") }) };
}
