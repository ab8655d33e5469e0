import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { type TestContext, test } from "node:test";
import { storefrontRenderer } from "#src/notifications/outside/storefront-renderer.ts";
import { messageOf, messageRuntime, openMail, openMessages, ownFailuresOf, pass, tryOnce } from "./message-stage.ts";

const { db, catcher } = await openMail();

/** Starts a storefront that answers this for one kind of message, or for every message, and renders the others. */
async function openStorefront(t: TestContext, status: number) {
  const clock = { ms: 0 };
  t.mock.method(performance, "now", () => clock.ms);
  const fails = { every: false };
  const storefront = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(request)).toString();
    if (fails.every || body.includes("WAITING_LIST_CONFIRM")) response.writeHead(status).end();
    else response.end(JSON.stringify({ subject: "S", text: "T" }));
  });
  await once(storefront.listen(0, "127.0.0.1"), "listening");
  t.after(() => storefront.close());
  const origin = `http://127.0.0.1:${Object(storefront.address()).port}`;
  const renderer = { address: `${origin}/api/messages`, token: "sealed" };
  const runtime = messageRuntime(db, catcher.server, storefrontRenderer({ rendererOrigins: new Set([origin]) }));
  const { queue } = await openMessages(db);
  const id = await queue("alone@example.com", { kind: "WAITING_LIST_CONFIRM", renderer });
  const sendAnother = async () =>
    assert.equal(await tryOnce(runtime, await queue("another@example.com", { renderer })), "settled");
  return { runtime, id, clock, fails, sendAnother };
}

test("P34: a message that its storefront does not render while it renders others is given up after a week, and not in an outage", async (t) => {
  const { runtime, id, clock, fails, sendAnother } = await openStorefront(t, 503);
  const fail = async () => {
    await db.query("UPDATE message SET queued_at = now() - interval '8 days', own_failures = 29 WHERE id = $1", [id]);
    return tryOnce(runtime, id);
  };
  await sendAnother();
  clock.ms = 60_000;
  assert.equal(await fail(), "again", "it is its first try");
  fails.every = true;
  assert.equal(await fail(), "again", "no other message was rendered since");
  fails.every = false;
  clock.ms = 120_000;
  await sendAnother();
  await pass(db, id, 60);
  assert.equal(await fail(), "settled");
  const { state, last_error } = Object(await messageOf(db, id));
  assert.deepEqual([state, last_error], ["DEAD", "It is not rendered: the storefront answered 503."]);
});

test("P34: a storefront that fails for every message leaves none alone for longer, so that all are sent soon after it is repaired", async (t) => {
  const { runtime, id, clock, sendAnother } = await openStorefront(t, 500);
  const stateAfterTry = async () => {
    assert.equal(await tryOnce(runtime, id), "again");
    return ownFailuresOf(db, id);
  };
  for (const own_failures of [1, 2]) assert.deepEqual(await stateAfterTry(), { own_failures, is_left: false });
  clock.ms = 60_000;
  await sendAnother();
  await pass(db, id, 60);
  assert.deepEqual(await stateAfterTry(), { own_failures: 3, is_left: true }, "the control");
});

test("P34: a storefront that is overloaded for some messages leaves none alone for longer, and their failures count", async (t) => {
  const { runtime, id, clock, sendAnother } = await openStorefront(t, 503);
  await db.query("UPDATE message SET own_failures = 20, not_before = now() WHERE id = $1", [id]);
  clock.ms = 60_000;
  await sendAnother();
  await pass(db, id, 60);
  assert.equal(await tryOnce(runtime, id), "again");
  assert.deepEqual(await ownFailuresOf(db, id), { own_failures: 21, is_left: false });
});
