import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { connect } from "node:tls";

const HOST = "Host: localhost";

/** Requests that no browser sends, and whether an edge must refuse them itself. The others a storefront answers. */
export const ODD_REQUESTS: readonly (readonly [head: string, isRefused: boolean])[] = [
  [`GET /en HTTP/1.1\r\n${HOST}\r\nHost: evil.example`, true],
  ["GET /en HTTP/1.1", true],
  ["GET /en HTTP/1.1\r\nHost: evil.example", true],
  ["GET http://evil.example/ HTTP/1.1\r\nHost: evil.example", true],
  ["GET http://evil.example/en HTTP/1.1\r\nHost: localhost", true],
  ["GET ftp://localhost/en HTTP/1.1\r\nHost: localhost", false],
  [`TRACE /en HTTP/1.1\r\n${HOST}`, false],
  [`OPTIONS * HTTP/1.1\r\n${HOST}`, false],
  ["CONNECT localhost:443 HTTP/1.1\r\nHost: localhost:443", true],
  ["CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443", true],
  [`PROPFIND /en HTTP/1.1\r\n${HOST}`, false],
  [`FROBNICATE /en HTTP/1.1\r\n${HOST}`, true],
  [`GET /en/${"x".repeat(70_000)} HTTP/1.1\r\n${HOST}`, false],
  [`GET /en/%E0%A4 HTTP/1.1\r\n${HOST}`, false],
  [`GET /en/% HTTP/1.1\r\n${HOST}`, false],
  [`GET /en/%00 HTTP/1.1\r\n${HOST}`, false],
  [`GET //evil.example HTTP/1.1\r\n${HOST}`, false],
  [`GET //evil.example/.. HTTP/1.1\r\n${HOST}`, false],
  [`GET /\\evil.example HTTP/1.1\r\n${HOST}`, false],
  [`GET /%5Cevil.example HTTP/1.1\r\n${HOST}`, false],
  [`GET /en/../../evil.example HTTP/1.1\r\n${HOST}`, false],
  [`GET /en?next=%00%0d%0aLocation:%20https://evil.example HTTP/1.1\r\n${HOST}`, false],
];

/** Sends a head unchanged over TLS, and returns the status, the head and the body of the answer. */
export async function sendHead(port: number, ca: Buffer, head: string) {
  const socket = connect({ port, host: "127.0.0.1", servername: "localhost", ca, ALPNProtocols: ["http/1.1"] });
  socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  const [answer = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { status: Number(answer.slice(9, 12)), answer, body };
}

/** Asserts that an answer refuses in words, or that the storefront gave it: never a redirect elsewhere, never a fault. */
export function assertOddAnswer(
  { status, answer, body }: Awaited<ReturnType<typeof sendHead>>,
  isRefused: boolean,
): void {
  assert.ok(status >= 200 && status < 500, answer);
  if (isRefused) assert.ok(status >= 400 && body.trim() !== "", answer);
  assert.doesNotMatch(answer, /^location:.*evil/im);
}
