import "./around-requests.ts";
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, get, type IncomingMessage, type RequestListener } from "node:http";
import { type TestContext, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

const PAGE = `<!doctype html><p>${"The Tempest ".repeat(200)}</p>`;

/** Answers a stored page like Next: headers first, then all of it in one call. */
const answerPage =
  (
    page: string,
    version: string | undefined,
    { status = 200, type = "text/html; charset=utf-8" } = {},
  ): RequestListener =>
  (_request, response) => {
    response.statusCode = status;
    response.setHeader("Content-Type", type);
    response.setHeader("Content-Length", Buffer.byteLength(page));
    if (version !== undefined) response.setHeader("x-foyer-page-version", version);
    response.end(page);
  };

test("sends a stored page compressed, whole, with its version as its ETag", async (context) => {
  const { headers, body } = await ask(context, answerPage(PAGE, "whole"), {});
  assert.equal(headers["content-encoding"], "gzip");
  assert.equal(headers.etag, '"whole"');
  assert.equal(headers["x-foyer-page-version"], undefined);
  assert.equal(headers["content-length"], String(body.length));
  assert.equal(gunzipSync(body).toString(), PAGE);
});

for (const [accepted, encoding] of [
  ["gzip, deflate, br, zstd", "br"],
  ["br", "br"],
  ["br;q=0.5", "br"],
  ["gzip, br;q=0", "gzip"],
  ["gzip, brown", "gzip"],
] as const)
  test(`sends ${encoding} to a browser that takes ${accepted}`, async (context) => {
    const { headers, body } = await ask(context, answerPage(PAGE, "encoded"), { "accept-encoding": accepted });
    assert.deepEqual([headers["content-encoding"], headers.etag], [encoding, '"encoded"']);
    assert.equal(headers["content-length"], String(body.length));
    assert.equal((encoding === "br" ? brotliDecompressSync : gunzipSync)(body).toString(), PAGE);
  });

test("compresses a page once for each version", async (context) => {
  const first = await ask(context, answerPage(PAGE, "once"), {});
  const second = await ask(context, answerPage("another page", "once"), {});
  assert.deepEqual(second.body, first.body);
  const newer = await ask(context, answerPage("a newer page", "twice"), {});
  assert.equal(gunzipSync(newer.body).toString(), "a newer page");
});

for (const sent of ['"known"', 'W/"known"', '"older", "known"'])
  test(`answers 304 to a browser that has ${sent}`, async (context) => {
    const { status, headers, body } = await ask(context, answerPage(PAGE, "known"), { "if-none-match": sent });
    assert.deepEqual([status, body.length, headers.etag], [304, 0, '"known"']);
    assert.equal(headers["content-length"], undefined);
  });

test("sends the page to a browser that has another version, and to one that asks regardless", async (context) => {
  const other = await ask(context, answerPage(PAGE, "newer"), { "if-none-match": '"older"' });
  const reload = await ask(context, answerPage(PAGE, "newer"), {
    "if-none-match": '"newer"',
    "cache-control": "no-cache",
  });
  for (const { status, body } of [other, reload]) {
    assert.equal(status, 200);
    assert.equal(gunzipSync(body).toString(), PAGE);
  }
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
    answerPage(PAGE, "layered")(request, response);
  };
  const { headers, body } = await ask(context, layered, {});
  assert.equal(seen.length, 1);
  assert.deepEqual(seen[0], body);
  assert.equal(headers["content-encoding"], "gzip");
});

const UNTOUCHED: readonly (readonly [what: string, listener: RequestListener, accepted: string])[] = [
  ["for a visitor who takes no gzip", answerPage(PAGE, "h"), "identity"],
  ["for one who refuses gzip", answerPage(PAGE, "h"), "gzip;q=0, identity"],
  ["on a page that is not stored", answerPage(PAGE, undefined), "gzip"],
  ["when there is no such page", answerPage(PAGE, "h", { status: 404 }), "gzip"],
  ["for the router", answerPage(PAGE, "h", { type: "text/x-component" }), "gzip"],
];

for (const [what, listener, accepted] of UNTOUCHED) {
  test(`the body is the same ${what}`, async (context) => {
    const { headers, body } = await ask(context, listener, { "accept-encoding": accepted });
    assert.equal(headers["content-encoding"], undefined);
    assert.equal(headers["x-foyer-page-version"], undefined);
    assert.equal(body.toString(), PAGE);
  });
}

test("the version of a page is not sent with data that is no text", async (context) => {
  const { headers } = await ask(
    context,
    (_request, response) => {
      response.setHeader("x-foyer-page-version", "data");
      response.end(Buffer.from("1:{}"));
    },
    {},
  );
  assert.deepEqual([headers["x-foyer-page-version"], headers.etag], [undefined, undefined]);
});

async function ask(context: TestContext, listener: RequestListener, sent: Readonly<Record<string, string>>) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  context.after(() => server.close());
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  const request = get({
    host: "127.0.0.1",
    port: address.port,
    path: "/en",
    agent: false,
    headers: { "accept-encoding": "gzip", ...sent },
  });
  const [answer]: [IncomingMessage] = (await once(request, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks) };
}
