import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import test from "node:test";
import { mailPasswordLink } from "#src/accounts/use-cases/forgotten-passwords.ts";
import { forgetMailLinks } from "#src/accounts/use-cases/mail-links.ts";
import type { MailServer } from "#src/notifications/domain/message.ts";
import { deliverMessage } from "#src/notifications/use-cases/deliver-message.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { MEASUREMENTS, type Measurement } from "#src/platform/domain/measure.ts";
import { recording } from "#test/fakes.ts";
import { messageRuntime } from "#test/notifications/message-stage.ts";
import { testRuntime } from "#test/runtime.ts";
import { asking, at, openShop } from "#test/test-app.ts";
import { endLinks, keptText, mailbox, PAGE, PASSWORD, refusalOf } from "./mailed-links.ts";

const { app, db, accountId, shop, promoter, stranger, addUser, close } = await openShop();
test.after(close);
const { deliver, keyTo } = mailbox(db);

const SHOP: Caller = {
  id: 1,
  name: "Shop",
  email: "",
  passwordVersion: 1,
  scanDates: null,
  capabilities: new Set(["PUBLIC"] as const),
  account: { id: accountId, name: "Harbour", currency: "NZD" },
};

/** Adds a user with an address of their own. */
async function person(name: string, capabilities: Parameters<typeof addUser>[1] = ["ORDERS"]) {
  const ask = await addUser(name, capabilities);
  const id = Number(at(await ask("GET", "/user/login"), "id"));
  await promoter("PUT", `/user/${id}`, { email: `${name}@example.com` });
  return { id, ask, email: `${name}@example.com` };
}
const forget = (username: string, more: object = {}, ask = shop) =>
  ask("POST", "/user/password/forgotten", { username, ...PAGE, ...more });
const set = (key: string, password = PASSWORD, ask = shop) => ask("POST", "/user/password/byLink", { key, password });
const queued = () =>
  db.query<{ recipient: string }>("SELECT recipient FROM message WHERE kind = 'PASSWORD_LINK' ORDER BY created_at");

test("sets a new password by the link, once, and ends every token of the user", async () => {
  const { ask, email } = await person("mere");
  const token = { scopes: ["ORDERS"], expiresAt: new Date(Date.now() + 60_000).toISOString(), name: "Script" };
  const withToken = asking(app, "mere", String(at(await ask("POST", "/user/token", token), "token")));
  assert.equal((await withToken("GET", "/user/login")).status, 200);
  for (const typed of ["MERE", " Mere@Example.com "]) assert.equal(refusalOf(await forget(typed)), "fine");
  const letters = await deliver(email);
  assert.deepEqual(
    letters.map(({ kind, details }) => [kind, details.name]),
    Array(2).fill(["PASSWORD_LINK", "Ada Lovelace"]),
  );
  const [first = "", second = ""] = letters.map(({ details }) => String(details.link).slice(-43));
  const kept = await keptText(db);
  assert.ok([first, second].every((key) => key.length === 43 && !kept.includes(key)));

  assert.equal(refusalOf(await set(first, "short")), "400 password password_unfit");
  assert.equal(refusalOf(await set(first, "Ada Lovelace")), "400 password password_unfit");
  assert.equal(refusalOf(await set(first)), "fine");
  assert.deepEqual([refusalOf(await set(first)), refusalOf(await set(second))], Array(2).fill("400 key link_ended"));
  assert.equal((await asking(app, "mere", PASSWORD)("GET", "/user/login")).status, 200);
  assert.deepEqual(
    [(await ask("GET", "/user/login")).status, (await withToken("GET", "/user/login")).status],
    [401, 401],
  );
});

test("of two links that are used at once, one sets its password", async () => {
  const { email } = await person("both");
  await forget("both");
  await forget("both");
  const keys = (await deliver(email)).map(({ details }) => String(details.link).slice(-43));
  const both = await Promise.all(keys.map((key, at) => set(key, `${PASSWORD} ${at}`)));
  assert.deepEqual(both.map(refusalOf).toSorted(), ["400 key link_ended", "fine"]);
  const won = both.findIndex(({ status }) => status === 200);
  assert.equal((await asking(app, "both", `${PASSWORD} ${won}`)("GET", "/user/login")).status, 200);
});

test("a link ends by time, with another password, another address and the user's access", async () => {
  for (const [name, change] of [
    ["late", undefined],
    ["changed", { password: PASSWORD }],
    ["moved", { email: "elsewhere@example.com" }],
    ["disabled", { disabled: true }],
    ["shopkeeper", { sellCapabilities: ["PUBLIC"] }],
  ] as const) {
    const { id, email } = await person(name);
    await forget(name);
    const key = await keyTo(email);
    assert.equal((await shop("POST", "/mailLink/find", { key })).status, 200, "the control");
    if (change === undefined) await endLinks(db, email);
    else assert.equal(refusalOf(await promoter("PUT", `/user/${id}`, change)), "fine");
    assert.equal(refusalOf(await set(key)), "400 key link_ended", name);
  }
});

test("a link that has ended before its mail is sent is not sent", async () => {
  const { email } = await person("ended");
  await forget("ended");
  await endLinks(db, email);
  assert.deepEqual(await deliver(email), []);
  const [row] = await db.query("SELECT state FROM message WHERE recipient = $1", [email]);
  assert.deepEqual(row, { state: "CANCELLED" });
});

test("a manager who may also sell, as setup makes the first one, gets a link", async () => {
  const { email } = await person("first", ["PUBLIC", "BOX_OFFICE", "SCAN", "MANAGE"]);
  await forget("first");
  assert.equal(refusalOf(await set(await keyTo(email))), "fine");
});

test("answers the same and does the same for names that nobody has, and for users who get nothing", async () => {
  const disabled = await person("gone");
  await promoter("PUT", `/user/${disabled.id}`, { disabled: true });
  await person("known");
  const seller = await person("seller", ["PUBLIC", "ORDERS"]);
  const without = await person("without");
  await promoter("PUT", `/user/${without.id}`, { email: "" });
  const before = (await queued()).length;

  const known = await forget("known");
  for (const typed of ["unknown", "unknown@example.com", "gone", seller.email, "without", "shop"]) {
    const answered = await forget(typed);
    assert.deepEqual([answered.status, answered.body], [known.status, known.body], typed);
  }
  const rows = (await queued()).slice(before).map(({ recipient }) => recipient);
  assert.deepEqual(rows, ["known@example.com", ...Array(6).fill("nobody@foyer.invalid")]);
  assert.equal((await deliver("known@example.com")).length, 1, "the control");
  assert.deepEqual(await deliver("nobody@foyer.invalid"), []);
  assert.equal((await queued()).filter(({ recipient }) => recipient.startsWith("nobody")).length, 0);

  const statements = async (typed: string) => {
    const texts: string[] = [];
    await mailPasswordLink(testRuntime(recording(db, texts)), SHOP, { typed, network: "192.0.2.1" }, PAGE);
    return texts;
  };
  const made = await statements("known");
  assert.ok(made.length > 4);
  assert.deepEqual(await statements("nobody at all"), made);
  assert.deepEqual(await statements("gone"), made);
});

test("a user gets at most three links an hour and ten a day, by name or address", async () => {
  const { email } = await person("often");
  const sent: number[] = [];
  for (let hour = 0; hour < 5; hour += 1) {
    for (let times = 0; times < 5; times += 1) await forget(times % 2 === 0 ? "often" : email);
    sent.push((await deliver(email)).length);
    await db.query("UPDATE payment_try SET ends_at = now() WHERE name LIKE 'forgotten % this hour'");
  }
  assert.deepEqual(sent, [3, 3, 3, 1, 0]);
  await db.query("UPDATE payment_try SET ends_at = now() WHERE name LIKE 'forgotten % today'");
  await forget("often");
  assert.equal((await deliver(email)).length, 1, "the next day");
});

test("an account's users get a number an hour, which names that nobody has do not use up; what is refused is counted", async () => {
  const refusals: unknown[] = [];
  const listen = (measured: unknown) => refusals.push(measured);
  subscribe(MEASUREMENTS, listen);
  const refusedTo = () =>
    (refusals.splice(0) as Measurement[])
      .filter(({ metric }) => metric === "foyer_service_password_links_refused_total")
      .map(({ labels }) => labels.to);
  const { email } = await person("other");
  const counted = (tries: number, of: string) =>
    db.query("UPDATE payment_try SET tries = $2 WHERE name = $1", [`forgotten of ${accountId} ${of}`, tries]);

  await forget("a guess");
  await counted(300, "nobody");
  const before = (await queued()).length;
  assert.equal(refusalOf(await forget("another guess")), "fine");
  assert.equal((await queued()).length, before);
  assert.deepEqual(refusedTo(), ["nobody"]);
  await forget("other");
  assert.equal((await deliver(email)).length, 1);
  assert.deepEqual(refusedTo(), []);

  await counted(300, "users");
  assert.equal(refusalOf(await forget("other")), "fine");
  assert.deepEqual(await deliver(email), []);
  assert.deepEqual(refusedTo(), ["users"]);
  for (const counter of ["users", "nobody"]) await counted(0, counter);
  await forget("other");
  assert.equal((await deliver(email)).length, 1, "the control");
  unsubscribe(MEASUREMENTS, listen);
});

test("counts who was asked for in the audit log, with the network, and has who set a password", async () => {
  const { email } = await person("watched");
  for (let times = 0; times < 2; times += 1) await forget("watched");
  assert.equal(refusalOf(await set(await keyTo(email))), "fine");
  const { entries } = Object((await promoter("GET", `/account/${accountId}/auditLog`)).body);
  const own = (entries as readonly { user: { username: string }; call: string }[]).filter(
    ({ user, call }) => user.username === "watched" && call.startsWith("POST /user/password"),
  );
  const asked = own.find(({ call }) => call === "POST /user/password/forgotten");
  assert.partialDeepStrictEqual(asked, { status: 200, network: "127.0.0.1", times: 2 });
  assert.partialDeepStrictEqual(
    own.find(({ call }) => call === "POST /user/password/byLink"),
    { what: { name: "watched" }, after: { passwordHash: "changed" } },
  );
});

test("finds no user of another account, and a key is of no use there", async () => {
  await person("here");
  const before = (await queued()).length;
  await forget("here", {}, stranger);
  assert.deepEqual((await queued()).slice(before), [{ recipient: "nobody@foyer.invalid" }]);
  await forget("here");
  const key = await keyTo("here@example.com");
  assert.equal(refusalOf(await set(key, PASSWORD, stranger)), "400 key link_ended");
  assert.equal(refusalOf(await set(key)), "fine");
});

test("without a storefront that renders, the service's own text has the link", async () => {
  const { email } = await person("plain");
  await forget("plain", { messages: undefined });
  const texts: string[] = [];
  const server: MailServer = {
    send: async ({ text }) => {
      texts.push(text);
      return { result: "sent" };
    },
    whyAway: async () => undefined,
    close: () => {},
  };
  const [row] = await db.query<{ id: string }>("SELECT id FROM message WHERE recipient = $1", [email]);
  await deliverMessage(messageRuntime(db, server), row?.id ?? "");
  const [, key = ""] = /^https:\/\/tickets\.example\/de\/link\/([\w-]{43})$/m.exec(texts[0] ?? "") ?? [];
  assert.equal(refusalOf(await set(key)), "fine");
});

test("mails no key to another site, and deletes links that have ended", async () => {
  assert.equal(
    refusalOf(await forget("mere", { link: "https://attacker.example/{key}" })),
    "400 link renderer_refused",
  );
  await db.query("UPDATE mail_link SET expires_at = now() - interval '1 second'");
  await forgetMailLinks(testRuntime(db));
  assert.deepEqual(await db.query("SELECT FROM mail_link WHERE kind = 'PASSWORD'"), []);
});
