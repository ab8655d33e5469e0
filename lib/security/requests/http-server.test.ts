import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { createHttpServer, sendEarly } from "./http-server.ts";

const SOON = { headersMs: 300, requestMs: 300, checkMs: 20, keepAliveMs: 5_000 };

/** A server that answers once the body has arrived. */
async function listening(make: (answer: Parameters<typeof createHttpServer>[0]) => Server): Promise<number> {
  const server = make((request, response) => {
    request.resume().on("end", () => response.end("served"));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const guarded = await listening((answer) => createHttpServer(answer, SOON, { "X-Of-All": "yes" }, false));
const plain = await listening((answer) => createServer(answer));

/** Sends a text unchanged, and returns all that is answered until the connection ends. */
function send(sent: string, port = guarded): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(sent);
  return text(socket);
}

const GET = "GET /en HTTP/1.1\r\nHost: a\r\n";
const POST = "POST /en HTTP/1.1\r\nHost: a\r\n";

test("a body and headers that trickle end with 408 in words, and other visitors are served meanwhile", async () => {
  const slow = [
    `${POST}Content-Length: 100\r\n\r\nabc`,
    `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n`,
    `${GET}X-A: `,
    // The second request of a connection.
    `${GET}\r\n${POST}Content-Length: 100\r\n\r\nabc`,
  ].map((sent) => send(sent));
  assert.match(await send(`${GET}Connection: close\r\n\r\n`), /^X-Of-All: yes\r$[\s\S]*served/m);
  for (const answer of await Promise.all(slow)) assert.match(answer, /HTTP\/1\.1 408 .*did not arrive in time/s);
});

test("an answer to a form whose body is not read leaves the connection to the next request", async () => {
  const early = await listening((answer) =>
    createHttpServer(
      (request, response) =>
        request.method === "POST"
          ? sendEarly(response, { status: 307, headers: { Location: "/en?again" } })
          : answer(request, response),
      { headersMs: 60_000, requestMs: 60_000, checkMs: 1_000, keepAliveMs: 5_000 },
      {},
      false,
    ),
  );
  const body = "x".repeat(1024 * 1024);
  const answers = await send(
    `${POST}Content-Length: ${body.length}\r\n\r\n${body}${GET}Connection: close\r\n\r\n`,
    early,
  );
  assert.match(answers, /^HTTP\/1\.1 307 [\s\S]*Location: \/en\?again\r\n[\s\S]*HTTP\/1\.1 200 [\s\S]*served/);
  const withoutBody = await send(`${POST}Content-Length: ${body.length}\r\n\r\n`, early);
  assert.match(withoutBody, /^HTTP\/1\.1 307 [\s\S]*Connection: close\r\n/, "a body that does not come is not awaited");
});

for (const [sent, status, words] of [
  ["CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n", 405, "GET, HEAD, POST"],
  ["FROBNICATE /en HTTP/1.1\r\nHost: a\r\n\r\n", 405, "GET, HEAD, POST"],
  [`${GET}no colon\r\n\r\n`, 400, "well-formed"],
  ["GET  HTTP/1.1\r\n\r\n", 400, "well-formed"],
  ["\u0016\u0003\u0001 a hello of TLS\r\n\r\n", 405, "GET, HEAD, POST"],
  [`${POST}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n`, 400, "well-formed"],
  [`GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, "16 KiB"],
] as const)
  test(`answers ${status} in words: ${JSON.stringify(sent.slice(0, 60))}`, async () => {
    const answer = await send(sent);
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*\r\n\r\n[\\s\\S]*${words}`));
    assert.match(answer, /^Cache-Control: no-store\r\nContent-Type: text\/plain; charset=utf-8\r$/m);
    assert.match(answer, /^X-Of-All: yes\r$/m);
  });

test("control: Node alone closes a tunnel without an answer, and refuses without words", async () => {
  assert.equal(await send("CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n", plain), "");
  assert.match(
    await send(`${GET}no colon\r\n\r\n`, plain),
    /^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n\r\n$/,
  );
});
