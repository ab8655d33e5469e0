import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import { type TestContext, test } from "node:test";
import "./around-requests.ts";

const FORM = { accept: "text/html,*/*", "content-type": "multipart/form-data; boundary=x" };

for (const [path, location] of [
  ["/ar/checkout/pay", "/ar/out-of-date"],
  ["/en?date=3", "/en/out-of-date"],
  ["/", "/en/out-of-date"],
] as const)
  test(`a form at ${path} whose action is unknown leads to ${location}`, async (context) => {
    const answer = await post(context, path, FORM);
    assert.deepEqual([answer.statusCode, answer.headers.location, answer.body], [303, location, ""]);
    assert.equal(answer.headers["x-nextjs-action-not-found"], undefined);
  });

test("the router of a page gets the framework's own answer, and so does a program", async (context) => {
  for (const headers of [
    { ...FORM, "next-action": "4a" },
    { ...FORM, accept: "*/*" },
  ]) {
    const { statusCode, body } = await post(context, "/en/checkout", headers);
    assert.deepEqual([statusCode, body], [409, "Server Action unavailable."]);
  }
});

test("another conflict is answered as it is", async (context) => {
  const { statusCode, headers } = await post(context, "/en/checkout", FORM, { isNotFound: false });
  assert.deepEqual([statusCode, headers.location], [409, undefined]);
});

type Post = { readonly isNotFound?: boolean };

/** Posts to a server that answers as the framework answers an unknown action. */
async function post(
  context: TestContext,
  path: string,
  headers: Readonly<Record<string, string>>,
  { isNotFound = true }: Post = {},
) {
  const server = createServer((_incoming, response) => {
    if (isNotFound) response.setHeader("x-nextjs-action-not-found", "1");
    response.setHeader("Content-Type", "text/plain");
    response.statusCode = 409;
    response.end("Server Action unavailable.");
  }).listen(0, "localhost");
  context.after(() => server.close());
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  const sent = request({ host: "localhost", port: address.port, agent: false, method: "POST", path, headers });
  sent.end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const body = Buffer.concat(await Array.fromAsync(answer)).toString();
  return { body, statusCode: answer.statusCode, headers: answer.headers };
}
