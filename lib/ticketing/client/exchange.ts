import "server-only";

import { type Dispatcher, fetch } from "undici";
import { NothingLeft, TicketingFault } from "#lib/ticketing/client/fault.ts";

/** Far above the largest catalogue; far below what could hurt the process. */
export const ANSWER_BYTES_MAX = 4 * 1024 * 1024;

export type Message = {
  /** The call's name, for the log: a path holds keys. */
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly signal: AbortSignal;
  readonly dispatcher: Dispatcher;
};

/** `body` is `undefined` when it was not JSON. */
export type Answer = { readonly status: number; readonly body: unknown; readonly headers: Pick<Headers, "get"> };

/**
 * One message out, one answer back, nothing repeated. It is undici's own `fetch`: the one that Next replaces would
 * keep answers by itself, wrong ones too, and a write or a read of stock must never come from such a copy.
 */
export async function exchange({ name, url, ...init }: Message): Promise<Answer> {
  const response = await fetch(url, { ...init, redirect: "manual" }).catch((cause: unknown) => {
    if (hasNotLeft(cause)) throw new NothingLeft(`${name} could not reach the service.`, { cause: described(cause) });
    throw new TicketingFault(`${name} got no answer.`, { cause: described(cause) });
  });
  const text = await read(response.body, name);
  return { status: response.status, body: parse(text), headers: response.headers };
}

async function read(stream: AsyncIterable<Uint8Array> | null, name: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of stream ?? []) {
      size += chunk.byteLength;
      if (size > ANSWER_BYTES_MAX) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new TicketingFault(`${name} got half an answer.`, { cause: described(cause) });
  }
  if (size > ANSWER_BYTES_MAX) throw new TicketingFault(`${name} got more than ${ANSWER_BYTES_MAX} bytes.`);
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Refused or not found while connecting, or a certificate that we ourselves turned down before speaking. */
const BEFORE_ANYTHING_LEAVES =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_CERT_ALTNAME_INVALID|CERT_\w+|UNABLE_TO_\w+|SELF_SIGNED_\w+|DEPTH_ZERO_\w+)$/;

/** True only when the connection never came about: an answer lost on the way is something else. */
export function hasNotLeft(thrown: unknown): boolean {
  const code = codeOf(thrown);
  return code !== undefined && BEFORE_ANYTHING_LEAVES.test(code);
}

function codeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  if (thrown instanceof AggregateError) return codesAgree(thrown.errors.map(codeOf));
  if (thrown.cause !== undefined) return codeOf(thrown.cause);
  return "code" in thrown && typeof thrown.code === "string" ? thrown.code : undefined;
}

/** Of several addresses each was tried: unless all failed before anything left, nothing is certain. */
function codesAgree(codes: readonly (string | undefined)[]): string | undefined {
  return codes.every((code) => code !== undefined && BEFORE_ANYTHING_LEAVES.test(code)) ? codes[0] : undefined;
}

/** An error of the transport may carry its socket and its options; the log needs the name and the code. */
function described(thrown: unknown): string {
  if (!(thrown instanceof Error)) return "unknown";
  return thrown.name === "TimeoutError" ? "time-out" : (codeOf(thrown) ?? thrown.name);
}
