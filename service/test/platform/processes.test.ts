import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { makeCertificates } from "#setup/certificates.ts";
import { testDatabase } from "#test/cluster.ts";
import { COMPILED, freePort } from "#test/programs.ts";

const MAIN = join(import.meta.dirname, "../../src/main.ts");
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Longer than the few calls of a test take, so that they arrive before the service stops listening. */
const DRAIN_SECONDS = "1";
const AGAIN_MS = 20;

test("a service has its metrics at a private port alone, with the end of the certificate that is served, and stops in order", async (t) => {
  const metricsPort = await freePort();
  const settings = { DRAIN_SECONDS, METRICS_ADDRESS: `127.0.0.1:${metricsPort}` };
  const { child, ca, port, db, tls } = await startMain(t, "api", settings);
  const agent = new Agent({ ca, keepAlive: true });
  t.after(() => agent.destroy());
  const get = (path: string) => answerOf(request({ host: "localhost", port, path, agent }).end());
  const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

  assert.match(await metrics(), /^foyer_service_data_free_bytes [1-9][\d.e+]*$/m);
  assert.doesNotMatch(await metrics(), /^foyer_service_state_readable/m, "the state is the worker's to read");
  assert.equal((await fetch(`http://127.0.0.1:${metricsPort}/ready`)).status, 404);
  const atService = await get("/metrics");
  assert.equal(atService.statusCode, 404);
  await text(atService);

  const shownEnd = async () =>
    Number(/^foyer_service_certificate_end_timestamp_seconds (\S+)$/m.exec(await metrics())?.[1]);
  const first = await shownEnd();
  rmSync(join(tls, "server.pem"));
  await makeCertificates(tls, new Date(Date.now() + DAY_MS));
  assert.equal(await shownEnd(), first, "that of the file is not served yet");
  const renewed = once(child.stdout, "data");
  child.kill("SIGHUP");
  await renewed;
  const { validTo } = new X509Certificate(readFileSync(join(tls, "server.pem")));
  assert.equal(await shownEnd(), Date.parse(validTo) / 1_000);
  assert.notEqual(await shownEnd(), first);

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

test("a worker answers no calls but its metrics, with the state that it reads from the database, and ends with 0", async (t) => {
  const metricsPort = await freePort();
  const settings = { DRAIN_SECONDS, METRICS_ADDRESS: `127.0.0.1:${metricsPort}` };
  const { child, port } = await startMain(t, "worker", settings);
  const read = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  assert.match(read, /^foyer_service_state_readable 1$/m);
  assert.match(read, /^foyer_service_payments_open 0$/m);
  await assert.rejects(answerOf(request({ host: "localhost", port, path: "/health" }).end()), { code: "ECONNREFUSED" });
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
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

/** Starts a part of the service as a process of its own, on a database of its own. Throws what it says when it does not start. */
async function startMain(
  t: { after: (work: () => unknown) => void },
  part: string,
  settings: Readonly<Record<string, string>> = {},
) {
  const [{ db, url, drop }, port, data] = [
    await testDatabase(),
    await freePort(),
    mkdtempSync(join(tmpdir(), "foyer-stop-")),
  ];
  t.after(drop);
  t.after(() => rmSync(data, { recursive: true }));
  await makeCertificates(join(data, "tls"), new Date());
  const child = spawn(process.execPath, [MAIN, part], {
    env: {
      ...COMPILED,
      FOYER_ENVIRONMENT: "sandbox",
      FOYER_DATA: data,
      DATABASE_URL: url,
      PORT: String(port),
      PROCESSOR_SECRET: "a secret of the processor",
      CARD_KEY: "a key for the cards of this test's buyers",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  t.after(() => child.kill("SIGKILL"));
  const failed = text(child.stderr).then((said) => Promise.reject(new Error(said)));
  await Promise.race([once(child.stdout, "data"), failed]);
  failed.catch(() => {});
  return { db, child, port, tls: join(data, "tls"), ca: readFileSync(join(data, "tls", "ca.pem"), "utf8") };
}
