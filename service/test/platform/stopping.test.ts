import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { startMain } from "#test/start-main.ts";

/** Longer than the few calls of a test take, so that they arrive before the service stops listening. */
const SETTINGS = { DRAIN_SECONDS: "1" };
const AGAIN_MS = 20;

test("a stopping service is not ready first, answers what still comes, and ends with 0", async (t) => {
  const { child, ca, port, db } = await startMain(t, "api", SETTINGS);
  const agent = new Agent({ ca, keepAlive: true });
  t.after(() => agent.destroy());
  const get = (path: string) => answerOf(request({ host: "localhost", port, path, agent }).end());

  const before = await get("/ready");
  assert.deepEqual([before.statusCode, before.headers.connection], [200, "keep-alive"]);
  await text(before);
  const lock = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = db.transaction(async (tx) => {
    await tx.query("LOCK TABLE account_user");
    locked.resolve();
    await lock.promise;
  });
  await locked.promise;
  const waiting = answerOf(
    request({ host: "localhost", port, agent, path: "/v2/account/1", auth: "shop:wrong" }).end(),
  );

  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const draining = await untilNotReady(get);
  assert.equal(draining.headers.connection, "close");
  const call = await get("/health");
  assert.deepEqual([call.statusCode, call.headers.connection], [200, "close"]);
  await text(call);
  await untilRefused(() => answerOf(request({ host: "localhost", port, path: "/health", ca, agent: false }).end()));
  lock.resolve();
  await holding;
  // 503 when the lock was held for longer than the service waits.
  assert.ok([401, 503].includes((await waiting).statusCode ?? 0), "a call that began before gets its answer");
  assert.deepEqual(await ended, [0, null]);
});

test("a worker answers no calls, and ends with 0", async (t) => {
  const { child, port } = await startMain(t, "worker", SETTINGS);
  await assert.rejects(answerOf(request({ host: "localhost", port, path: "/health" }).end()), { code: "ECONNREFUSED" });
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
});

test("an unknown part is refused with the parts that exist", async (t) => {
  await assert.rejects(startMain(t, "workers"), /There is no part workers: the parts are api and worker/);
});

async function untilNotReady(get: (path: string) => Promise<IncomingMessage>): Promise<IncomingMessage> {
  for (;;) {
    const answer = await get("/ready");
    await text(answer);
    if (answer.statusCode === 503) return answer;
    await pause(AGAIN_MS);
  }
}

async function untilRefused(ask: () => Promise<IncomingMessage>): Promise<void> {
  for (;;) {
    try {
      await text(await ask());
    } catch {
      return;
    }
    await pause(AGAIN_MS);
  }
}

async function answerOf(sent: ReturnType<typeof request>): Promise<IncomingMessage> {
  const [answer] = await once(sent, "response");
  return answer;
}
