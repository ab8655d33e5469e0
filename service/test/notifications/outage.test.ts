import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import pg from "pg";
import { PgBoss, TestClock } from "pg-boss";
import type { Failure, RenderMessage } from "#src/notifications/domain/message.ts";
import { installMessageQueue, startMessageWorker } from "#src/notifications/outside/message-queue.ts";
import { deliverMessage } from "#src/notifications/use-cases/deliver-message.ts";
import type { MessageKind } from "#src/platform/domain/message-kinds.ts";
import { testDatabase } from "#test/cluster.ts";
import { until } from "#test/until.ts";
import { messageRuntime, openMessages, openRelay, pass, renderKind } from "./message-stage.ts";

const MINUTE_MS = 60_000;
const OUTAGE_MS = 24 * 60 * MINUTE_MS;
/** In an outage of a day each message is tried more often, and none is given up for the number of its tries. */
const TRIES_MIN = 30;
const STEPS = 33;
const MESSAGES = 24;
/** The messages that one worker sends at a time: two batches of five. */
const AT_ONCE = 10;
/** Of more than are sent at a time nothing is sent for a minute, which the test's clock does not set forward. */
const REFUSED = 10;

const MIGRATION = readFileSync(join(import.meta.dirname, "../../migrations/0161_jobs_after_outages.sql"), "utf8");

const { db, url, drop } = await testDatabase();
after(drop);

/** Opens one session for the queue. A clock of a test is set for a session, so the connections of a pool cannot have it. */
async function openSession() {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return {
    executeSql: (text: string, values?: unknown[]) => client.query(text, values),
    setSessionStatements: async (statements: string[]) => {
      for (const statement of statements) await client.query(statement);
    },
    close: () => client.end(),
  };
}

/** A mail server and a storefront of which one is away until the test ends that, and what they were calls. */
function programs(away: "mail_server" | "storefront") {
  let isAway = true;
  const calls = { rendered: 0, sent: [] as string[], atOnce: 0, atOnceMax: 0 };
  const failure: Failure = { result: "away", cause: "connection refused", reason: "It is away." };
  const mailServer = {
    whyAway: async () => (isAway && away === "mail_server" ? failure : undefined),
    send: async ({ recipient }: { readonly recipient: string }) => {
      calls.atOnce += 1;
      calls.atOnceMax = Math.max(calls.atOnceMax, calls.atOnce);
      await new Promise((resolve) => setTimeout(resolve, 5));
      calls.atOnce -= 1;
      calls.sent.push(recipient);
      return { result: "sent" } as const;
    },
    close: () => {},
  };
  const render: RenderMessage = async (renderer, request) => {
    calls.rendered += 1;
    return isAway && away === "storefront" ? failure : renderKind(renderer, request);
  };
  return { mailServer, render, calls, end: () => (isAway = false) };
}

/** Starts a worker whose clock the test sets, until the test ends. */
async function startOutage(t: TestContext, deliverOne: (id: string) => Promise<void>) {
  const clock = new TestClock();
  let trying = 0;
  const deliver = async (id: string) => {
    trying += 1;
    await deliverOne(id).finally(() => {
      trying -= 1;
    });
  };
  const session = await openSession();
  const worker = await startMessageWorker(session, { deliver, log: () => {} }, clock);
  t.after(async () => {
    await worker.stop();
    await session.close();
  });

  /** Lets the worker take what is due until nothing is. */
  async function takeDue(): Promise<void> {
    await until("nothing is due", async () => {
      await clock.tick(1_000);
      const due = await db.query(
        `SELECT FROM pgboss.job WHERE name = 'messages' AND (state = 'active' OR state IN ('created', 'retry') AND start_after <= $1)`,
        [new Date(clock.now())],
      );
      return trying === 0 && due.length === 0;
    });
  }

  /** Lets the worker take what gets due in this time, or until all is done. */
  async function takeFor(ms: number, isDone: () => Promise<boolean>): Promise<void> {
    const end = clock.now() + ms;
    while (clock.now() < end && !(await isDone())) {
      await clock.tick(1_000);
      await until("no try is under way", async () => trying === 0);
    }
  }
  return { clock, takeDue, takeFor };
}

for (const [away, kind] of [
  ["mail_server", "TICKETS"],
  // The service has no text of its own for this kind.
  ["storefront", "WAITING_LIST_CONFIRM"],
] as const satisfies readonly (readonly ["mail_server" | "storefront", MessageKind])[])
  test(`P34: within five minutes of the end of a day without the ${away} every message is sent once, a few at a time`, async (t) => {
    await db.query("DELETE FROM pgboss.job");
    const { mailServer, render, calls, end } = programs(away);
    const runtime = messageRuntime(db, mailServer, render);
    const { queue } = await openMessages(db);
    const recipients = Array.from({ length: MESSAGES }, (_, at) => `${away}${at}@example.com`);
    for (const recipient of recipients) await queue(recipient, { kind });
    const { clock, takeDue, takeFor } = await startOutage(t, (id) => deliverMessage(runtime, id));
    for (let step = 1; step <= STEPS; step += 1) {
      await takeDue();
      await clock.setTime(clock.now() + OUTAGE_MS / STEPS);
    }
    assert.deepEqual(calls.sent, []);
    if (away === "mail_server") assert.equal(calls.rendered, 0, "nothing is rendered for a server that takes nothing");

    await takeDue();
    end();
    await takeFor(5 * MINUTE_MS, async () => calls.sent.length >= MESSAGES);
    assert.deepEqual(calls.sent.toSorted(), recipients.toSorted());
    assert.ok(calls.atOnceMax <= AT_ONCE, `${calls.atOnceMax} at a time`);
    await until(
      "all are settled",
      async () => (await db.query("SELECT FROM message WHERE state <> 'SENT'")).length === 0,
    );
    const [{ failed } = { failed: 0 }] = await db.query<{ failed: number }>(
      "SELECT min(retry_count) AS failed FROM pgboss.job WHERE name = 'messages'",
    );
    assert.ok(failed > TRIES_MIN, `each was tried ${failed} times`);
  });

test("P34: within five minutes of the end of a day in which the mail server refused every message each is sent", async (t) => {
  await db.query("DELETE FROM pgboss.job");
  const { client, relay } = await openRelay(t, [".", "452 4.3.1 The disk is full"]);
  const runtime = messageRuntime(db, client);
  const { queue } = await openMessages(db);
  const ids = await Promise.all(Array.from({ length: REFUSED }, (_, at) => queue(`refused${at}@example.com`)));
  const { clock, takeDue, takeFor } = await startOutage(t, (id) => deliverMessage(runtime, id));
  for (let step = 1; step <= STEPS; step += 1) {
    await takeDue();
    await clock.setTime(clock.now() + OUTAGE_MS / STEPS);
    // The pauses of messages are those of the database's clock.
    for (const id of ids) await pass(db, id, OUTAGE_MS / STEPS / 1_000);
  }
  await takeDue();
  relay.refusal = undefined;
  const isEach = async (state: string) =>
    (await db.query("SELECT FROM message WHERE id = ANY ($1::uuid[]) AND state = $2", [ids, state])).length === REFUSED;
  assert.ok(await isEach("QUEUED"));
  await takeFor(5 * MINUTE_MS, () => isEach("SENT"));
  assert.ok(await isEach("SENT"));
});

for (const [when, renew] of [
  ["of the upgrade", () => db.query(MIGRATION.slice(MIGRATION.indexOf("DO $$")))],
  ["of a start of the service, which the release before sold and queued beside", () => installMessageQueue(db)],
] as const)
  test(`a job of a release before is tried within three minutes ${when}, and never ends by its number of tries`, async () => {
    const { queue } = await openMessages(db);
    const id = await queue("before@example.com");
    await db.query(
      `UPDATE pgboss.job SET state = 'retry', retry_count = 29, retry_limit = 29, retry_delay_max = 14400, start_after = now() + interval '4 hours'
        WHERE data ->> 'message' = $1`,
      [id],
    );
    await renew();
    const [job] = await db.query(
      `SELECT retry_limit > 29 AS "mayFail", retry_delay_max AS "delayMax", start_after <= now() + interval '3 minutes' AS "isSoon"
         FROM pgboss.job WHERE data ->> 'message' = $1`,
      [id],
    );
    assert.deepEqual(job, { mayFail: true, delayMax: 180, isSoon: true });
  });

test("no job goes to the queue of dead ones that a release before made, and that nobody reads", async (t) => {
  const boss = new PgBoss({ db, supervise: false, schedule: false, migrate: false, createSchema: false });
  await boss.start();
  t.after(() => boss.stop({ graceful: false }));
  await boss.createQueue("messages-dead");
  await boss.updateQueue("messages", { deadLetter: "messages-dead" });
  await installMessageQueue(db);
  assert.equal((await boss.getQueue("messages"))?.deadLetter, null);
});
