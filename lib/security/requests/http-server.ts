import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type EarlyAnswer, NOT_A_METHOD } from "#lib/security/incoming-request.ts";

/** The answers to requests that Node's HTTP parser refuses, by its error code. */
const ANSWERS: Readonly<Record<string, EarlyAnswer>> = {
  HPE_INVALID_METHOD: NOT_A_METHOD,
  HPE_HEADER_OVERFLOW: { status: 431, words: "The address and the headers are larger than 16 KiB together." },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, words: "The request did not arrive in time. Send it again." },
};
const MALFORMED: EarlyAnswer = { status: 400, words: "This is not a well-formed HTTP request." };

type Limits = {
  /** The time within which the headers of a request must arrive, in milliseconds. */
  readonly headersMs: number;
  /** The time within which a whole request must arrive. */
  readonly requestMs: number;
  /** How often the two are checked. */
  readonly checkMs: number;
  readonly keepAliveMs: number;
};

/**
 * Makes a server that answers in words what Node alone would answer without, or not at all: what is not HTTP, what arrives too
 * slowly, and a client that takes the shop for a proxy. Every answer has `headersOfAll`: those of Next, its files, and these. Only
 * with `upgrades` the server has WebSockets.
 */
export function createHttpServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { headersMs, requestMs, checkMs, keepAliveMs }: Limits,
  headersOfAll: Readonly<Record<string, string>>,
  upgrades: boolean,
): Server {
  const inWords = ({ headers, ...answer }: EarlyAnswer) => ({ ...answer, headers: { ...headersOfAll, ...headers } });
  const responses = new WeakMap<object, ServerResponse>();
  return createServer(
    {
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkMs,
      keepAliveTimeout: keepAliveMs,
      // `prepareRequest` refuses it in words.
      requireHostHeader: false,
      shouldUpgradeCallback: () => upgrades,
    },
    (request, response) => {
      responses.set(request.socket, response);
      for (const [name, value] of Object.entries(headersOfAll)) response.setHeader(name, value);
      answer(request, response);
    },
  )
    .on("clientError", (error, socket) => {
      const refusal = refusalOf(error, socket, responses.get(socket));
      if (refusal === undefined) socket.destroy();
      else endWith(inWords(refusal), socket);
    })
    .on("connect", (_request, socket) => {
      socket.on("error", () => socket.destroy());
      endWith(inWords(NOT_A_METHOD), socket);
    });
}

/** How long an answer waits for the rest of a body. */
const BODY_WAIT_MS = 1_000;

/**
 * Sends an answer that does not come from Next. A body that nobody reads is awaited for a moment; then the answer closes the connection.
 * After one in the middle of a body, the connection's next request can stay unread until the connection is closed as idle.
 */
export function sendEarly(response: ServerResponse, { status, words, headers }: EarlyAnswer): void {
  const { req: request } = response;
  const send = (more = {}) =>
    response.headersSent || response.writeHead(status, { ...headersOfWords(words), ...headers, ...more }).end(words);
  if (headers?.Connection === "close" || request.readableEnded) {
    send();
    return;
  }
  const late = setTimeout(send, BODY_WAIT_MS, { Connection: "close" });
  request.once("close", () => clearTimeout(late)).once("end", () => send());
  request.resume();
}

/** Returns the answer to what the parser refuses; `undefined` where none can be sent. */
function refusalOf(error: Error, socket: Duplex, response?: ServerResponse): EarlyAnswer | undefined {
  const code = Reflect.get(error, "code");
  // After the first byte of an answer, words would be read as a part of it.
  const isAnswering = response?.headersSent && !response.writableEnded;
  if (code === "ECONNRESET" || !socket.writable || isAnswering) return undefined;
  return ANSWERS[String(code)] ?? MALFORMED;
}

function endWith({ status, words = "", headers = {} }: EarlyAnswer, socket: Duplex): void {
  const all = { ...headersOfWords(words), ...headers, Connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${words}`);
}

function headersOfWords(words = ""): Readonly<Record<string, string>> {
  return {
    "Cache-Control": "no-store",
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(words)),
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Frame-Options": "DENY",
  };
}
