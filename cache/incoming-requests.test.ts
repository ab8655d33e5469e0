import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, get, type IncomingMessage, type RequestListener } from "node:http";
import { type TestContext, test } from "node:test";
import { inRequest, markUnanswered } from "#lib/current-request.ts";
import "./around-requests.ts";
import { markUnavailable } from "./incoming-requests.ts";

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
  const server = createServer((request, response) =>
    inRequest({ id: "0123456789abcdef" }, () => listener(request, response)),
  ).listen(0, "127.0.0.1");
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
