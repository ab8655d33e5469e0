import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { after, test } from "node:test";
import { installMessageQueue } from "#src/notifications/outside/message-queue.ts";
import { openPool } from "#src/platform/store/db.ts";
import { migrate } from "#src/platform/store/migrate.ts";
import { stage } from "#test/buying.ts";
import { startMailCatcher } from "#test/programs.ts";
import { startRestartableCluster } from "#test/restartable-cluster.ts";
import { until } from "#test/until.ts";
import { messageOf, openMessages } from "./message-stage.ts";
import type { SendingOrders } from "./sending-process.ts";

/** The messages that one process sends at a time. */
const IN_FLIGHT_MAX = 10;

const [cluster, catcher] = await Promise.all([startRestartableCluster(), startMailCatcher()]);
const url = cluster.url();
let db = openPool(url);
await migrate(db);
await installMessageQueue(db);
const processes = new Set<ChildProcess>();
after(async () => {
  for (const child of processes) child.kill("SIGKILL");
  catcher.server.close();
  catcher.stop();
  await db.close();
  await cluster.stop();
});

/** Starts a service process that sends messages. */
async function startSending(): Promise<ChildProcess> {
  const orders: SendingOrders = { url, server: catcher.settings };
  // With the parameters of the test runner it would be one itself, with a database server that nobody removes.
  const child = fork(join(import.meta.dirname, "sending-process.ts"), [JSON.stringify(orders)], { execArgv: [] });
  processes.add(child);
  const [word] = await once(child, "message");
  assert.equal(word, "started");
  return child;
}

/** Pays an order whose message goes to this address. The service sends a text of its own. */
async function orderOf(recipient: string): Promise<string> {
  const { holdLocked, pay } = await stage(db);
  const { cartKey, key } = await holdLocked([1]);
  await db.query("UPDATE sale SET buyer = buyer || $2 WHERE key = $1", [key, JSON.stringify({ EMAIL: recipient })]);
  await pay(cartKey, "47.50");
  const [row] = await db.query<{ id: string }>("SELECT id FROM message WHERE sale_keys = ARRAY[$1]", [key]);
  assert.ok(row);
  return row.id;
}

/** Queues messages about a paid order to these recipients, and returns their ids. */
async function queueTo(order: string, recipients: readonly string[]) {
  const [sale] = await db.query<{ accountId: number; saleKeys: string[] }>(
    `SELECT account_id AS "accountId", sale_keys AS "saleKeys" FROM message WHERE id = $1`,
    [order],
  );
  const { queue } = await openMessages(db);
  const about = { ...sale, renderer: undefined };
  return Promise.all(recipients.map(async (one) => [one, await queue(one, { ...about, key: one })] as const));
}

const addresses = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}@example.com`);
const isSent = async (id: string) => (await messageOf(db, id))?.state === "SENT";
const areSent = async () => (await db.query("SELECT FROM message WHERE state <> 'SENT'")).length === 0;
const sentTo = async (name: string) =>
  (await catcher.messages()).filter(({ to }) => to.some((one) => one.startsWith(name))).length;

test("P33: after kill -9 between sending and its acknowledgement another process sends within a minute, under one Message-ID, and what was never queued", async () => {
  await catcher.behave("hang", "killed@example.com");
  const first = await startSending();
  const id = await orderOf("killed@example.com");
  await until("the first process sends", async () => (await catcher.messages("killed@example.com")).length === 1);
  first.kill("SIGKILL");
  const killedAt = Date.now();
  const forgotten = await orderOf("forgotten@example.com");
  await db.query("DELETE FROM pgboss.job WHERE data ->> 'message' = $1", [forgotten]);
  await catcher.behave("accept", "killed@example.com");
  await startSending();
  await until("the second process sends", () => isSent(id), 75_000);
  const seconds = (Date.now() - killedAt) / 1_000;
  assert.ok(seconds < 60, `${seconds} s`);
  const messages = await catcher.messages("killed@example.com");
  assert.deepEqual(
    messages.map(({ headers }) => headers["message-id"]),
    Array(2).fill(`<${id}@playhouse.example>`),
  );
  await until("the message without a job is sent", () => isSent(forgotten));
});

test("P33: two processes send a hundred messages once each", async () => {
  const third = await startSending();
  const recipients = addresses("each", 100);
  await queueTo(await orderOf("first@example.com"), recipients);
  await until("all are sent", areSent);
  const counts = await Promise.all(recipients.map(async (one) => (await catcher.messages(one)).length));
  assert.deepEqual(counts, Array(100).fill(1));
  third.kill("SIGKILL");
});

test("P33: after a crash of the database with messages in flight each arrives under one Message-ID, and only those in flight twice", async (t) => {
  const order = await orderOf("crash@example.com");
  await until("the order's own message is sent", areSent);
  await catcher.behave("hang");
  const before = await queueTo(order, addresses("restart", 30));
  await until("messages are in flight", async () => (await sentTo("restart")) >= IN_FLIGHT_MAX);
  await cluster.crash();
  const inFlight = await sentTo("restart");
  await catcher.behave("accept");
  await db.close();
  await cluster.start();
  assert.equal(cluster.url(), url);
  db = openPool(url);
  const later = await queueTo(order, addresses("later", 10));

  await until("all are sent", areSent, 150_000);
  const [sending] = [...processes].filter(({ killed }) => !killed);
  assert.equal(sending?.exitCode, null, "the process has survived the crash");
  let repeated = 0;
  for (const [recipient, id] of [...before, ...later]) {
    const messages = await catcher.messages(recipient);
    assert.ok(messages.length >= 1, recipient);
    assert.deepEqual(
      new Set(messages.map(({ headers }) => headers["message-id"])),
      new Set([`<${id}@playhouse.example>`]),
    );
    repeated += messages.length - 1;
  }
  t.diagnostic(`${repeated} of ${before.length + later.length} messages arrived twice; ${inFlight} were in flight`);
  assert.ok(repeated <= inFlight, `${repeated} were sent again, of ${inFlight} in flight`);
});
