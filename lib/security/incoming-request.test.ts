import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { cookieName } from "#lib/security/cookie-names.ts";
import { readAddresses } from "#lib/security/requests/addresses.ts";
import { readAddressCorrections } from "#lib/security/requests/corrected-address.ts";
import { type EarlyAnswer, headersOfEnvironment, prepareRequest } from "./incoming-request.ts";

const ORIGIN = "https://tickets.example";
let isDirect = true;
let ourOrigin = ORIGIN;
const kindOf = readAddresses(process.cwd());
const correctedAddress = readAddressCorrections(process.cwd());

/** Responds with what Next would receive. */
const server = createServer({ requireHostHeader: false }, (message, response) => {
  const early = prepareRequest(message, { isDirect, origin: ourOrigin, kindOf, correctedAddress });
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
  return JSON.parse(await text(answer)) as { early?: EarlyAnswer; url: string; headers: Record<string, string> };
}

for (const [sent, seen] of [
  ["/en/events/%E0%A4%A", "/en/nowhere"],
  ["/%E0%A4%A?utm_source=x", "/de/nowhere?utm_source=x"],
  ["/en/sales/%", "/en/nowhere"],
  ["/en/events/7?q=%E0%A4%A", "/en/events/7?q=%E0%A4%A"],
  ["/en/sales/%E5%A4%AA%E9%83%8E", "/en/sales/%E5%A4%AA%E9%83%8E"],
  ["https://tickets.example/en?page=2", "/en?page=2"],
  ["/favicon.ico", "/brand/favicon.ico"],
  ["/order-worker.js", "/order-worker.js"],
  ["/en/", "/en/"],
  ["/en/501", "/en/501"],
  ["/ja/embed/events/7", "/ja/embed/events/7"],
  // Nothing can be there: one page answers for all of them.
  ["/en/nope?a=b", "/en/nowhere?a=b"],
  ["/de/nope.php", "/de/nowhere"],
  ["/de/promoter/nope", "/de/nowhere"],
  ["/en/a/b/c/d/e", "/en/nowhere"],
  ["/en/events/07", "/en/nowhere"],
  ["/en/events/7/nope", "/en/nowhere"],
  ["/en/calendar/2026-13", "/en/nowhere"],
  ["/fr/embed/nope", "/fr/embed/events/0"],
  // In the language of the browser, where the address has none of ours.
  ["/ja/events/7", "/de/nowhere"],
  ["/wp-login.php", "/de/nowhere"],
  ["/.well-known/nope", "/de/nowhere"],
  // Never a redirect to what a browser takes for the name of a host.
  ["//evil.example", "/de/nowhere"],
  ["//evil.example/..", "/de/nowhere"],
  ["/\\evil.example", "/de/nowhere"],
  ["/%5Cevil.example", "/de/nowhere"],
  ["/en//evil.example", "/en/nowhere"],
  ["/en/%2F%2Fevil.example", "/en/nowhere"],
  ["/en/sales/%00", "/en/nowhere"],
  ["/en/sales/a%0d%0ab", "/en/nowhere"],
  ["/en/events/7?next=//evil.example", "/en/events/7?next=//evil.example"],
] as const)
  test(`the address ${sent} becomes ${seen}`, async () => {
    const { early, url } = await prepared(sent, { "accept-language": "ja, de-AT;q=0.8" });
    assert.deepEqual([early, url], [undefined, seen]);
  });

test("below the promoters' pages, what is not there is answered by theirs for a promoter", async () => {
  const at = async (path: string, cookie: string) => (await prepared(path, { cookie })).url;
  const promoter = `foyer-allowed=1; ${cookieName("foyer-promoter", ORIGIN)}=sealed`;
  assert.equal(await at("/fr/promoter/nope?a=b", promoter), "/fr/promoter/nowhere?a=b");
  assert.equal(await at("/fr/promoters/nope", promoter), "/fr/nowhere");
  assert.equal(await at("/fr/promoter/nope", "foyer-allowed=1"), "/fr/nowhere");
});

test("an almost right address is redirected once, and only for who reads", async () => {
  const at = async (path: string, method = "GET") => (await prepared(path, {}, method)).early;
  const to = (path: string) => ({ status: 307, headers: { Location: path } });
  for (const path of ["/events/7", "/EN/events/7", "/en/events/7.", "/en/events/7%20"])
    assert.deepEqual(await at(path), to("/en/events/7"), path);
  assert.equal(await at("/EN/events/7", "POST"), undefined);
  for (const path of ["/en/events/7", "//evil.example", "/\\evil.example", "/en/%2F%2Fevil.example", "/nope."])
    assert.equal(await at(path), undefined, path);
});

test("a page at 127.0.0.1 is redirected to the shop's origin; other hosts and programs are answered", async () => {
  const at = async (host: string, path: string) => (await prepared(path, { host })).early;
  const to = (path: string) => ({ status: 307, headers: { Location: `${ORIGIN}${path}` } });
  assert.deepEqual(await at("127.0.0.1:4000", "/"), to("/"));
  assert.deepEqual(await at("127.0.0.1", "/en/events/7?date=3"), to("/en/events/7?date=3"));
  for (const [host, path] of [
    ["127.0.0.1:4000", "/api/health"],
    ["localhost:4000", "/en"],
    ["127.0.0.1.example", "/en"],
  ] as const)
    assert.equal(await at(host, path), undefined, host + path);
});

test("a shop whose origin is at 127.0.0.1 is answered there, and not redirected to itself", async () => {
  ourOrigin = "http://127.0.0.1:4000";
  assert.equal((await prepared("/en", { host: "127.0.0.1:4000" })).early, undefined);
  ourOrigin = ORIGIN;
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

test("no part of a file is asked for, and no condition that could fail: an answer is whole, or unchanged", async () => {
  const conditions = { range: "bytes=99999999-", "if-range": '"a"', "if-match": '"a"', "if-unmodified-since": "x" };
  const kept = { "if-none-match": '"a"', "if-modified-since": "x" };
  const { headers } = await prepared("/embed.js", { ...conditions, ...kept });
  assert.deepEqual(headers, { ...kept, "x-forwarded-for": "127.0.0.1" });
});

test("the last address is that of the connection, unless a proxy of ours names it", async () => {
  const sent = { "x-forwarded-for": "198.51.100.7" };
  assert.equal((await prepared("/en", sent)).headers["x-forwarded-for"], "198.51.100.7, 127.0.0.1");
  isDirect = false;
  assert.equal((await prepared("/en", sent)).headers["x-forwarded-for"], "198.51.100.7");
  isDirect = true;
});

test("a probe of HTTP/1.0 needs no Host", async () => {
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /api/ready HTTP/1.0\r\n\r\n");
  assert.match(await text(socket), /"url":"\/api\/ready"/);
});

test("refuses methods that no page has, and names those that it accepts", async () => {
  for (const method of ["TRACE", "PROPFIND", "PURGE", "LINK", "QUERY"]) {
    const { early } = await prepared("/en", {}, method);
    assert.equal(early?.status, 405, method);
    assert.match(`${early?.words} ${early?.headers?.Allow}`, /accepts GET.* GET, HEAD, POST/);
  }
});

test("PUT, PATCH and DELETE are for route handlers alone: pages and files name what they accept", async () => {
  for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"]) {
    for (const path of ["/en", "/en/cart", "/en/events/7", "/en/nope", "/xx"]) {
      const { early } = await prepared(path, {}, method);
      assert.deepEqual([early?.status, early?.headers?.Allow], [405, "GET, HEAD, POST"], `${method} ${path}`);
    }
    const { early } = await prepared("/embed.js", {}, method);
    assert.deepEqual([early?.status, early?.headers?.Allow], [405, "GET, HEAD"], method);
    for (const path of ["/api/health", "/reserve", "/api/wallet/apple/v1/devices/a/registrations/b/c"])
      assert.equal((await prepared(path, {}, method)).early, undefined, `${method} ${path}`);
  }
});

for (const [head, status] of [
  ["GET /en HTTP/1.1\r\nHost: localhost\r\nHost: other.example", 400],
  ["GET /en HTTP/1.1", 400],
  ["GET /en HTTP/1.1\r\nHost: evil.example/@localhost", 400],
  ["GET /en HTTP/1.1\r\nHost: [::1", 400],
  ["GET /en HTTP/1.1\r\nHost: localhost:4000:1", 400],
  ["OPTIONS * HTTP/1.1\r\nHost: localhost", 405],
  ["GET ftp://localhost/en HTTP/1.1\r\nHost: localhost", 400],
  ["GET http://evil.example/ HTTP/1.1\r\nHost: tickets.example", 400],
  ["GET https://tickets.example@evil.example/ HTTP/1.1\r\nHost: tickets.example", 400],
  ["GET /en#x HTTP/1.1\r\nHost: localhost", 400],
  ["GET https://ada:secret@tickets.example/en HTTP/1.1\r\nHost: tickets.example", 400],
  ["GET https://ada@tickets.example/en HTTP/1.1\r\nHost: tickets.example", 400],
  ["POST /en HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1048577", 413],
  ["GET /_next/static/chunks/nope.js HTTP/1.1\r\nHost: localhost", 404],
  ["GET /_next/image?url=%2Fx&w=64&q=75 HTTP/1.1\r\nHost: localhost", 404],
  ["GET /api/nope HTTP/1.1\r\nHost: localhost", 404],
] as const)
  test(`answers ${JSON.stringify(head)} with ${status} in words`, async () => {
    const socket = connect(port, "127.0.0.1");
    socket.write(`${head}\r\nConnection: close\r\n\r\n`);
    assert.match(await text(socket), new RegExp(`"status":${status},"words":".{10,}"`));
  });

test("P03: production alone sends Strict-Transport-Security, for a year", () => {
  assert.equal(headersOfEnvironment("production")["Strict-Transport-Security"], "max-age=31536000");
  for (const other of ["uat", "sandbox", undefined])
    assert.equal(headersOfEnvironment(other)["Strict-Transport-Security"], undefined, other);
});

test("Strict-Transport-Security is for the names below the shop's where the setting says so", () => {
  const sent = (subdomains: string) => headersOfEnvironment("production", subdomains)["Strict-Transport-Security"];
  assert.equal(sent("1"), "max-age=31536000; includeSubDomains");
  assert.equal(sent("0"), "max-age=31536000");
  assert.equal(headersOfEnvironment("sandbox", "1")["Strict-Transport-Security"], undefined);
});

test("every answer of a test system says that no search engine may list it", () => {
  for (const environment of ["uat", "sandbox", undefined])
    assert.equal(headersOfEnvironment(environment)["X-Robots-Tag"], "noindex, nofollow", environment);
  assert.equal(headersOfEnvironment("production")["X-Robots-Tag"], undefined);
});

test("route handlers read their bodies themselves, pages do not, and files have none", () => {
  for (const path of ["/reserve", "/api/messages", "/en/find-tickets/forget", "/api/offering/12", "/api/auth/session"])
    assert.equal(kindOf(path), "route", path);
  assert.equal(kindOf("/api/auth/callback/password"), "route");
  for (const path of ["/api/auth", "/api/auth/_log", "/api/auth/a/b/c"]) assert.equal(kindOf(path), undefined, path);
  for (const path of ["/en", "/en/cart", "/en/events/12", "/en/find-tickets", "/en/sales/x/refund"])
    assert.equal(kindOf(path), "page", path);
  for (const path of ["/embed.js", "/order-worker.js"]) assert.equal(kindOf(path), "file", path);
});
