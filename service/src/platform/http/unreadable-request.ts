import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { type ErrorRow, errorBody } from "./error-rows.ts";

export const METHODS_OF_CALLS = "GET, POST, PUT, DELETE";

export const UNKNOWN_METHOD: ErrorRow = {
  path: "",
  code: "METHOD",
  message: `No address accepts this method. Use one of ${METHODS_OF_CALLS}.`,
};

type Answer = readonly [status: number, row: ErrorRow, headers?: string];

/** The answers to requests that Node's HTTP parser refuses, by its error code. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    {
      path: "",
      code: "TOO_LARGE",
      message: "The headers are larger than 16 KiB together. Send fewer or shorter ones.",
    },
  ],
  HPE_INVALID_METHOD: [405, UNKNOWN_METHOD, `Allow: ${METHODS_OF_CALLS}\r\n`],
  ERR_HTTP_REQUEST_TIMEOUT: [
    408,
    { path: "", code: "BUSY", message: "The request did not arrive in time. Send it again." },
  ],
};

const MALFORMED: Answer = [400, { path: "", code: "TYPE", message: "This is not a well-formed HTTP request." }];

/** Answers a request that Node could not parse, in the body that all errors share, and closes the connection. */
export function answerUnreadable(error: Error, socket: Socket): void {
  const code = Reflect.get(error, "code");
  if (code === "ECONNRESET" || socket.destroyed || !socket.writable) return void socket.destroy();
  const [status, row, headers = ""] = ANSWERS[String(code)] ?? MALFORMED;
  const body = JSON.stringify(errorBody([row]));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}Content-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
}
