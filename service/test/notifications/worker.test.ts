import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Db } from "#src/platform/store/db.ts";
import { type TestDatabase, testDatabase } from "#test/cluster.ts";
import { type MailCatcher, startMailCatcher } from "#test/mail-catcher.ts";
import { stage } from "#test/stage.ts";
import { messageOf, openMessages, until } from "./message-stage.ts";
import type { SendingOrders } from "./sending-process.ts";

let database: TestDatabase;
let catcher: MailCatcher;
const processes = new Set<ChildProcess>();

before(async () => {
  [database, catcher] = await Promise.all([testDatabase(), startMailCatcher()]);
});
after(async () => {
  for (const child of processes) child.kill("SIGKILL");
  catcher.server.close();
  catcher.stop();
  await database.drop();
});

/** Starts a service process that sends messages. */
async function startSending(): Promise<ChildProcess> {
  const orders: SendingOrders = { url: database.url, server: catcher.settings };
  const child = fork(join(import.meta.dirname, "sending-process.ts"), [JSON.stringify(orders)]);
  processes.add(child);
  const [word] = await once(child, "message");
  assert.equal(word, "started");
  return child;
}

/** Pays an order whose message goes to this address. The service sends a text of its own. */
async function orderOf(db: Db, recipient: string): Promise<string> {
  const { holdLocked, pay } = await stage(db);
  const { cartKey, key } = await holdLocked([1]);
  await db.query("UPDATE sale SET buyer = buyer || $2 WHERE key = $1", [key, JSON.stringify({ EMAIL: recipient })]);
  await pay(cartKey, "47.50");
  const [row] = await db.query<{ id: string }>("SELECT id FROM message WHERE sale_keys = ARRAY[$1]", [key]);
  assert.ok(row);
  return row.id;
}

const isSent = async (id: string) => (await messageOf(database.db, id))?.state === "SENT";

test("P33: after kill -9 between sending and its acknowledgement another process sends within a minute, under one Message-ID", async () => {
  await catcher.behave("hang", "killed@example.com");
  const first = await startSending();
  const id = await orderOf(database.db, "killed@example.com");
  await until("the first process sends", async () => (await catcher.messages("killed@example.com")).length === 1);
  first.kill("SIGKILL");
  const killedAt = Date.now();
  await catcher.behave("accept", "killed@example.com");
  const second = await startSending();
  await until("the second process sends", () => isSent(id), 75_000);
  const seconds = (Date.now() - killedAt) / 1_000;
  assert.ok(seconds < 60, `${seconds} s`);
  const messages = await catcher.messages("killed@example.com");
  assert.deepEqual(
    messages.map(({ headers }) => headers["message-id"]),
    Array(2).fill(`<${id}@playhouse.example>`),
  );
  second.kill("SIGKILL");
});

test("P33: two processes send a hundred messages once each", async () => {
  const running = [await startSending(), await startSending()];
  const first = await orderOf(database.db, "first@example.com");
  const [sale] = await database.db.query<{ accountId: number; saleKeys: string[] }>(
    `SELECT account_id AS "accountId", sale_keys AS "saleKeys" FROM message WHERE id = $1`,
    [first],
  );
  const { queue } = await openMessages(database.db);
  const recipients = Array.from({ length: 100 }, (_, at) => `each${at}@example.com`);
  await Promise.all(recipients.map((one) => queue(one, { ...sale, key: one, renderer: undefined })));
  await until("all are sent", async () => {
    const rows = await database.db.query("SELECT FROM message WHERE state <> 'SENT'");
    return rows.length === 0;
  });
  const counts = await Promise.all(recipients.map(async (one) => (await catcher.messages(one)).length));
  assert.deepEqual(counts, Array(100).fill(1));
  for (const child of running) child.kill("SIGKILL");
});

test("a message that was written while no queue existed is sent by the next process that starts", async () => {
  const id = await orderOf(database.db, "forgotten@example.com");
  await database.db.query("DELETE FROM pgboss.job WHERE data ->> 'message' = $1", [id]);
  const child = await startSending();
  await until("it is sent", () => isSent(id));
  child.kill("SIGKILL");
});

test("P34: a payment is as fast while the mail server hangs, and the message follows when it answers again", async () => {
  const child = await startSending();
  await catcher.behave("hang");
  for (let at = 0; at < 8; at += 1) await orderOf(database.db, `hanging${at}@example.com`);
  const begun = Date.now();
  const id = await orderOf(database.db, "paid@example.com");
  assert.ok(Date.now() - begun < 5_000, `${Date.now() - begun} ms`);
  await catcher.behave("accept");
  await until("it is sent", () => isSent(id), 120_000);
  child.kill("SIGKILL");
});
