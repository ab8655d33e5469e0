import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { startBuilt } from "#e2e/tools/built-storefront.ts";
import { fetchStorefront } from "#e2e/tools/fetch-storefront.ts";
import { SETTINGS, settingsInFrontOf } from "#e2e/tools/storefront-settings.ts";
import { startOtherService } from "#service/conformance/other-service/service.ts";
import { freePort } from "#service/conformance/other-service/storefront.ts";

const service = await startOtherService();
after(() => service.close());
const data = mkdtempSync(join(tmpdir(), "foyer-invented-"));
after(() => rmSync(data, { recursive: true, force: true }));
const [port, metricsPort] = await Promise.all([freePort(), freePort()]);
const { base, child, listens } = startBuilt(
  port,
  {
    ...SETTINGS,
    NODE_ENV: "production",
    FOYER_PAYMENTS: "fake",
    FOYER_ORIGIN: `http://localhost:${port}`,
    FOYER_DATA: data,
    ...settingsInFrontOf(service),
    METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
  },
  ["ignore", "pipe", "pipe"],
);
after(async () => {
  child.kill();
  await once(child, "exit");
});
let printed = "";
for (const stream of [child.stdout, child.stderr])
  stream?.on("data", (chunk) => {
    printed += chunk;
  });
assert.ok(await listens(), printed);

const get = (path: string, headers: Readonly<Record<string, string>> = {}) => fetchStorefront(base, { path, headers });

/** Returns how often a page was asked for that the cache did not have: each is rendered. */
async function renderedPages(): Promise<number> {
  const { body } = await fetchStorefront(`http://127.0.0.1:${metricsPort}`, { path: "/metrics" });
  const [, count = "0"] = /^foyer_storefront_page_cache_total\{result="missing"\} (\d+)/m.exec(String(body)) ?? [];
  return Number(count);
}

/** Sends a head unchanged, and returns the whole answer. */
async function send(head: string): Promise<string> {
  const socket = connect(port, "localhost");
  socket.write(`${head}\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

const INVENTED: readonly ((at: number) => string)[] = [
  (at) => `/en/nope${at}`,
  (at) => `/de/nope${at}.php`,
  (at) => `/xx/nope${at}`,
  (at) => `/nope${at}/a/b`,
  (at) => `/en/a/b/c/d/e/f/g/${at}`,
  (at) => `/en/events/${900_000_000 + at}`,
  (at) => `/en/events/x${at}`,
  (at) => `/en/events/${910_000_000 + at}/tickets`,
  (at) => `/en/groups/${900_000_000 + at}`,
  (at) => `/en/embed/nope${at}`,
  (at) => `/en/embed/events/${920_000_000 + at}`,
  (at) => `/en/calendar/${3_000 + at}-01`,
  (at) => `/en/calendar/2026-${13 + at}`,
  (at) => `/en/sales/nope${at}`,
  (at) => `/en/sales/nope${at}/pdf`,
  (at) => `/en/waiting-list/nope${at}`,
  (at) => `/en/partner/nope${at}`,
  (at) => `/en/promoter/nope${at}`,
  (at) => `/en/checkout/nope${at}`,
  (at) => `/.well-known/nope${at}`,
  (at) => `/api/nope${at}`,
  (at) => `/api/availability/${930_000_000 + at}`,
  (at) => `/en/events/${940_000_000 + at}/line`,
  (at) => `/api/line/${950_000_000 + at}`,
  (at) => `/api/line/${960_000_000 + at}/draw`,
  (at) => `/_next/static/chunks/nope${at}.js`,
  (at) => `/_next/image?url=%2Fnope${at}&w=640&q=75`,
  (at) => `/en/%E0%A4${at}`,
  (at) => `/en/nope${at}/%00`,
  (at) => `//evil${at}.example`,
  (at) => `/\\evil${at}.example`,
];

test("an invented address is answered with 404 by a page that is stored already, and no fault is logged", async () => {
  const logged = printed.length;
  // One page of each kind and language is rendered.
  for (const addressOf of INVENTED) await get(addressOf(0));
  const before = await renderedPages();
  for (const addressOf of INVENTED)
    for (const at of [1, 2, 3]) {
      const { status, where, body } = await get(addressOf(at));
      assert.equal(status, 404, where);
      assert.notEqual(String(body).trim(), "", where);
    }
  assert.equal(await renderedPages(), before);
  // Control: a page that exists is rendered once.
  await get("/es/calendar");
  assert.ok((await renderedPages()) > before);
  assert.doesNotMatch(printed.slice(logged), /"level":"(error|alarm)"/);
});

test("an almost right address leads to its page by one redirect, which repeats no text of others", async () => {
  const host = "Host: localhost";
  for (const [sent, meant] of [
    ["/calendar", "/en/calendar"],
    ["/ES/calendar?x=evil", "/es/calendar"],
    ["/en/calendar).", "/en/calendar"],
    ["/en/search%20?q=storm", "/en/search?q=storm"],
  ] as const) {
    const answer = await send(`GET ${sent} HTTP/1.1\r\n${host}:${port}`);
    assert.match(answer, /^HTTP\/1\.1 307 /, sent);
    assert.equal(/^location: (.*)\r$/im.exec(answer)?.[1], meant, sent);
    assert.doesNotMatch(answer, /evil/, sent);
    assert.equal((await get(meant)).status, 200, meant);
  }
});

test("the page script of an old build, or with a malformed state, gets an answer without a fault", async () => {
  const logged = printed.length;
  const states = ["%5B", "", encodeURIComponent('["",{"children":["nope",{}]}]'), "%E0%A4", "x".repeat(9_000)];
  for (const state of states)
    for (const path of ["/en", "/en/nope", "/en/events/900000001"])
      for (const extra of [{}, { "next-router-prefetch": "1" }, { "next-router-segment-prefetch": "/_nope" }]) {
        const headers = { rsc: "1", "next-router-state-tree": state, "x-deployment-id": "old", ...extra };
        const first = await get(path, headers);
        const { location } = first.headers;
        assert.match(location ?? "/", /^\/(?!\/)/, first.where);
        const last = location === undefined ? first : await get(location, headers);
        assert.ok(last.status < 500, last.where);
      }
  assert.doesNotMatch(printed.slice(logged), /"level":"(error|alarm)"/);
});

/** Headers of every answer, of pages and of those that do not come from the framework. */
const OF_ALL = [
  "x-content-type-options",
  "referrer-policy",
  "cross-origin-opener-policy",
  "permissions-policy",
  "x-frame-options",
];

test("odd requests are refused in words: none leads elsewhere, and none fails", async () => {
  const logged = printed.length;
  const host = "Host: localhost";
  for (const [head, status] of [
    [`GET /en HTTP/1.1\r\n${host}\r\nHost: evil.example`, 400],
    ["GET /en HTTP/1.1\r\nHost: evil.example:x", 400],
    ["GET http://evil.example/ HTTP/1.1\r\nHost: evil.example", 400],
    [`GET http://evil.example/en HTTP/1.1\r\n${host}`, 400],
    [`TRACE /en HTTP/1.1\r\n${host}`, 405],
    [`OPTIONS * HTTP/1.1\r\n${host}`, 405],
    [`PROPFIND /en HTTP/1.1\r\n${host}`, 405],
    ["CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443", 405],
    [`GET /${"x".repeat(20_000)} HTTP/1.1\r\n${host}`, 431],
    [`POST /en HTTP/1.1\r\n${host}\r\nContent-Length: 9999999`, 413],
    [`GET http://ada:secret@localhost:${port}/en HTTP/1.1\r\n${host}`, 400],
    [`PUT /en/cart HTTP/1.1\r\n${host}`, 405],
    [`DELETE /embed.js HTTP/1.1\r\n${host}`, 405],
    [`POST /embed.js HTTP/1.1\r\n${host}`, 405],
    [`OPTIONS /en HTTP/1.1\r\n${host}`, 405],
    [`POST /api/messages HTTP/1.1\r\n${host}\r\nOrigin: https://evil.example`, 403],
    ["GET /api/nope HTTP/1.1\r\nHost: localhost", 404],
  ] as const) {
    const answer = await send(head);
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*\r\n\r\n.{10,}`), head.slice(0, 80));
    for (const name of OF_ALL) assert.match(answer, new RegExp(`^${name}: `, "im"), `${name}: ${head.slice(0, 80)}`);
    assert.doesNotMatch(answer, /^location:/im, head.slice(0, 80));
  }
  for (const query of ["q=%00", "q=%E0%A4", "q=\\", `q=${"x".repeat(8_000)}`, "%", "a[b]=c&__proto__=1", "page=1e99"])
    for (const path of ["/en", "/en/search", "/en/cart", "/en/events/501", "/api/quote/501"]) {
      const { status, where } = await get(`${path}?${query}`);
      assert.ok(status < 500, where);
    }
  for (const forwarded of ["%", "evil.example", "a b", "[::1", "evil.example/x?y#z"])
    for (const path of ["/", "/en", "/en/cart"]) {
      const { status, headers, where } = await get(path, { "x-forwarded-host": forwarded, "x-forwarded-proto": "x" });
      assert.ok(status < 500, where);
      assert.doesNotMatch(headers.location ?? "", /evil/, where);
    }
  assert.doesNotMatch(printed.slice(logged), /"level":"(error|alarm)"/);
});

test("a range beyond a file, or a condition that does not hold, gets the whole file", async () => {
  const whole = await get("/embed.js");
  for (const headers of [
    { range: "bytes=99999999-" },
    { range: "bytes=5-2" },
    { range: "bytes=0-3", "if-range": '"x"' },
    { "if-match": '"x"' },
    { "if-unmodified-since": "Fri, 01 Jan 1999 00:00:00 GMT" },
  ]) {
    const { status, body, where } = await get("/embed.js", headers);
    assert.deepEqual([status, body.length], [200, whole.body.length], where);
  }
  assert.equal((await get("/embed.js", { "if-none-match": String(whole.headers.etag) })).status, 304, "the control");
});

test("every page has the headers of all answers too, once", async () => {
  for (const path of ["/en", "/en/cart", "/en/nope", "/api/health", "/embed.js"]) {
    const head = (await send(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}`)).split("\r\n\r\n", 1)[0] ?? "";
    for (const name of OF_ALL) assert.equal(head.match(new RegExp(`^${name}: `, "gim"))?.length, 1, `${path} ${name}`);
  }
});
