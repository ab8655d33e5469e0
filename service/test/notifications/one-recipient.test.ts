import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { emailAddressOf } from "#src/platform/domain/email-address.ts";
import { type TestDatabase, testDatabase } from "#test/cluster.ts";
import { type MailCatcher, startMailCatcher } from "#test/mail-catcher.ts";
import { messageOf, messageWorld, openMessages, tryOnce } from "./message-stage.ts";

let database: TestDatabase;
let catcher: MailCatcher;

before(async () => {
  [database, catcher] = await Promise.all([testDatabase(), startMailCatcher()]);
});
after(async () => {
  catcher.server.close();
  catcher.stop();
  await database.drop();
});

/** One of each class that parsers of headers, of SMTP paths and of IDNA read differently, and some that they all accept. */
const CORPUS = [
  ...["a@one.example,b@two.example", "a@one.example\r\nRCPT TO:<b@two.example>", "a@one.example>,<b@two.example"],
  ...['"b@two.example" <a@one.example>', "friends: a@one.example, b@two.example;", "a@one.example (b@two.example)"],
  ...['"a@two.example"@one.example', "@two.example:a@one.example", "a%two.example@one.example"],
  ...["a@one.example@two.example", "=?utf-8?q?b=40two.example=3e=0d=0a?=a@one.example", "a@[127.0.0.1]"],
  ...["a@BÜCHER.example", "a@one\u3002example", "a@\u0430pple.example", "#!$%&'*+-/=?^_`{}|~@one.example"],
];

for (const [at, typed] of CORPUS.entries()) {
  const validated = emailAddressOf(typed);
  const outcome = validated === undefined ? "sends nothing to" : `sends only to ${validated} for`;
  test(`P27: ${outcome} ${JSON.stringify(typed)}`, async () => {
    const world = messageWorld(database.db, catcher.server, async () => ({
      result: "rendered",
      content: { subject: `corpus ${at}.`, text: "Text" },
    }));
    const id = await (await openMessages(database.db)).queue(typed);
    assert.equal(await tryOnce(world, id), "settled");
    const sent = (await catcher.messages()).filter(({ subject }) => subject === `corpus ${at}.`);
    assert.deepEqual(
      sent.map(({ to }) => to),
      validated === undefined ? [] : [[validated]],
    );
    assert.equal((await messageOf(database.db, id))?.state, validated === undefined ? "DEAD" : "SENT");
    assert.ok(sent.every(({ headers }) => headers.to === validated && !headers.cc && !headers.bcc));
  });
}

test("P27: a name or a subject with line ends adds no header", async () => {
  const world = messageWorld(database.db, catcher.server, async () => ({
    result: "rendered",
    content: { subject: "Hamlet\r\nBcc: b@two.example", text: "Text\r\n.\r\nRCPT TO:<b@two.example>\r\n" },
  }));
  await tryOnce(world, await (await openMessages(database.db)).queue("names@one.example"));
  const [message] = await catcher.messages("names@one.example");
  assert.deepEqual([message?.to, message?.headers.bcc], [["names@one.example"], undefined]);
  assert.match(message?.text ?? "", /^Text\s+\.\s+RCPT TO/);
  assert.equal((await catcher.messages("b@two.example")).length, 0);
});
