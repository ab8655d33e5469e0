import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { pipeline } from "node:stream";
import { test } from "node:test";
import { mailServer } from "#src/notifications/outside/mail-server.ts";
import { emailAddressOf } from "#src/platform/domain/email-address.ts";
import { freePort } from "#test/programs.ts";
import { until } from "#test/until.ts";
import {
  messageOf,
  messageRuntime,
  openMail,
  openMessages,
  openRelay,
  pass,
  renderKind,
  tryOnce,
} from "./message-stage.ts";

const { db, catcher } = await openMail();

test("sends what the storefront rendered, once, from the sender and with the bounce address of the settings", async () => {
  const runtime = messageRuntime(db, catcher.server);
  const id = await (await openMessages(db)).queue("ada@example.com", { language: "de" });
  assert.equal(await tryOnce(runtime, id), "settled");
  assert.equal(await tryOnce(runtime, id), "settled");
  const [message, ...more] = await catcher.messages("ada@example.com");
  assert.equal(more.length, 0);
  assert.equal(message?.subject, "Message: TICKETS");
  assert.equal(message?.headers["message-id"], `<${id}@playhouse.example>`);
  assert.equal(message?.returnPath, "bounces@playhouse.example");
  assert.equal(message?.headers["auto-submitted"], "auto-generated");
  assert.equal(message?.headers["content-language"], "de");
  assert.match(message?.from ?? "", /^"The Playhouse, “Nelson”" <tickets@playhouse\.example>$/);
  assert.equal(message?.headers["list-unsubscribe"], undefined);
  assert.deepEqual(
    message?.attachments.map(({ filename, contentType }) => [filename, contentType]),
    [["tickets.pdf", "application/pdf"]],
  );
  assert.deepEqual(await messageOf(db, id), {
    state: "SENT",
    tries: 1,
    last_error: null,
    recipient: "ada@example.com",
  });
});

test("P34: a refusal for now is tried again, a refusal for good is given up at once", async () => {
  const runtime = messageRuntime(db, catcher.server);
  const { queue } = await openMessages(db);
  await catcher.behave("refuse4xx", "later@example.com");
  await catcher.behave("refuse5xx", "never@example.com");
  const [later, never] = [await queue("later@example.com"), await queue("never@example.com")];
  assert.deepEqual([await tryOnce(runtime, later), await tryOnce(runtime, never)], ["again", "settled"]);
  const [waiting, dead] = [await messageOf(db, later), await messageOf(db, never)];
  assert.deepEqual([waiting?.state, dead?.state], ["QUEUED", "DEAD"]);
  assert.match(waiting?.last_error ?? "", /451/);
  assert.match(dead?.last_error ?? "", /550/);
  assert.doesNotMatch(`${waiting?.last_error}${dead?.last_error}`, /later@|never@/);
  await catcher.behave("accept", "later@example.com");
  await pass(db, later, 5);
  assert.equal(await tryOnce(runtime, later), "settled");
  assert.equal((await messageOf(db, later))?.state, "SENT");
});

test("P33: a message whose acknowledgement is lost is sent again under the same Message-ID", async () => {
  const runtime = messageRuntime(db, catcher.server);
  const id = await (await openMessages(db)).queue("twice@example.com");
  await catcher.behave("drop", "twice@example.com");
  assert.equal(await tryOnce(runtime, id), "again");
  await catcher.behave("accept", "twice@example.com");
  await pass(db, id, 5);
  assert.equal(await tryOnce(runtime, id), "settled");
  const messages = await catcher.messages("twice@example.com");
  assert.deepEqual(
    messages.map(({ headers }) => headers["message-id"]),
    [`<${id}@playhouse.example>`, `<${id}@playhouse.example>`],
  );
});

test("while the mail server takes nothing, nothing is rendered or counted as a try, and it is looked at again after a pause", async () => {
  let rendered = 0;
  const server = mailServer({ ...catcher.settings, port: 9 });
  const pauses: number[] = [];
  const runtime = {
    ...messageRuntime(db, server, (renderer, request) => {
      rendered += 1;
      return renderKind(renderer, request);
    }),
    steadyClock: { elapsedMs: () => 0, pause: async (ms: number) => void pauses.push(ms) },
  };
  const { queue } = await openMessages(db);
  const ids = [await queue("first@example.com"), await queue("second@example.com"), await queue("third@example.com")];
  for (const id of ids) assert.equal(await tryOnce(runtime, id), "again");
  assert.equal(rendered, 1, "the try that found it");
  assert.deepEqual(pauses, [10_000, 10_000]);
  const found = await Promise.all(ids.map((id) => messageOf(db, id)));
  assert.deepEqual(
    found.map((one) => one?.tries),
    [1, 0, 0],
  );
  assert.ok(found.every((one) => one?.last_error?.startsWith("The mail server: connection refused (")));
  server.close();
});

test("P34: a message that breaks its connection is no outage: others are sent", async () => {
  const runtime = messageRuntime(db, catcher.server);
  const { queue } = await openMessages(db);
  await catcher.behave("drop", "breaks@example.com");
  assert.equal(await tryOnce(runtime, await queue("breaks@example.com")), "again");
  assert.equal(await tryOnce(runtime, await queue("beside@example.com")), "settled");
});

test("P34: a wrong password or a server that is away fails every message for now, and gives up none", async () => {
  const away = mailServer({ ...catcher.settings, port: 9 });
  const secured = mailServer({ ...catcher.settings, tls: "required" });
  for (const server of [away, secured]) {
    const id = await (await openMessages(db)).queue("away@example.com");
    assert.equal(await tryOnce(messageRuntime(db, server), id), "again");
    assert.equal((await messageOf(db, id))?.state, "QUEUED");
    server.close();
  }
  assert.equal((await catcher.messages("away@example.com")).length, 0);
});

test("a message that was refused for now for a week is given up with the refusal, and so is one to something that is no address", async () => {
  const runtime = messageRuntime(db, catcher.server);
  const { queue } = await openMessages(db);
  await catcher.behave("refuse4xx", "old@example.com");
  await catcher.behave("refuse4xx", "few@example.com");
  const [old, few] = [await queue("old@example.com"), await queue("few@example.com")];
  const wrong = await queue("a@b.example, c@d.example");
  const age = (id: string, ownFailures: number) =>
    db.query("UPDATE message SET queued_at = now() - interval '8 days', own_failures = $2 WHERE id = $1", [
      id,
      ownFailures,
    ]);
  await Promise.all([age(old, 29), age(few, 28)]);
  assert.deepEqual([await tryOnce(runtime, old), await tryOnce(runtime, wrong)], ["settled", "settled"]);
  assert.equal((await messageOf(db, old))?.state, "DEAD");
  assert.match((await messageOf(db, old))?.last_error ?? "", /451/);
  assert.equal((await messageOf(db, wrong))?.last_error, "The recipient is not an email address.");
  assert.equal(await tryOnce(runtime, await queue("between@example.com")), "settled");
  assert.equal(await tryOnce(runtime, few), "again", "a week of outages leaves a message its failures");
});

test("P34: an outage of more than a week gives up no message, and each is sent after its end", async () => {
  const { queue } = await openMessages(db);
  const id = await queue("waited@example.com");
  await db.query("UPDATE message SET queued_at = now() - interval '8 days', tries = 3000 WHERE id = $1", [id]);
  const port = await freePort();
  const server = mailServer({ ...catcher.settings, port });
  const runtime = messageRuntime(db, server);
  assert.equal(await tryOnce(runtime, id), "again");
  assert.match((await messageOf(db, id))?.last_error ?? "", /^The mail server: connection refused \(/);

  const way = createServer(
    (socket) => void pipeline(socket, connect(catcher.settings.port, "127.0.0.1"), socket, () => {}),
  );
  await once(way.listen(port, "127.0.0.1"), "listening");
  await until("a look finds the server", async () => (await server.whyAway()) === undefined);
  assert.equal(await tryOnce(runtime, id), "settled");
  assert.equal((await messageOf(db, id))?.state, "SENT");
  server.close();
  way.close();
});

test("a message whose recipient is corrected while it is rendered goes to the new address alone", async () => {
  const id = await (await openMessages(db)).queue("mistyped@example.com");
  const correct = () => db.query("UPDATE message SET recipient = 'corrected@example.com' WHERE id = $1", [id]);
  const runtime = messageRuntime(db, catcher.server, async (renderer, request) => {
    if (request.recipient === "mistyped@example.com") await correct();
    return renderKind(renderer, request);
  });
  assert.deepEqual([await tryOnce(runtime, id), await tryOnce(runtime, id)], ["again", "settled"]);
  assert.equal((await catcher.messages("mistyped@example.com")).length, 0);
  assert.equal((await catcher.messages("corrected@example.com")).length, 1);
});

test("P33: a try that was taken over by a later one while it was rendered does not send", async () => {
  const id = await (await openMessages(db)).queue("taken-over@example.com");
  const later = messageRuntime(db, catcher.server);
  const slow = messageRuntime(db, catcher.server, async (renderer, request) => {
    assert.equal(await tryOnce(later, id), "settled");
    return renderKind(renderer, request);
  });
  assert.equal(await tryOnce(slow, id), "again");
  assert.equal((await catcher.messages("taken-over@example.com")).length, 1);
});

test("a refusal by the server's policy, such as of relaying, is tried again", async (t) => {
  const { client } = await openRelay(t, ["RCPT", "550 5.7.1 Relay access denied"]);
  const id = await (await openMessages(db)).queue("policy@example.com");
  assert.equal(await tryOnce(messageRuntime(db, client), id), "again");
  const waiting = await messageOf(db, id);
  assert.equal(waiting?.state, "QUEUED");
  assert.match(waiting?.last_error ?? "", /Relay access denied/);
});

/** One of each class that parsers of headers, of SMTP paths and of IDNA read differently, and some that they all accept. */
const CORPUS = [
  "a@one.example,b@two.example",
  "a@one.example\r\nRCPT TO:<b@two.example>",
  "a@one.example>,<b@two.example",
  '"b@two.example" <a@one.example>',
  "friends: a@one.example, b@two.example;",
  "a@one.example (b@two.example)",
  '"a@two.example"@one.example',
  "@two.example:a@one.example",
  "a%two.example@one.example",
  "a@one.example@two.example",
  "=?utf-8?q?b=40two.example=3e=0d=0a?=a@one.example",
  "a@[127.0.0.1]",
  "a@BÜCHER.example",
  "a@one\u3002example",
  "a@\u0430pple.example",
  "#!$%&'*+-/=?^_`{}|~@one.example",
];

test("P27: a message goes to exactly the address that was validated, whatever was typed", async () => {
  for (const [at, typed] of CORPUS.entries()) {
    const validated = emailAddressOf(typed);
    const runtime = messageRuntime(db, catcher.server, async () => ({
      result: "rendered",
      content: { subject: `corpus ${at}.`, text: "Text" },
    }));
    const id = await (await openMessages(db)).queue(typed);
    assert.equal(await tryOnce(runtime, id), "settled", typed);
    const sent = (await catcher.messages()).filter(({ subject }) => subject === `corpus ${at}.`);
    assert.deepEqual(
      sent.map(({ to }) => to),
      validated === undefined ? [] : [[validated]],
      typed,
    );
    assert.equal((await messageOf(db, id))?.state, validated === undefined ? "DEAD" : "SENT", typed);
    assert.ok(
      sent.every(({ headers }) => headers.to === validated && !headers.cc && !headers.bcc),
      typed,
    );
  }
});

test("P27: a name or a subject with line ends adds no header", async () => {
  const runtime = messageRuntime(db, catcher.server, async () => ({
    result: "rendered",
    content: { subject: "Hamlet\r\nBcc: b@two.example", text: "Text\r\n.\r\nRCPT TO:<b@two.example>\r\n" },
  }));
  await tryOnce(runtime, await (await openMessages(db)).queue("names@one.example"));
  const [message] = await catcher.messages("names@one.example");
  assert.deepEqual([message?.to, message?.headers.bcc], [["names@one.example"], undefined]);
  assert.match(message?.text ?? "", /^Text\s+\.\s+RCPT TO/);
  assert.equal((await catcher.messages("b@two.example")).length, 0);
});
