import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, get, type IncomingMessage, type RequestListener } from "node:http";
import { type TestContext, test } from "node:test";
import { markUnanswered } from "#lib/request-id.ts";
import "./around-requests.ts";
import { markUnavailable } from "./incoming-requests.ts";

const ADDRESSES: readonly (readonly [sent: string, seen: string])[] = [
  ["/en/events/%E0%A4%A", "/nowhere"],
  ["/%E0%A4%A?utm_source=x", "/nowhere"],
  ["/en/sales/%", "/nowhere"],
  ["/en/events/7?q=%E0%A4%A", "/en/events/7?q=%E0%A4%A"],
  ["/en/%E5%A4%AA%E9%83%8E", "/en/%E5%A4%AA%E9%83%8E"],
];

for (const [sent, seen] of ADDRESSES) {
  test(`the URL ${sent} becomes ${seen}`, async (context) => {
    const options = { path: sent, headers: { host: "localhost" } };
    const { body } = await ask(context, options, (request, response) => response.end(request.url));
    assert.equal(body, seen);
  });
}

const MOVED: readonly (readonly [host: string, sent: string, seen: string])[] = [
  ["127.0.0.1:4000", "/", "/api/localhost"],
  ["127.0.0.1", "/?utm_source=x", "/api/localhost?utm_source=x"],
  ["127.0.0.1:4000", "/en/events/7?date=3", "/api/localhost/en/events/7?date=3"],
  ["127.0.0.1:4000", "/api/health", "/api/health"],
  ["localhost:4000", "/en/events/7", "/en/events/7"],
  ["127.0.0.1.example", "/en", "/en"],
  ["localhost:4000", "/favicon.ico", "/brand/favicon.ico"],
];

for (const [host, sent, seen] of MOVED) {
  test(`${sent} at ${host} is answered by ${seen}`, async (context) => {
    const options = { path: sent, headers: { host } };
    const { body } = await ask(context, options, (request, response) => response.end(request.url));
    assert.equal(body, seen);
  });
}

test("removes headers that the framework would trust, and keeps those of its pages", async (context) => {
  const own = {
    rsc: "1",
    "next-action": "4a",
    "next-url": "/en",
    "next-router-prefetch": "1",
    "x-forwarded-for": "127.0.0.1",
  };
  const forged = {
    "content-security-policy": "script-src 'nonce-abc'",
    "Content-Security-Policy-Report-Only": "script-src 'nonce-abc'",
    "x-invoke-path": "/en",
    "x-matched-path": "/en",
    "x-now-route-matches": "1",
    "x-nextjs-data": "1",
    "x-prerender-revalidate": "1",
    "next-resume": "1",
  };
  const headers = { ...own, ...forged };
  const { body } = await ask(context, { headers }, (request, response) =>
    response.end(JSON.stringify(request.headers)),
  );
  const { host: _host, connection: _connection, ...seen } = JSON.parse(body);
  assert.deepEqual(seen, own);
});

test("answers 503 with Retry-After where the service did not answer, and 500 for every other failure", async (context) => {
  const fail: RequestListener = (request, response) => {
    if (request.url === "/unavailable?first") markUnavailable(request.url);
    response.statusCode = request.url === "/unavailable?shown" ? 200 : 500;
    response.end();
  };
  const answerOf = async (path: string) => {
    const { statusCode, headers } = await ask(context, { path }, fail);
    return [statusCode, headers["retry-after"]];
  };
  assert.deepEqual(await answerOf("/unavailable?first"), [503, "10"]);
  assert.deepEqual(await answerOf("/unavailable"), [503, "10"], "it waited for the same rendering");
  assert.deepEqual(await answerOf("/failed"), [500, undefined]);
  assert.deepEqual(await answerOf("/unavailable?shown"), [200, undefined]);
  markUnavailable("/unavailable", Date.now() - 11_000);
  assert.deepEqual(await answerOf("/unavailable"), [500, undefined], "another failure, later");
});

test("answers 503 for a document whose page says that it got no answer, and for nothing else", async (context) => {
  const listener: RequestListener = (request, response) => {
    const [, says, type, status] = (request.url ?? "").split("/");
    if (says === "unanswered") markUnanswered();
    response.setHeader("Content-Type", `text/${type}`);
    response.statusCode = Number(status);
    response.end();
  };
  const answerOf = async (path: string) => {
    const { statusCode, headers } = await ask(context, { path }, listener);
    return [statusCode, headers["retry-after"]];
  };
  assert.deepEqual(await answerOf("/unanswered/html/200"), [503, "10"]);
  assert.deepEqual(await answerOf("/answered/html/200"), [200, undefined], "another request of the process");
  assert.deepEqual(await answerOf("/unanswered/x-component/200"), [200, undefined], "the router would reload");
  assert.deepEqual(await answerOf("/unanswered/html/303"), [303, undefined]);
});

type Sent = { readonly path?: string; readonly headers?: Readonly<Record<string, string>> };

async function ask(context: TestContext, { headers, ...sent }: Sent, listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  context.after(() => server.close());
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  const request = get({
    host: "127.0.0.1",
    port: address.port,
    agent: false,
    ...sent,
    headers: { host: "localhost", ...headers },
  });
  const [answer]: [IncomingMessage] = (await once(request, "response")) as [IncomingMessage];
  const body = Buffer.concat(await Array.fromAsync(answer)).toString();
  return { body, statusCode: answer.statusCode, headers: answer.headers };
}
