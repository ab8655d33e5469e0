import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { prepareRequest, strictTransportOf } from "./incoming-request.ts";

const ORIGIN = "https://tickets.example";
let isDirect = true;

/** Responds with what Next would receive. */
const server = createServer((message, response) => {
  const early = prepareRequest(message, { isDirect, origin: ORIGIN });
  const { host: _host, connection: _connection, ...headers } = message.headers;
  response.end(JSON.stringify({ early, url: message.url, headers }));
}).listen(0, "127.0.0.1");
await once(server, "listening");
after(() => server.close());
const { port } = server.address() as AddressInfo;

async function prepared(path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") {
  const sent = request({
    host: "127.0.0.1",
    port,
    agent: false,
    path,
    method,
    headers: { host: "localhost", ...headers },
  });
  sent.end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return JSON.parse(await text(answer)) as { early?: object; url: string; headers: Record<string, string> };
}

for (const [sent, seen] of [
  ["/en/events/%E0%A4%A", "/en/nowhere"],
  ["/%E0%A4%A?utm_source=x", "/nowhere"],
  ["/en/sales/%", "/en/nowhere"],
  ["/en/events/7?q=%E0%A4%A", "/en/events/7?q=%E0%A4%A"],
  ["/en/%E5%A4%AA%E9%83%8E", "/en/%E5%A4%AA%E9%83%8E"],
  ["http://elsewhere.example/en?page=2", "/en?page=2"],
  ["/favicon.ico", "/brand/favicon.ico"],
] as const)
  test(`the address ${sent} becomes ${seen}`, async () => {
    const { early, url } = await prepared(sent);
    assert.deepEqual([early, url], [undefined, seen]);
  });

test("a page at 127.0.0.1 is redirected to the shop's origin; other hosts and programs are answered", async () => {
  const at = async (host: string, path: string) => (await prepared(path, { host })).early;
  const to = (path: string) => ({ status: 307, location: `${ORIGIN}${path}` });
  assert.deepEqual(await at("127.0.0.1:4000", "/"), to("/"));
  assert.deepEqual(await at("127.0.0.1", "/en/events/7?date=3"), to("/en/events/7?date=3"));
  for (const [host, path] of [
    ["127.0.0.1:4000", "/api/health"],
    ["localhost:4000", "/en"],
    ["127.0.0.1.example", "/en"],
  ] as const)
    assert.equal(await at(host, path), undefined, host + path);
});

test("removes headers that the framework would trust, and keeps those of its pages", async () => {
  const own = {
    rsc: "1",
    "next-action": "4a",
    "next-url": "/en",
    "next-router-prefetch": "1",
    "x-forwarded-host": "a",
  };
  const forged = {
    "content-security-policy": "script-src 'nonce-abc'",
    "Content-Security-Policy-Report-Only": "script-src 'nonce-abc'",
    "x-forwarded-proto": "https",
    "x-invoke-path": "/en",
    "x-matched-path": "/en",
    "x-now-route-matches": "1",
    "x-nextjs-data": "1",
    "x-prerender-revalidate": "1",
    "next-resume": "1",
  };
  const { headers } = await prepared("/en", { ...own, ...forged });
  assert.deepEqual(headers, { ...own, "x-forwarded-for": "127.0.0.1" });
});

test("the visitor's address is that of the connection, unless a proxy of ours names it", async () => {
  const sent = { "x-forwarded-for": "198.51.100.7" };
  assert.equal((await prepared("/en", sent)).headers["x-forwarded-for"], "127.0.0.1");
  isDirect = false;
  assert.equal((await prepared("/en", sent)).headers["x-forwarded-for"], "198.51.100.7");
  isDirect = true;
});

test("refuses two hosts, TRACE, OPTIONS of everything, and addresses of other schemes", async () => {
  assert.deepEqual((await prepared("/en", {}, "TRACE")).early, { status: 405 });
  for (const [head, status] of [
    ["GET /en HTTP/1.1\r\nHost: localhost\r\nHost: other.example", 400],
    ["OPTIONS * HTTP/1.1\r\nHost: localhost", 405],
    ["GET ftp://localhost/en HTTP/1.1\r\nHost: localhost", 400],
  ] as const) {
    const socket = connect(port, "127.0.0.1");
    socket.write(`${head}\r\nConnection: close\r\n\r\n`);
    assert.match(await text(socket), new RegExp(`"status":${status}`), head);
  }
});

test("P03: production alone sends Strict-Transport-Security, for a year", () => {
  const sent = ["production", "uat", "sandbox", undefined].map(strictTransportOf);
  assert.deepEqual(sent, ["max-age=31536000", undefined, undefined, undefined]);
});
