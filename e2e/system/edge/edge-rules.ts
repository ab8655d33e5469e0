import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { type RequestOptions, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { makeCertificates } from "#e2e/tools/certificates.ts";
import { freePort } from "#scripts/lib/ports.ts";
import { createEnterableFolder, type EdgeCommand, type EdgeSite, startShippedEdge } from "#scripts/testing/edge.ts";
import { testEmbeds } from "./embed-rules.ts";
import { testLogs } from "./log-rules.ts";
import { assertOddAnswer, ODD_REQUESTS, sendHead } from "./odd-requests.ts";
import {
  type Answer,
  answered,
  assertUnavailable,
  DROPPED_PATH,
  FORGED,
  LANGUAGE_OF,
  OF_ORDER_PAGE,
  ORDER_LINK,
  REFUSED_PATH,
  REQUESTS,
  SILENT_PATH,
  startRecordingStorefront,
  UNKNOWN_ACTION_PATH,
} from "./requests.ts";

const BODY_MAX = 1024 * 1024;
const ANSWER_SECONDS = 5;
/** Visitors of different networks, so many that chance does not give all of them the same storefront. */
export const VISITORS = Array.from({ length: 60 }, (_, at) => ({ family: 4, localAddress: `127.0.${at}.1` }));

/** Makes every test that both shipped edges must pass, and returns what the tests of one alone need. */
export function testEdge(installed: (site: EdgeSite) => EdgeCommand) {
  const folder = createEnterableFolder(mkdtempSync(join(tmpdir(), "foyer-edge-")));
  const kept = join(folder, "edge", "www", "_next", "static", "chunks");
  let storefront: Awaited<ReturnType<typeof startRecordingStorefront>>;
  let other: Awaited<ReturnType<typeof startRecordingStorefront>>;
  let edge: Awaited<ReturnType<typeof startShippedEdge>>;
  let ca: Buffer;
  let plainPort = 0;

  before(async () => {
    const tls = await makeCertificates();
    after(() => rmSync(tls.folder, { recursive: true, force: true }));
    ca = readFileSync(tls.ca);
    storefront = await startRecordingStorefront({ files: ["/_next/static/chunks/new.js"] });
    other = await startRecordingStorefront({
      files: ["/_next/static/chunks/new.js", "/_next/static/chunks/newest.js"],
    });
    const taken = new Set([storefront.port, other.port]);
    const port = await freePort(0, taken);
    plainPort = await freePort(0, new Set([...taken, port]));
    const site = {
      folder: join(folder, "edge"),
      name: "localhost",
      port,
      plainPort,
      storefronts: [storefront.port, other.port] as const,
      certificateFile: join(tls.folder, "server.pem"),
      keyFile: join(tls.folder, "server-key.pem"),
      answerSeconds: ANSWER_SECONDS,
    };
    edge = await startShippedEdge(installed(site), site);
    createEnterableFolder(join(folder, "edge", "www"));
    mkdirSync(kept, { recursive: true });
    writeFileSync(join(kept, "old.js"), "old build");
  });
  after(async () => {
    // Where the edge did not start, the tests fail with its reason, and nothing keeps this process.
    await Promise.all([edge, storefront, other].map((one) => one?.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  const receivedByEach = () => [storefront.received, other.received];
  const received = () => receivedByEach().flat();
  const logs = () =>
    readdirSync(join(folder, "edge", "log"))
      .map((name) => readFileSync(join(folder, "edge", "log", name), "utf8"))
      .join("");
  const last = (path: string) => storefront.last(path) ?? other.last(path);

  function ask(path: string, options: RequestOptions = {}, body?: Buffer): Promise<Answer> {
    return answered(request(new URL(path, edge.url), { ca, agent: false, ...options }), body);
  }

  /** Runs the work while both storefronts are stopped, and waits until the edge finds them again. */
  async function withoutStorefronts<T>(work: () => Promise<T>): Promise<T> {
    const ports = [storefront.port, other.port];
    await Promise.all([storefront.close(), other.close()]);
    try {
      return await work();
    } finally {
      storefront = await startRecordingStorefront({ port: ports[0] ?? 0 });
      other = await startRecordingStorefront({ port: ports[1] ?? 0 });
      const path = "/en/cart?found-again";
      for (let tries = 0; !receivedByEach().every((all) => all.some((one) => one.path === path)); tries += 1) {
        assert.ok(tries < 50, "the edge finds the storefronts again");
        await Promise.all(VISITORS.map((visitor) => ask(path, visitor)));
        await pause(100);
      }
    }
  }

  test("a name over plain http is sent to https", async () => {
    const answer = await answered(requestHttp(`http://localhost:${plainPort}/en?a=b`, { agent: false }));
    assert.equal(answer.status, 308);
    assert.equal(answer.headers.location, `${edge.url}/en?a=b`);
  });

  test("every answer has HSTS once, and none names the program", async () => {
    for (const path of [
      "/en/cart",
      "/en",
      "/_next/static/chunks/new.js",
      "/_next/static/chunks/old.js",
      "/en/missing",
    ]) {
      const { headers } = await ask(path);
      assert.equal(headers["strict-transport-security"], "max-age=31536000", path);
      assert.doesNotMatch(String(headers.server ?? ""), /\d/, path);
    }
  });

  for (const [head, isRefused] of ODD_REQUESTS)
    test(`${isRefused ? "refuses" : "sends nowhere else"}: ${JSON.stringify(head.slice(0, 80))}`, async () => {
      const answer = await sendHead(Number(new URL(edge.url).port), ca, head);
      assertOddAnswer(answer, isRefused);
    });

  test("headers that steer the framework, or name another client, are removed", async () => {
    await ask("/en/cart?forged", { headers: FORGED });
    const { headers } = last("/en/cart?forged") ?? assert.fail("nothing arrived");
    assert.deepEqual(
      Object.keys(FORGED).filter((name) => name in headers),
      [],
    );
  });

  test("the last address of X-Forwarded-For, and -Proto, -Host and X-Request-Id are the edge's own", async () => {
    const forged = {
      "x-forwarded-for": "203.0.113.9",
      "x-forwarded-proto": "http",
      "x-forwarded-host": "evil.example",
      "x-request-id": "chosen by the caller",
    };
    await ask("/en/cart?forwarded", { headers: forged });
    const { headers } = last("/en/cart?forwarded") ?? assert.fail("nothing arrived");
    assert.match(String(headers["x-forwarded-for"]), /^203\.0\.113\.9, (127\.0\.0\.1|::1)$/);
    assert.equal(headers["x-forwarded-proto"], "https");
    assert.match(String(headers["x-forwarded-host"]), /^localhost(:\d+)?$/);
    assert.match(String(headers["x-request-id"]), /^[\da-f-]{32,36}$/);
  });

  test("RSC is for reads alone", async () => {
    await ask("/en/cart?read", { headers: { rsc: "1" } });
    assert.equal(last("/en/cart?read")?.headers.rsc, "1");
    await ask("/en/cart?write", { method: "POST", headers: { rsc: "1" } });
    assert.equal("rsc" in (last("/en/cart?write")?.headers ?? {}), false);
  });

  test("a body of the limit arrives whole; a larger one gets 413 and does not arrive, with and without a length", async () => {
    const largest = await ask("/en/cart?largest", { method: "POST" }, Buffer.alloc(BODY_MAX));
    assert.deepEqual([largest.status, last("/en/cart?largest")?.bytes], [200, BODY_MAX]);
    const larger = Buffer.alloc(BODY_MAX + 1);
    // The edge answers before the body, and closes: a body on its way would be lost with the answer.
    const headers = { "content-length": larger.length };
    const announced = request(new URL("/en/cart?larger", edge.url), { ca, agent: false, method: "POST", headers });
    announced.flushHeaders();
    const [refusal] = (await once(announced, "response")) as [IncomingMessage];
    assert.equal(refusal.statusCode, 413);
    announced.on("error", () => {}).destroy();
    const chunked = { "transfer-encoding": "chunked" };
    assert.equal((await ask("/en/cart?chunked", { method: "POST", headers: chunked }, larger)).status, 413);
    assert.equal(last("/en/cart?larger"), undefined);
    assert.ok((last("/en/cart?chunked")?.bytes ?? 0) <= BODY_MAX);
  });

  test("a body goes to the storefront as it arrives, which limits its whole time", async () => {
    const path = "/en/cart?in-two-pieces";
    const sent = request(new URL(path, edge.url), {
      ca,
      agent: false,
      method: "POST",
      headers: { "content-length": 4 },
    });
    sent.write("ab");
    for (let tries = 0; ![storefront, other].some((one) => one.hasBegun(path)); tries += 1) {
      assert.ok(tries < 100, "the first piece arrives before the second is sent");
      await pause(50);
    }
    const answer = answered(sent, Buffer.from("cd"));
    assert.equal((await answer).status, 200);
    assert.equal(last(path)?.bytes, 4);
  });

  test("chunks of the build before are served from the files that an upgrade keeps", async () => {
    const old = await ask("/_next/static/chunks/old.js");
    assert.deepEqual([old.status, old.body], [200, "old build"]);
    assert.match(String(old.headers["cache-control"]), /immutable/);
    assert.match(String(old.headers["content-type"]), /javascript/);
    assert.equal((await ask("/_next/static/chunks/none.js")).status, 404);
  });

  test("a visitor stays with one storefront, and visitors are spread over both", async () => {
    const used = new Set<unknown>();
    for (const visitor of VISITORS) {
      const paths = [1, 2].map((nth) => `/en/cart?visitor-${visitor.localAddress}-${nth}`);
      for (const path of paths) assert.equal((await ask(path, visitor)).status, 200);
      const asked = [storefront, other].filter((one) => paths.some((path) => one.last(path) !== undefined));
      assert.equal(asked.length, 1, visitor.localAddress);
      used.add(asked[0]);
    }
    assert.equal(used.size, 2);
  });

  test("a storefront that refuses connections is replaced by the other one", async () => {
    const { port } = other;
    await other.close();
    try {
      for (const visitor of VISITORS) assert.equal((await ask("/en/cart?one-of-two", visitor)).status, 200);
    } finally {
      other = await startRecordingStorefront({ port });
    }
  });

  test("while one storefront is stopped, a connection that the other one drops costs that request alone", async () => {
    const { port } = other;
    await other.close();
    try {
      assert.equal((await ask(DROPPED_PATH)).status, 502);
      for (const visitor of VISITORS) assert.equal((await ask("/en/cart?after-drop", visitor)).status, 200);
    } finally {
      other = await startRecordingStorefront({ port });
    }
  });

  test("a request whose storefront dies or is silent is answered in words, and is not sent again", async () => {
    for (const path of [DROPPED_PATH, SILENT_PATH]) {
      const count = () => received().filter((one) => one.path === path && one.method === "POST").length;
      const before = count();
      assertUnavailable(await ask(path, { method: "POST" }), path);
      assert.equal(count(), before + 1, path);
    }
    const { status, body } = await ask(REFUSED_PATH, { method: "POST" });
    assert.deepEqual([status, body], [503, "the storefront's own words"]);
  });

  test("a form without a script whose action is unknown leads to a page that says so; a script reads the framework's answer", async () => {
    const form = {
      method: "POST",
      headers: { accept: "text/html,*/*", "content-type": "multipart/form-data; boundary=x" },
    };
    const { status, headers } = await ask(UNKNOWN_ACTION_PATH, form);
    assert.deepEqual([status, headers.location], [303, "/de/out-of-date"]);
    const called = await ask(UNKNOWN_ACTION_PATH, { ...form, headers: { ...form.headers, "next-action": "4a" } });
    assert.deepEqual(
      [called.status, called.headers["x-nextjs-action-not-found"], called.body],
      [409, "1", "unavailable"],
    );
  });

  test("without a storefront each method at each address gets the edge's own page, in the language of the address", async () => {
    const { without, languages } = await withoutStorefronts(async () => {
      const without = await Promise.all(
        REQUESTS.map(async ({ path, options, body, ...rest }) => ({ ...rest, answer: await ask(path, options, body) })),
      );
      const languages = await Promise.all(
        LANGUAGE_OF.map(async ([path]) => [path, (await ask(path, { method: "POST" })).headers["content-language"]]),
      );
      await ask(ORDER_LINK, { headers: OF_ORDER_PAGE });
      return { without, languages };
    });
    for (const { what, answer } of without) assertUnavailable(answer, what);
    assert.deepEqual(languages, LANGUAGE_OF);
  });

  testEmbeds({ ask, last });
  testLogs({ ask, logs, plainPort: () => plainPort, edge: () => edge, ca: () => ca });

  test("pages are served while no storefront is ready to sell", async () => {
    assert.equal((await ask("/api/ready")).status, 503, "the storefronts say so");
    for (const path of ["/en", "/en/events/7", "/en/cart", "/en/checkout/pay/checking"])
      for (const visitor of VISITORS.slice(0, 10)) assert.equal((await ask(path, visitor)).status, 200, path);
  });

  return { ask, received, receivedByEach, withoutStorefronts, storefronts: () => [storefront, other] as const };
}
