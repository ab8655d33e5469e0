import "./compressed-pages.ts";
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, get, type IncomingMessage, type RequestListener } from "node:http";
import { type TestContext, test } from "node:test";
import { gunzipSync } from "node:zlib";

const PAGE = `<!doctype html><p>${"The Tempest ".repeat(200)}</p>`;

/** Answers a static page like Next: headers first, then all of it in one call. */
const answerPage =
  (page: string, hash: string | undefined, status = 200): RequestListener =>
  (_request, response) => {
    response.statusCode = status;
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.setHeader("Content-Length", Buffer.byteLength(page));
    if (hash !== undefined) response.setHeader("ETag", hash);
    response.end(page);
  };

test("sends a static page compressed, whole, with its own hash", async (context) => {
  const { headers, body } = await ask(context, answerPage(PAGE, '"whole"'), "/en/events/1?utm_source=poster");
  assert.equal(headers["content-encoding"], "gzip");
  assert.equal(headers.etag, '"whole"');
  assert.equal(headers["content-length"], String(body.length));
  assert.equal(gunzipSync(body).toString(), PAGE);
});

test("compresses a page once for each hash", async (context) => {
  const first = await ask(context, answerPage(PAGE, '"once"'), "/en");
  const second = await ask(context, answerPage("another page", '"once"'), "/en");
  assert.deepEqual(second.body, first.body);
  const elsewhere = await ask(context, answerPage("another page", '"once"'), "/en/events/2");
  assert.equal(gunzipSync(elsewhere.body).toString(), "another page");
  const newer = await ask(context, answerPage("a newer page", '"twice"'), "/en");
  assert.equal(gunzipSync(newer.body).toString(), "a newer page");
});

test("a compressor in front passes the page through unchanged", async (context) => {
  const seen: unknown[] = [];
  const layered: RequestListener = (request, response) => {
    const inner = response.end;
    response.end = function end(this: typeof response, ...parameters: unknown[]) {
      seen.push(parameters[0]);
      response.writeHead(response.statusCode);
      return Reflect.apply(inner, this, parameters);
    };
    answerPage(PAGE, '"layered"')(request, response);
  };
  const { headers, body } = await ask(context, layered, "/en/events/3");
  assert.equal(seen.length, 1);
  assert.deepEqual(seen[0], body);
  assert.equal(headers["content-encoding"], "gzip");
});

const UNTOUCHED: readonly (readonly [what: string, listener: RequestListener, path: string, accepted: string])[] = [
  ["for a visitor who takes no gzip", answerPage(PAGE, '"h"'), "/en", "identity"],
  ["for one who refuses gzip", answerPage(PAGE, '"h"'), "/en", "gzip;q=0, identity"],
  ["on a page that knows its visitor", answerPage(PAGE, '"h"'), "/en/checkout", "gzip"],
  ["without a hash", answerPage(PAGE, undefined), "/en", "gzip"],
  ["when there is no such page", answerPage(PAGE, '"h"', 404), "/en/events/9", "gzip"],
];

for (const [what, listener, path, accepted] of UNTOUCHED) {
  test(`nothing changes ${what}`, async (context) => {
    const { headers, body } = await ask(context, listener, path, accepted);
    assert.equal(headers["content-encoding"], undefined);
    assert.equal(body.toString(), PAGE);
  });
}

async function ask(context: TestContext, listener: RequestListener, path: string, accepted = "gzip, br") {
  const server = createServer(listener).listen(0, "127.0.0.1");
  context.after(() => server.close());
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  const request = get({
    host: "127.0.0.1",
    port: address.port,
    path,
    agent: false,
    headers: { "accept-encoding": accepted },
  });
  const [answer]: [IncomingMessage] = (await once(request, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return { headers: answer.headers, body: Buffer.concat(chunks) };
}
