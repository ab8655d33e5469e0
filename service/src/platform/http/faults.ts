import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { errorCode, type Log, levelOfError } from "#src/platform/domain/log.ts";
import { type ErrorRow, errorBody, row } from "./error-rows.ts";
import { sendErrors } from "./mount.ts";
import type { Reason } from "./reasons.ts";

/** Thrown for a body that is not JSON or names a field twice: the content type parser can report errors only by throwing. */
export class MalformedBody extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

const NO_SUCH_ADDRESS = "There is no such address.";

/** The answers to Fastify's own errors, by their code. */
const REFUSED: Readonly<Record<string, readonly [status: number, reason: Reason, message: string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, "body_too_large", "The body is larger than 1 MiB."],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, "content_type_needed", "Send Content-Type as application/json."],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, "malformed", "The length of the body differs from its Content-Length."],
  FST_ERR_MAX_PARAM_LENGTH: [404, "no_such_address", NO_SUCH_ADDRESS],
  FST_ERR_BAD_URL: [400, "malformed", "The address is not well formed."],
};

/** The codes of a server that only reads, of lock and statement timeouts, too many connections, deadlocks, and a server that stops or starts. */
const BUSY =
  /^(25006|55P03|57014|53\d{3}|57P0\d|08\w{3}|40001|40P01|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENOENT|ENOTFOUND|EPIPE|ETIMEDOUT)$/;
const BUSY_MESSAGE =
  /connection timeout|Connection terminated|is not queryable|timeout exceeded when trying to connect/;
const RETRY_AFTER_SECONDS = "1";

/** Answers a request whose handler threw. The log gets the error; the client gets only what to do. */
export function answerFault(error: unknown, reply: FastifyReply, log: Log): FastifyReply {
  if (error instanceof MalformedBody) {
    return sendErrors(reply, 400, [row(error.path, "malformed", error.message)]);
  }
  const known = REFUSED[codeOf(error)];
  if (known) return sendErrors(reply, known[0], [row("", known[1], known[2])]);
  const request = reply.request.id;
  const level = levelOfError(error);
  if (isBusy(error)) {
    log(level === "alarm" ? level : "debug", "A call was answered with busy.", { request }, error);
    reply.header("retry-after", RETRY_AFTER_SECONDS);
    return sendErrors(reply, 503, [row("", "busy", "The service is busy. Try again in a moment.")]);
  }
  log(level, "A call failed.", { request, call: reply.request.routeOptions.url }, error);
  return sendErrors(reply, 500, [row("", "fault", "The service failed. Try again, or report it to the operator.")]);
}

export function answerNoSuchAddress(reply: FastifyReply): FastifyReply {
  return sendErrors(reply, 404, [row("", "no_such_address", NO_SUCH_ADDRESS)]);
}

/** Answers 405 to a method that no address of the interface accepts. */
export function answerUnknownMethod(reply: FastifyReply): FastifyReply {
  return sendErrors(reply.header("allow", METHODS_OF_CALLS), 405, [UNKNOWN_METHOD]);
}

function isBusy(error: unknown): boolean {
  return BUSY.test(codeOf(error)) || (error instanceof Error && BUSY_MESSAGE.test(error.message));
}

function codeOf(error: unknown): string {
  return errorCode(error) ?? "";
}

const METHODS_OF_CALLS = "GET, POST, PUT, DELETE";

const UNKNOWN_METHOD = row(
  "",
  "method_not_accepted",
  `No address accepts this method. Use one of ${METHODS_OF_CALLS}.`,
);

type Answer = readonly [status: number, row: ErrorRow, headers?: string];

/** The answers to requests that Node's HTTP parser refuses, by its error code. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    row("", "headers_too_large", "The headers are larger than 16 KiB together. Send fewer or shorter ones."),
  ],
  HPE_INVALID_METHOD: [405, UNKNOWN_METHOD, `Allow: ${METHODS_OF_CALLS}\r\n`],
  ERR_HTTP_REQUEST_TIMEOUT: [408, row("", "too_slow", "The request did not arrive in time. Send it again.")],
};

const MALFORMED: Answer = [400, row("", "malformed", "This is not a well-formed HTTP request.")];

/** Answers a request that Node could not parse, in the body that all errors share, and closes the connection. */
export function answerUnreadable(error: Error, socket: Duplex): void {
  const code = Reflect.get(error, "code");
  if (code === "ECONNRESET" || socket.destroyed || !socket.writable) return void socket.destroy();
  endWith(ANSWERS[String(code)] ?? MALFORMED, socket);
}

/** Refuses a client that takes the service for a proxy. */
export function refuseTunnel(_request: unknown, socket: Duplex): void {
  socket.on("error", () => socket.destroy());
  endWith([405, UNKNOWN_METHOD, `Allow: ${METHODS_OF_CALLS}\r\n`], socket);
}

/** Answers a request whose address is not a path, or that does not name one host: two programs could read it in two ways. */
export async function refuseMalformed(
  { raw, originalUrl }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host");
  // Probes of a balancer may be HTTP/1.0, which needs none.
  const isNamed = hosts.length === 1 || (hosts.length === 0 && raw.httpVersion === "1.0");
  const isWell = isNamed && originalUrl.startsWith("/");
  // An asynchronous hook ends the request by returning its reply.
  return isWell ? undefined : sendErrors(reply, MALFORMED[0], [MALFORMED[1]]);
}

function endWith([status, row, headers = ""]: Answer, socket: Duplex): void {
  const body = JSON.stringify(errorBody([row]));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}Content-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}
