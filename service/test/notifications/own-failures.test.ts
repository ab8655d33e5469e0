import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { test } from "node:test";
import { isLeftAlone, pauseAfter } from "#src/notifications/domain/message.ts";
import { mailServer } from "#src/notifications/outside/mail-server.ts";
import { requeueDeadMessages, requeueMessage } from "#src/notifications/store/messages.ts";
import { MEASUREMENTS } from "#src/platform/domain/measure.ts";
import { redirectMessage } from "#src/reservations/store/order-messages.ts";
import { startMail } from "#src/worker.ts";
import {
  messageOf,
  messageRuntime,
  openMail,
  openMessages,
  openRelay,
  ownFailuresOf,
  pass,
  renderKind,
  tryOnce,
} from "./message-stage.ts";

const HOUR_SECONDS = 60 * 60;
const DAYS_OF_LIFE = 7;

const { db, url, catcher } = await openMail();

const stateOf = async (id: string) => (await messageOf(db, id))?.state;

test("P34: a message that its mailbox refuses is rendered a few dozen times in a week, and is then given up", async () => {
  let rendered = 0;
  const runtime = messageRuntime(db, catcher.server, (renderer, request) => {
    rendered += 1;
    return renderKind(renderer, request);
  });
  await catcher.behave("refuse4xx", "full@example.com");
  const id = await (await openMessages(db)).queue("full@example.com");
  let hours = 0;
  for (; (await stateOf(id)) === "QUEUED" && hours < 24 * (DAYS_OF_LIFE + 1); hours += 1) {
    await tryOnce(runtime, id);
    await pass(db, id, HOUR_SECONDS);
  }
  assert.equal(await stateOf(id), "DEAD");
  assert.ok(hours > 24 * DAYS_OF_LIFE && rendered >= 30 && rendered <= 70, `${rendered} times in ${hours} hours`);
  assert.match((await messageOf(db, id))?.last_error ?? "", /451/);
});

test("a message that is left alone is tried at once when a person corrects its address, or sends it again, or restarts the worker", async () => {
  const runtime = messageRuntime(db, catcher.server);
  const { accountId, queue } = await openMessages(db);
  const before = new Date(Date.now() + HOUR_SECONDS * 1_000);
  for (const [state, change] of [
    ["QUEUED", (id: string) => redirectMessage(db, id, "right@example.com")],
    ["DEAD", (id: string) => requeueMessage(db, accountId, id)],
    ["DEAD", () => requeueDeadMessages(db, { accountId, error: undefined, before }, 1)],
  ] as const) {
    const id = await queue("left@example.com");
    await db.query("UPDATE message SET own_failures = 20, not_before = now() + interval '4 hours' WHERE id = $1", [id]);
    assert.deepEqual([await tryOnce(runtime, id), (await messageOf(db, id))?.tries], ["again", 0], "the control");
    await db.query("UPDATE message SET state = $2, settled_at = now() WHERE id = $1", [id, state]);
    await change(id);
    const [row] = await db.query("SELECT own_failures, not_before FROM message WHERE id = $1", [id]);
    assert.deepEqual(row, { own_failures: 0, not_before: null });
    assert.equal(await tryOnce(runtime, id), "settled");
  }
  const id = await queue("left@example.com");
  await db.query("UPDATE message SET own_failures = 20, not_before = now() + interval '4 hours' WHERE id = $1", [id]);
  const mail = { ...runtime.mail, server: catcher.settings, rendererOrigins: new Set<string>() };
  const worker = await startMail(runtime, { databaseUrl: url, mail });
  await worker?.stop();
  const [row] = await db.query("SELECT not_before <= now() AS is_due FROM message WHERE id = $1", [id]);
  assert.deepEqual(row, { is_due: true });
});

test("P34: the mail of an offer, for which places wait, is not left alone", async () => {
  const pauses = [1, 2, 12, 13, 50].map((ownFailures) => pauseAfter({ kind: "TICKETS", ownFailures }));
  assert.deepEqual(pauses, [5, 10, 10_240, 14_400, 14_400]);
  assert.equal(pauseAfter({ kind: "WAITING_LIST_OFFER", ownFailures: 13 }), 0);
});

test("P34: an outage of a week leaves a message that fails after it its own failures", async () => {
  await catcher.behave("refuse4xx", "after@example.com");
  const runtime = messageRuntime(db, catcher.server);
  const id = await (await openMessages(db)).queue("after@example.com");
  await db.query("UPDATE message SET queued_at = now() - interval '8 days', tries = 3000 WHERE id = $1", [id]);
  assert.equal(await tryOnce(runtime, id), "again");
});

test("P34: a refusal of the sender is about every message: none is given up, and nothing is rendered for a minute", async (t) => {
  const quota = "550 5.4.6 Daily quota of the sender exceeded";
  const { client: server } = await openRelay(t, ["MAIL", quota]);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let rendered = 0;
  const runtime = messageRuntime(db, server, (renderer, request) => {
    rendered += 1;
    return renderKind(renderer, request);
  });
  const { queue } = await openMessages(db);
  const ids = [await queue("one@example.com"), await queue("two@example.com")];
  const age = () => db.query("UPDATE message SET queued_at = now() - interval '8 days', own_failures = 29");
  await age();
  for (const id of ids) assert.equal(await tryOnce(runtime, id), "again");
  assert.deepEqual([await stateOf(String(ids[0])), rendered], ["QUEUED", 1]);
  const [row] = await db.query("SELECT own_failures, not_before <= now() AS is_due FROM message WHERE id = $1", [
    ids[0],
  ]);
  assert.deepEqual(row, { own_failures: 29, is_due: true });
  t.mock.timers.tick(60_000);
  for (const id of ids) assert.equal(await tryOnce(runtime, id), "again");
  assert.equal(rendered, 2);
  assert.match((await messageOf(db, String(ids[1])))?.last_error ?? "", /Daily quota/);
});

for (const refusal of [
  ["RCPT", "451 4.3.0 Temporary lookup failure"],
  ["RCPT", "450 4.7.1 Quota of the sender exceeded"],
  ["RCPT", "550 5.7.1 Relaying denied"],
  [".", "452 4.3.1 The disk is full"],
] as const)
  test(`P34: a server that answers ${refusal[1]} to every message leaves none alone, and is said to be the cause`, async (t) => {
    const faults: unknown[] = [];
    const note = (measured: unknown) =>
      Object(measured).metric === "foyer_service_mail_faults_total" && faults.push(Object(measured).labels);
    subscribe(MEASUREMENTS, note);
    t.after(() => unsubscribe(MEASUREMENTS, note));
    const { client, relay } = await openRelay(t, refusal);
    const runtime = messageRuntime(db, client);
    const { queue } = await openMessages(db);
    const only = await queue("only@example.com");
    const others = [await queue("second@example.com"), await queue("third@example.com")];
    await db.query("UPDATE message SET queued_at = now() - interval '13 hours' WHERE id = ANY ($1::uuid[])", [
      [only, ...others],
    ]);
    assert.equal(await tryOnce(runtime, only), "again");
    assert.deepEqual(
      [await ownFailuresOf(db, only), faults],
      [{ own_failures: 1, is_left: true }, []],
      "nothing else was tried",
    );
    for (const id of others) {
      assert.equal(await tryOnce(runtime, id), "again");
      assert.deepEqual(await ownFailuresOf(db, id), { own_failures: 0, is_left: false });
      const said = (await messageOf(db, id))?.last_error ?? "";
      assert.ok(said.startsWith("The mail server: answered with an error (") && said.includes(refusal[1]), said);
    }
    assert.deepEqual(faults, Array(2).fill({ at: "mail server", cause: "answered with an error" }));
    relay.refusal = undefined;
    for (const id of [...others, only]) assert.equal(await tryOnce(runtime, id), "settled", "its pause has ended");
  });

test("P34: while a server refuses every one of many messages, nothing is rendered or sent for a minute at a time", async (t) => {
  const { client, relay } = await openRelay(t, ["RCPT", "451 4.3.0 Temporary lookup failure"]);
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const send = (at: number) =>
    client.send({ id: String(at), recipient: `many${at}@example.com`, language: "en", subject: "S", text: "T" });
  for (let at = 0; at < 10; at += 1) await send(at);
  assert.equal(await client.whyAway(), undefined, "these few cost nothing");
  await send(10);
  assert.equal((await client.whyAway())?.cause, "answered with an error");
  t.mock.timers.tick(60_000);
  assert.equal(await client.whyAway(), undefined);

  await send(10);
  t.mock.timers.tick(30_000);
  const { refusal } = relay;
  relay.refusal = undefined;
  await send(11);
  assert.equal(await client.whyAway(), undefined, "it accepts messages");
  relay.refusal = refusal;
  for (let at = 12; at < 23; at += 1) await send(at);
  t.mock.timers.tick(30_000);
  assert.notEqual(await client.whyAway(), undefined, "the minute of the first time says nothing about the second");
});

test("P34: messages that were refused while others are accepted fail by themselves, also when nothing else is sent later", async () => {
  const runtime = messageRuntime(db, mailServer(catcher.settings));
  const { queue } = await openMessages(db);
  await catcher.behave("refuse4xx", "one@full.example");
  await catcher.behave("refuse4xx", "two@full.example");
  const ids: string[] = [];
  for (const recipient of ["one@full.example", "two@full.example"]) {
    const id = await queue(recipient);
    ids.push(id);
    assert.equal(await tryOnce(runtime, id), "again");
    assert.deepEqual(await ownFailuresOf(db, id), { own_failures: 0, is_left: false }, "it may be every message");
    assert.equal(await tryOnce(runtime, await queue("beside@example.com")), "settled");
  }
  const fail = async (worker: typeof runtime, own_failures: number) => {
    for (const id of ids) {
      await pass(db, id, HOUR_SECONDS);
      assert.equal(await tryOnce(worker, id), "again");
      assert.deepEqual(await ownFailuresOf(db, id), { own_failures, is_left: true });
    }
  };
  await fail(runtime, 1);
  await fail(runtime, 2);
  runtime.mailServer.close();
  const restarted = messageRuntime(db, mailServer(catcher.settings));
  await fail(restarted, 3);
  await catcher.behave("accept", "one@full.example");
  await pass(db, String(ids[0]), HOUR_SECONDS);
  assert.equal(await tryOnce(restarted, String(ids[0])), "settled");
  assert.deepEqual(
    await ownFailuresOf(db, String(ids[1])),
    { own_failures: 3, is_left: false },
    "what refused both may have ended",
  );
  restarted.mailServer.close();
});

test("P34: the only message that is refused is tried like every message in an outage for half a day", () => {
  const failure = { result: "failed", reason: "451", cause: "answered with an error" } as const;
  const hours = [1, 11, 13].map((hour) => isLeftAlone(failure, { ageSeconds: hour * HOUR_SECONDS }));
  assert.deepEqual(hours, [false, false, true]);
  assert.equal(isLeftAlone({ ...failure, acceptsOthers: true }, { ageSeconds: 1 }), true);
});

for (const [mode, before] of [
  ["refuse5xx", "A refusal for good"],
  ["refuse4xx", "A refusal for now"],
  ["accept", "The acceptance"],
] as const)
  test(`P34: ${before.toLowerCase()} of the old address ends or delays no message whose address is corrected meanwhile`, async () => {
    const [old, right] = [`old-${mode}@example.com`, `right-${mode}@example.com`];
    await catcher.behave(mode, old);
    const id = await (await openMessages(db)).queue(old);
    const server = mailServer(catcher.settings);
    const send: typeof server.send = async (mail) => {
      const sent = await server.send(mail);
      if (mail.recipient === old) await redirectMessage(db, id, right);
      return sent;
    };
    const runtime = messageRuntime(db, { ...server, send });
    await db.query("UPDATE message SET queued_at = now() - interval '13 hours', own_failures = 12 WHERE id = $1", [id]);
    assert.equal(await tryOnce(runtime, id), "again");
    assert.deepEqual(await ownFailuresOf(db, id), { own_failures: 0, is_left: null });
    assert.equal(await tryOnce(runtime, id), "settled");
    assert.equal((await catcher.messages(right)).length, 1);
    server.close();
  });

test("P34: a try that a later one took over gives nothing up", async () => {
  const id = await (await openMessages(db)).queue("overtaken@example.com");
  const send = async () => {
    await db.query("UPDATE message SET tries = tries + 1 WHERE id = $1", [id]);
    return { result: "refused", reason: "550" } as const;
  };
  assert.equal(await tryOnce(messageRuntime(db, { ...catcher.server, send }), id), "again");
  assert.equal(await stateOf(id), "QUEUED");
});
