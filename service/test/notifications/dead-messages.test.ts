import assert from "node:assert/strict";
import test from "node:test";
import { deliverMessage } from "#src/notifications/use-cases/deliver-message.ts";
import { startMailCatcher } from "#test/programs.ts";
import { at, openShop } from "#test/test-app.ts";
import { messageOf, messageRuntime, openMessages, tryOnce } from "./message-stage.ts";

const { db, promoter, accountId, close } = await openShop();
const catcher = await startMailCatcher();
test.after(async () => {
  catcher.server.close();
  catcher.stop();
  await close();
});

const runtime = messageRuntime(db, catcher.server);
const { queue } = await openMessages(db);
let written = 0;
const queueHere = (recipient: string) => {
  written += 1;
  return queue(recipient, { accountId, key: `here ${written}` });
};

test("lists dead messages with the reason to users who manage, and sends one again when they ask", async () => {
  await catcher.behave("refuse5xx", "full@example.com");
  const id = await queueHere("full@example.com");
  assert.equal(await tryOnce(runtime, id), "settled");
  const listed = await promoter("GET", `/account/${accountId}/messages?state=DEAD`);
  assert.equal(listed.headers["x-total-count"], "1");
  const { created, lastError, ...rest } = Object(at(listed, "messages", 0));
  assert.deepEqual(rest, { id, kind: "TICKETS", recipient: "full@example.com", state: "DEAD", tries: 1 });
  assert.match(lastError, /550/);
  assert.ok(Date.parse(created) > 0);

  await catcher.behave("accept", "full@example.com");
  assert.equal(at(await promoter("POST", `/message/${id}/retry`), "successful"), true);
  const jobs = await db.query("SELECT FROM pgboss.job WHERE data ->> 'message' = $1 AND state = 'created'", [id]);
  assert.equal(jobs.length, 2, "the first job and the one of the retry");
  await deliverMessage(runtime, id);
  assert.equal((await messageOf(db, id))?.state, "SENT");
  assert.equal(at(await promoter("GET", `/account/${accountId}/messages`), "messages", 0), undefined);
  assert.equal(at(await promoter("GET", `/account/${accountId}/messages?state=SENT`), "messages", 0, "id"), id);
});

test("retries no message that waits or was sent", async () => {
  const id = await queueHere("waits@example.com");
  const refused = await promoter("POST", `/message/${id}/retry`);
  assert.deepEqual([at(refused, "successful"), at(refused, "errors", 0, "code")], [false, "WRONG_STATE"]);
});

test("counts dead messages by their error, and retries those of one error, or all", async () => {
  await db.query("DELETE FROM message WHERE account_id = $1", [accountId]);
  const dead = async (error: string | null, count: number) => {
    const ids = await Promise.all(Array.from({ length: count }, () => queueHere("dead@example.com")));
    await db.query(
      "UPDATE message SET state = 'DEAD', settled_at = now(), last_error = $2 WHERE id = ANY ($1::uuid[])",
      [ids, error],
    );
  };
  await dead("EAUTH: 535", 3);
  await dead("EENVELOPE: 550", 1);
  await dead(null, 1);
  const read = async () => {
    const { body } = await promoter("GET", `/account/${accountId}/deadMessages`);
    const { total, causes } = Object(body);
    const rows = causes as readonly { readonly error: string | null; readonly messages: number }[];
    return { total, causes: Object.fromEntries(rows.map(({ error, messages }) => [String(error), messages])) };
  };
  assert.deepEqual(await read(), { total: 5, causes: { "EAUTH: 535": 3, "EENVELOPE: 550": 1, null: 1 } });

  const retry = (body: object) => promoter("POST", `/account/${accountId}/deadMessages/retry`, body);
  assert.equal(at(await retry({ error: "EAUTH: 535" }), "retried"), 3);
  assert.equal(at(await retry({ error: "EAUTH: 535" }), "retried"), 0);
  assert.deepEqual(await read(), { total: 2, causes: { "EENVELOPE: 550": 1, null: 1 } });
  assert.equal(at(await retry({}), "retried"), 2);
  assert.deepEqual(await read(), { total: 0, causes: {} });
  const queued = await db.query("SELECT FROM message WHERE account_id = $1 AND state = 'QUEUED'", [accountId]);
  assert.equal(queued.length, 5);
});
