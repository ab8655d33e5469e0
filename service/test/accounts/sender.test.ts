import assert from "node:assert/strict";
import test from "node:test";
import type { Mail, MailServer } from "#src/notifications/domain/message.ts";
import { deliverMessage } from "#src/notifications/use-cases/deliver-message.ts";
import type { NewMessage } from "#src/platform/store/outbox.ts";
import { queueMessages } from "#src/platform/store/outbox.ts";
import { messageRuntime, RENDERER } from "#test/notifications/message-stage.ts";
import { at, openShop } from "#test/test-app.ts";
import { endLinks, mailbox, PAGE, refusalOf } from "./mailed-links.ts";

const { db, accountId, shop, stranger, addUser, close } = await openShop();
test.after(close);
const mere = await addUser("mere", ["MANAGE"]);
const { deliver, keyTo } = mailbox(db);

const path = `/account/${accountId}`;
const change = (body: object, ask = mere) => ask("PUT", path, body);
const read = async () => Object((await shop("GET", path)).body);
const confirm = (key: string, ask = shop) => ask("POST", "/mailLink/confirm", { key });
const changesOfAccount = async () => {
  const [row] = await db.query<{ count: number }>(
    "SELECT count(*) AS count FROM catalogue_change WHERE kind = 'ACCOUNT' AND account_id = $1",
    [accountId],
  );
  return row?.count ?? 0;
};

/** Lets the worker send a message of the account, and returns what the mail server is given. */
async function sent(message: Pick<NewMessage, "kind" | "details">): Promise<Mail | undefined> {
  const mails: Mail[] = [];
  const server: MailServer = {
    send: async (mail) => {
      mails.push(mail);
      return { result: "sent" };
    },
    whyAway: async () => undefined,
    close: () => {},
  };
  const key = `sender ${Math.random()}`;
  const to = { accountId, recipient: "ada@example.com", language: "en", renderer: RENDERER, key };
  await db.transaction((tx) => queueMessages(tx, [{ ...to, ...message } as NewMessage]));
  const [row] = await db.query<{ id: string }>("SELECT id FROM message WHERE key = $1", [key]);
  await deliverMessage(messageRuntime(db, server), row?.id ?? "");
  return mails[0];
}

test("the colour is kept in lower case, is what everybody reads, and shops poll that it changed", async () => {
  assert.deepEqual((await read()).brand, { colour: null });
  const before = await changesOfAccount();
  assert.equal(refusalOf(await change({ brand: { colour: "#0B5D5E" } })), "fine");
  assert.deepEqual((await read()).brand, { colour: "#0b5d5e" });
  assert.equal(await changesOfAccount(), before + 1);
  for (const colour of ["#0b5", "0b5d5e", "#0b5d5e80", "#0b5d5g", "red", "#0b5d5e;}", " #0b5d5e"])
    assert.equal(refusalOf(await change({ brand: { colour } })), "400 brand.colour wrong_format", colour);
  assert.equal(refusalOf(await change({ brand: {} })), "fine");
  assert.deepEqual((await read()).brand, { colour: "#0b5d5e" });
  await change({ brand: { colour: null } });
  assert.deepEqual((await read()).brand, { colour: null });
});

test("an address for replies is used once its mail is confirmed, and the log has both", async () => {
  assert.equal(refusalOf(await change({ replyTo: "office@example.com" })), "400 link required");
  assert.equal(refusalOf(await change({ replyTo: "Office@EXAMPLE.com", ...PAGE })), "fine");
  assert.partialDeepStrictEqual(await read(), { replyTo: null, replyToPending: "Office@example.com" });
  const [letter] = await deliver("Office@example.com");
  assert.partialDeepStrictEqual(letter, { kind: "REPLY_TO_CONFIRM", details: { account: "The harbour account" } });
  assert.equal((await sent({ kind: "FIND_TICKETS", details: { orders: [] } } as never))?.replyTo, undefined);

  const key = String(letter?.details.link).slice(-43);
  assert.equal(refusalOf(await confirm(key, stranger)), "400 key link_ended");
  const { version } = await read();
  assert.equal(refusalOf(await confirm(key)), "fine");
  assert.partialDeepStrictEqual(await read(), {
    replyTo: "Office@example.com",
    replyToPending: null,
    version: version + 1,
  });
  assert.equal(refusalOf(await confirm(key)), "400 key link_ended");
  const rows = await db.query<{ after: object }>(
    "SELECT after FROM change_entry WHERE kind = 'account' ORDER BY id DESC LIMIT 2",
  );
  assert.deepEqual(
    rows.map(({ after }) => after),
    [{ replyTo: "Office@example.com", replyToPending: null }, { replyToPending: "Office@example.com" }],
  );
  const entries = at(await mere("GET", `${path}/auditLog`), "entries") as readonly { readonly call: string }[];
  const confirmed = entries.filter(({ call }) => call === "POST /mailLink/confirm");
  assert.equal(confirmed.length, 1, "a refused one is not in the log");
  assert.partialDeepStrictEqual(confirmed[0], {
    user: { username: "mere" },
    status: 200,
    network: "127.0.0.1",
    what: { id: accountId, name: "The harbour account", link: `/v2/account/${accountId}` },
    before: { replyTo: null, replyToPending: "Office@example.com" },
    after: { replyTo: "Office@example.com", replyToPending: null },
  });
});

test("another address, the present one, none and the end of the manager's access end a link; a stale change ends nothing", async () => {
  const ask = (replyTo: string | null, more: object = {}) => change({ replyTo, ...PAGE, ...more });
  await ask("one@example.com");
  const one = await keyTo("one@example.com");
  await ask("two@example.com");
  assert.equal(refusalOf(await confirm(one)), "400 key link_ended");
  const two = await keyTo("two@example.com");
  assert.equal((await ask("three@example.com", { version: 1 })).status, 409);
  assert.deepEqual(await deliver("three@example.com"), []);
  assert.equal(refusalOf(await confirm(two)), "fine");

  await ask("four@example.com");
  const four = await keyTo("four@example.com");
  await change({ replyTo: "two@example.com" });
  assert.partialDeepStrictEqual(await read(), { replyTo: "two@example.com", replyToPending: null });
  assert.equal(refusalOf(await confirm(four)), "400 key link_ended");

  const boss = await addUser("boss", ["MANAGE"]);
  assert.equal(refusalOf(await change({ replyTo: "boss@example.com", ...PAGE }, boss)), "fine");
  const ofBoss = await keyTo("boss@example.com");
  await mere("PUT", `/user/${at(await boss("GET", "/user/login"), "id")}`, { disabled: true });
  assert.equal(refusalOf(await confirm(ofBoss)), "400 key link_ended");

  await ask("five@example.com");
  const five = await keyTo("five@example.com");
  await endLinks(db, "five@example.com");
  assert.equal(refusalOf(await confirm(five)), "400 key link_ended");
  await change({ replyTo: null });
  assert.partialDeepStrictEqual(await read(), { replyTo: null, replyToPending: null });
});

test("of two who confirm at once, one does, and above the limit no mail is sent and the address that waits stays", async () => {
  await change({ replyTo: "atonce@example.com", ...PAGE });
  const key = await keyTo("atonce@example.com");
  const both = await Promise.all([confirm(key), confirm(key)]);
  assert.deepEqual(both.map(refusalOf).toSorted(), ["400 key link_ended", "fine"]);

  await change({ replyTo: "waits@example.com", ...PAGE });
  const waits = await keyTo("waits@example.com");
  await db.query("UPDATE payment_try SET tries = 50 WHERE name = $1", [`reply-to ${accountId}`]);
  assert.equal(refusalOf(await change({ replyTo: "over@example.com", ...PAGE })), "429  sent_too_often");
  assert.equal((await read()).replyToPending, "waits@example.com");
  assert.equal(refusalOf(await confirm(waits)), "fine");
});

test("mail to buyers has the account's sender and address for replies, and mail to the organiser the operator's", async () => {
  await change({ senderName: "  Harbour, Theatres " });
  await db.query("UPDATE account SET reply_to = 'office@example.com' WHERE id = $1", [accountId]);
  const cancelled = await sent({ kind: "CANCELLED", details: { event: 1, refunds: true, choices: false } });
  assert.partialDeepStrictEqual(cancelled, { senderName: "Harbour, Theatres", replyTo: "office@example.com" });
  const asked = await sent({ kind: "REFUND_REQUESTED", details: { admissions: [], reason: "I broke my leg." } });
  assert.deepEqual([asked?.recipient, asked?.senderName, asked?.replyTo], ["ada@example.com", undefined, undefined]);
});

test("neither has a line break, a control character or a second address", async () => {
  for (const senderName of ["Ada\nBcc: eve@example.com", "Ada\r\nBcc: eve@example.com", "Ada\u0000", "Ada\u202e"])
    assert.equal((await change({ senderName })).status, 400, JSON.stringify(senderName));
  for (const replyTo of ["a@example.com, b@example.com", "a@example.com\nBcc: b@example.com", "a@b@example.com", "<>"])
    assert.equal((await change({ replyTo, ...PAGE })).status, 400, JSON.stringify(replyTo));
  assert.equal(at(await mere("GET", path), "senderName"), "Harbour, Theatres", "the control");
});
