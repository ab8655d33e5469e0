import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { installMessageQueue } from "#src/notifications/outside/message-queue.ts";
import { openPool } from "#src/platform/store/db.ts";
import { migrate } from "#src/platform/store/migrate.ts";
import { startMailCatcher } from "#test/mail-catcher.ts";
import { startRestartableCluster } from "#test/restartable-cluster.ts";
import { stage } from "#test/stage.ts";
import { openMessages, until } from "./message-stage.ts";
import type { SendingOrders } from "./sending-process.ts";

/** The messages that one process sends at a time. */
const IN_FLIGHT_MAX = 10;

test("P33: after a crash of the database with messages in flight each arrives under one Message-ID, and only those in flight twice", async (t) => {
  const [cluster, catcher] = await Promise.all([startRestartableCluster(), startMailCatcher()]);
  const url = cluster.url();
  let db = openPool(url);
  await migrate(db);
  await installMessageQueue(url);
  const orders: SendingOrders = { url, server: catcher.settings };
  const child = fork(join(import.meta.dirname, "sending-process.ts"), [JSON.stringify(orders)]);
  t.after(async () => {
    child.kill("SIGKILL");
    catcher.server.close();
    catcher.stop();
    await db.close();
    await cluster.stop();
  });
  await once(child, "message");

  const { holdLocked, pay } = await stage(db);
  const { cartKey, key } = await holdLocked([1]);
  await pay(cartKey, "47.50");
  const [sale] = await db.query<{ accountId: number }>(`SELECT account_id AS "accountId" FROM sale WHERE key = $1`, [
    key,
  ]);
  const queueTo = async (recipients: readonly string[]) => {
    const { queue } = await openMessages(db);
    const about = { ...sale, saleKeys: [key], renderer: undefined };
    return Promise.all(recipients.map(async (one) => [one, await queue(one, { ...about, key: one })] as const));
  };
  const addresses = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => `restart${from + at}@example.com`);

  await catcher.behave("hang");
  const before = await queueTo(addresses(0, 30));
  await until("messages are in flight", async () => (await catcher.messages()).length >= IN_FLIGHT_MAX);
  await cluster.crash();
  const inFlight = (await catcher.messages()).length;
  await catcher.behave("accept");
  await db.close();
  await cluster.start();
  assert.equal(cluster.url(), url);
  db = openPool(url);
  const after = await queueTo(addresses(30, 10));

  const unsent = () => db.query("SELECT FROM message WHERE state <> 'SENT' AND recipient LIKE 'restart%'");
  await until("all are sent", async () => (await unsent()).length === 0, 150_000);
  assert.equal(child.exitCode, null, "the process has survived the crash");
  let repeated = 0;
  for (const [recipient, id] of [...before, ...after]) {
    const messages = await catcher.messages(recipient);
    assert.ok(messages.length >= 1, recipient);
    assert.deepEqual(
      new Set(messages.map(({ headers }) => headers["message-id"])),
      new Set([`<${id}@playhouse.example>`]),
    );
    repeated += messages.length - 1;
  }
  t.diagnostic(`${repeated} of ${before.length + after.length} messages arrived twice; ${inFlight} were in flight`);
  assert.ok(repeated <= inFlight, `${repeated} were sent again, of ${inFlight} in flight`);
});
