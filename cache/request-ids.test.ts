import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import "./around-requests.ts";
import { acceptedRequestId, requestId } from "#lib/request-id.ts";

const OURS = "0af7651916cd43dd8448eb211c80319c";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test("takes the id of a proxy, and none that has another form", () => {
  assert.equal(acceptedRequestId(OURS, true), OURS);
  for (const forged of [undefined, "", "short", "x".repeat(65), `${OURS} */ DROP`, `${OURS}\n`, [OURS, OURS]])
    assert.match(acceptedRequestId(forged, true), UUID);
});

test("takes no id of a caller where there is no proxy", async (context) => {
  assert.match(acceptedRequestId(OURS, false), UUID);
  const { port, agent } = await serving(context);
  const answer = get({ port, agent, headers: { "x-request-id": OURS } });
  const [message] = (await once(answer, "response")) as [IncomingMessage];
  assert.match(await text(message), UUID);
});

test("each request on one connection has its own id, after its body was read too", async (context) => {
  const { port, agent } = await serving(context);
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    const sent = request({ port, agent, method: "POST" });
    sent.write("one");
    setImmediate(() => sent.end("two"));
    const [message] = (await once(sent, "response")) as [IncomingMessage];
    ids.push(await text(message));
  }
  assert.equal(new Set(ids).size, 3);
  for (const id of ids) assert.match(id, UUID);
});

/** Starts a server that reads the body, waits, and answers with the id of the request. */
async function serving(context: TestContext) {
  const server = createServer(async (incoming, response) => {
    await text(incoming);
    await new Promise(setImmediate);
    response.end(requestId());
  }).listen(0);
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address !== "string");
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  context.after(() => {
    agent.destroy();
    server.close();
  });
  return { port: address.port, agent };
}
