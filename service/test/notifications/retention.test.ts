import assert from "node:assert/strict";
import { after, test } from "node:test";
import { forgetMessages } from "#src/notifications/use-cases/messages.ts";
import { testDatabase } from "#test/cluster.ts";
import { testRuntime } from "#test/runtime.ts";
import { messageOf, openMessages } from "./message-stage.ts";

const { db, drop } = await testDatabase();
after(drop);

const forget = (isSent = true) =>
  forgetMessages({ ...testRuntime(db), mail: { isSent, rendererOrigins: new Set<string>() } });

/** Queues a message, and returns its id after it was settled, or queued, so many days ago. */
async function messageOfAge(state: string, days: number): Promise<string> {
  const id = await (await openMessages(db)).queue(`${state.toLowerCase()}${days}@example.com`);
  await db.query(
    `UPDATE message SET state = $2, settled_at = CASE WHEN $2 <> 'QUEUED' THEN now() - make_interval(days => $3) END,
            created_at = now() - make_interval(days => $3), queued_at = now() - make_interval(days => $3) WHERE id = $1`,
    [id, state, days],
  );
  return id;
}

for (const [state, days, isKept] of [
  ["SENT", 31, false],
  ["DEAD", 89, true],
  ["DEAD", 91, false],
] as const)
  test(`${isKept ? "keeps" : "deletes"} a message that is ${state} for ${days} days`, async () => {
    const id = await messageOfAge(state, days);
    await forget();
    assert.equal((await messageOf(db, id)) !== undefined, isKept);
  });

test("deletes a long list in batches", async () => {
  const { accountId } = await openMessages(db);
  await db.query(
    `INSERT INTO message (account_id, kind, key, recipient, language, state, settled_at)
     SELECT $1, 'TICKETS', 'batch ' || n, 'batch@example.com', 'en', 'SENT', now() - interval '40 days'
       FROM generate_series(1, 1500) n`,
    [accountId],
  );
  const left = async () => (await db.query("SELECT FROM message WHERE recipient = 'batch@example.com'")).length;
  await forget();
  assert.equal(await left(), 500);
  await forget();
  assert.equal(await left(), 0);
});

test("without a mail server gives up what is queued for more than a week, and deletes its job", async () => {
  const [old, fresh] = [await messageOfAge("QUEUED", 9), await messageOfAge("QUEUED", 6)];
  const jobs = (id: string) => db.query("SELECT FROM pgboss.job WHERE data ->> 'message' = $1", [id]);
  assert.equal((await jobs(old)).length, 1);
  await forget();
  assert.equal((await messageOf(db, old))?.state, "QUEUED", "an outage of the one that is set may last longer");
  await forget(false);
  const ended = await messageOf(db, old);
  assert.deepEqual([ended?.state, ended?.last_error], ["DEAD", "It was not sent for a week: no SMTP_URL is set."]);
  assert.equal((await jobs(old)).length, 0);
  assert.equal((await messageOf(db, fresh))?.state, "QUEUED");
  assert.equal((await jobs(fresh)).length, 1);
});

test("a message that was retried today is not given up for its age", async () => {
  const id = await messageOfAge("QUEUED", 40);
  await db.query("UPDATE message SET queued_at = now() WHERE id = $1", [id]);
  await forget(false);
  assert.equal((await messageOf(db, id))?.state, "QUEUED");
});
