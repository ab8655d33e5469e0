import assert from "node:assert/strict";
import test from "node:test";
import { forgetMailLinks } from "#src/accounts/use-cases/mail-links.ts";
import { testRuntime } from "#test/runtime.ts";
import { type Answered, asking, at, openShop } from "#test/test-app.ts";
import { endLinks, idOf, keptText, mailbox, PAGE, PASSWORD, refusalOf } from "./mailed-links.ts";

const { app, db, accountId, shop, promoter, stranger, addUser, putOn, close } = await openShop();
test.after(close);
const mere = await addUser("mere", ["MANAGE"]);
const { deliver, keyTo } = mailbox(db);

const path = `/account/${accountId}/invitations`;
const invite = (email: string, more: object = {}, ask = mere) =>
  ask("POST", path, { email, capabilities: ["SCAN", "ORDERS"], ...PAGE, ...more });
const person = (username: string) => ({ username, password: PASSWORD, firstName: "Hemi", lastName: "Rangi" });
const accept = (key: string, username: string, more: object = {}, ask = shop) =>
  ask("POST", "/invitation/accept", { key, ...person(username), ...more });
const find = (key: string, ask = shop) => ask("POST", "/mailLink/find", { key });
const invitationTo = async (email: string): Promise<object> => {
  const all = at(await promoter("GET", path), "invitations") as readonly { email: string }[];
  return Object(all.find((one) => one.email === email));
};

test("an invited person becomes a user with the access of the invitation, once", async () => {
  const id = idOf(await invite("hemi@example.com"));
  assert.partialDeepStrictEqual(await invitationTo("hemi@example.com"), {
    id,
    capabilities: ["SCAN", "ORDERS"],
    scanDates: null,
    state: "OPEN",
  });
  const [letter] = await deliver("hemi@example.com");
  assert.partialDeepStrictEqual(letter, {
    kind: "INVITATION",
    details: { inviter: "Ada Lovelace", account: "The harbour account", capabilities: ["SCAN", "ORDERS"] },
  });
  const key = String(letter?.details.link).slice(-43);
  assert.equal((await keptText(db)).includes(key), false, "the database has no key");
  for (let times = 0; times < 2; times += 1)
    assert.partialDeepStrictEqual((await find(key)).body, {
      kind: "INVITATION",
      email: "hemi@example.com",
      capabilities: ["SCAN", "ORDERS"],
      account: { id: accountId },
    });

  const user = idOf(await accept(key, "hemi"));
  const signedIn = await asking(app, "hemi", PASSWORD)("GET", "/user/login");
  assert.deepEqual(at(signedIn, "capabilities"), ["SCAN", "ORDERS"]);
  assert.partialDeepStrictEqual((await promoter("GET", `/user/${user}`)).body, {
    firstName: "Hemi",
    email: "hemi@example.com",
    mayManage: false,
  });
  assert.equal(refusalOf(await accept(key, "hemi2")), "400 key link_ended");
  assert.equal((await find(key)).status, 404);
  assert.deepEqual(await invitationTo("hemi@example.com"), {});
});

test("the log names who invited whom with which access, and who accepted it", async () => {
  const id = idOf(await invite("logged@example.com"));
  const user = idOf(await accept(await keyTo("logged@example.com"), "logged"));
  const entries = at(await promoter("GET", `/account/${accountId}/auditLog`), "entries") as readonly {
    call: string;
    what: { id: number } | null;
  }[];
  const of = (call: string) => entries.find((entry) => entry.call === call && entry.what?.id === id);
  const given = { capabilities: ["SCAN", "ORDERS"], scanDates: null };
  assert.partialDeepStrictEqual(of(`POST ${path}`), {
    user: { username: "mere" },
    what: { id, name: "logged@example.com", link: `/v2/invitation/${id}` },
    after: { email: "logged@example.com", ...given },
  });
  const invitedBy = at(await mere("GET", "/user/login"), "id");
  assert.partialDeepStrictEqual(of("POST /invitation/accept"), {
    user: { id: user, username: "logged" },
    after: { user, ...given, invitedBy },
  });
});

test("an invitation gives the dates that it had, in the log by name, and one that is gone gives no right", async () => {
  const { date } = await putOn();
  const scanDates = [{ eventDate: date, endsWithDate: true }];
  const id = idOf(await invite("dated@example.com", { scanDates }));
  const key = await keyTo("dated@example.com");
  const gone = [...scanDates, { eventDate: 999_999, endsWithDate: true }];
  await db.query("UPDATE mail_link SET scan_dates = $1 WHERE email = 'dated@example.com'", [JSON.stringify(gone)]);
  const user = idOf(await accept(key, "dated"));
  const named = [{ eventDate: { id: date }, endsWithDate: true }];
  const kept = at(await promoter("GET", `/user/${user}`), "scanDates");
  assert.partialDeepStrictEqual(kept, named);
  assert.equal(Object(kept).length, 1);
  const logged = await db.query<{ after: { scanDates: readonly { eventDate: { name: string } }[] } }>(
    "SELECT after FROM change_entry WHERE kind = 'invitation' AND thing_id = $1",
    [id],
  );
  assert.equal(logged.length, 2);
  for (const { after } of logged)
    assert.ok(after.scanDates.length === 1 && after.scanDates[0]?.eventDate.name.startsWith("The Tempest, "));
});

test("a refusal does not use an invitation up", async () => {
  await invite("slow@example.com");
  const key = await keyTo("slow@example.com");
  const tries = [
    await accept(key, "slow", { password: "password1234" }),
    await accept(key, "slow", { password: "slow@example.com" }),
    await accept(key, "MERE"),
    await accept(`${key}x`, "slow"),
  ];
  assert.deepEqual(tries.map(refusalOf), [
    "400 password password_unfit",
    "400 password password_unfit",
    "400 username username_taken",
    "400 key link_ended",
  ]);
  assert.equal(refusalOf(await accept(key, "slow")), "fine");
});

test("of several who accept one invitation at once, or with one name, one becomes a user", async () => {
  await invite("twice@example.com");
  const key = await keyTo("twice@example.com");
  const all = await Promise.all(["one", "two", "three"].map((name) => accept(key, name)));
  assert.deepEqual(all.map(refusalOf).toSorted(), ["400 key link_ended", "400 key link_ended", "fine"]);

  const keys: string[] = [];
  for (const email of ["a@example.com", "b@example.com"]) {
    await invite(email);
    keys.push(await keyTo(email));
  }
  const both = await Promise.all(keys.map((one) => accept(one, "samename")));
  assert.deepEqual(both.map(refusalOf).toSorted(), ["400 username username_taken", "fine"]);
  const left = keys[both.findIndex(({ status }) => status !== 200)] ?? "";
  assert.equal(refusalOf(await accept(left, "othername")), "fine", "the refusal used nothing up");
});

test("an invitation ends by a second one to the address, by DELETE and by time, and its mail is not sent then", async () => {
  await invite("again@example.com");
  const first = await keyTo("again@example.com");
  await invite("AGAIN@example.com", { capabilities: ["REPORTS"] });
  assert.equal((await find(first)).status, 404);
  const [letter] = await deliver("AGAIN@example.com");
  assert.deepEqual(letter?.details.capabilities, ["REPORTS"]);

  const ended = idOf(await invite("ended@example.com"));
  assert.equal((await stranger("DELETE", `/invitation/${ended}`)).status, 404);
  assert.equal((await promoter("DELETE", `/invitation/${ended}`)).status, 200);
  assert.deepEqual(await deliver("ended@example.com"), []);
  assert.equal((await promoter("DELETE", `/invitation/${ended}`)).status, 404);

  await invite("late@example.com");
  const late = await keyTo("late@example.com");
  await endLinks(db, "late@example.com");
  assert.equal(refusalOf(await accept(late, "late")), "400 key link_ended");
  assert.partialDeepStrictEqual(await invitationTo("late@example.com"), { state: "EXPIRED" });
  await db.query("UPDATE mail_link SET expires_at = now() - interval '31 days' WHERE email = 'late@example.com'");
  await forgetMailLinks(testRuntime(db));
  assert.deepEqual(await invitationTo("late@example.com"), {});
  const [row] = await db.query("SELECT state FROM message WHERE recipient = 'ended@example.com'");
  assert.deepEqual(row, { state: "CANCELLED" });
});

test("an invitation ends when the manager who made it may no longer manage, and its mail is not sent then", async () => {
  const boss = await addUser("boss", ["MANAGE", "SCAN"]);
  const bossId = at(await boss("GET", "/user/login"), "id");
  for (const [nth, change] of [{ disabled: true }, { capabilities: ["SCAN"] }].entries()) {
    const [given, waits, other] = [`given${nth}@example.com`, `waits${nth}@example.com`, `other${nth}@example.com`];
    await invite(given, {}, boss);
    const key = await keyTo(given);
    await invite(other);
    const otherKey = await keyTo(other);
    await invite(waits, {}, boss);
    assert.equal((await find(key)).status, 200, "the control");
    assert.equal(refusalOf(await promoter("PUT", `/user/${bossId}`, change)), "fine");
    assert.equal(refusalOf(await accept(key, `ghost${nth}`)), "400 key link_ended");
    assert.deepEqual(await deliver(waits), []);
    assert.partialDeepStrictEqual(await invitationTo(given), { state: "EXPIRED" });
    assert.partialDeepStrictEqual(await invitationTo(other), { state: "OPEN" });
    assert.equal(refusalOf(await accept(otherKey, `guest${nth}`)), "fine", "the control");
    await promoter("PUT", `/user/${bossId}`, { disabled: false, capabilities: ["MANAGE", "SCAN"] });
  }
});

test("a key is of no use to another account, and for nothing else", async () => {
  await invite("ours@example.com");
  const key = await keyTo("ours@example.com");
  assert.equal((await find(key, stranger)).status, 404);
  assert.equal(refusalOf(await accept(key, "theirs", {}, stranger)), "400 key link_ended");
  const others = [
    await shop("POST", "/mailLink/confirm", { key }),
    await shop("POST", "/user/password/byLink", { key, password: PASSWORD }),
  ];
  assert.deepEqual(others.map(refusalOf), ["400 key link_ended", "400 key link_ended"]);
  assert.equal((await find(key)).status, 200);
});

test("nobody is invited as the shop, to dates of another account, or by a link to another site", async () => {
  const { date, event } = await putOn();
  const refusals = [
    await invite("a@example.com", { capabilities: ["PUBLIC"] }),
    await invite("a@example.com", { capabilities: [] }),
    await invite("a@example.com, b@example.com"),
    await invite("a@example.com", { scanDates: [{ eventDate: 999_999, endsWithDate: true }] }),
    await invite("a@example.com", { link: "https://attacker.example/{key}" }),
    await invite("a@example.com", { link: "https://{key}.tickets.example/" }),
    await invite("a@example.com", { link: "https://tickets.example/" }),
    await invite("a@example.com", { messages: { address: "https://attacker.example/", token: "a" } }),
  ];
  assert.deepEqual(refusals.map(refusalOf), [
    "400 capabilities[0] not_a_choice",
    "400 capabilities too_few",
    "400 email not_an_email",
    "400 scanDates[0].eventDate date_of_another_account",
    "400 link renderer_refused",
    "400 link not_a_web_address",
    "400 link not_a_web_address",
    "400 messages.address renderer_refused",
  ]);
  const scanDates = [
    { eventDate: date, endsWithDate: true },
    { event, endsWithDate: false },
  ];
  assert.equal(refusalOf(await invite("door@example.com", { scanDates })), "fine");
  assert.partialDeepStrictEqual(await invitationTo("door@example.com"), {
    scanDates: [
      { eventDate: { id: date, link: `/v2/eventDate/${date}` }, endsWithDate: true },
      { event: { id: event, name: "The Tempest" }, endsWithDate: false },
    ],
  });
});

test("the address of a link is one word without a second address, so that its letter leads nowhere else", async () => {
  for (const link of [
    "https://tickets.example/en\n\nYour account was locked:\nhttps://attacker.example/{key}",
    "https://tickets.example/ https://attacker.example/{key}",
    "https://tickets.example/\u00a0https://attacker.example/{key}",
    "https://tickets.example/(https://attacker.example/{key}",
    "https://tickets.example/,https://attacker.example/{key}",
    "https://tickets.example/{key} https://attacker.example/",
    "https://tickets.example\\@attacker.example/{key}",
    "https://attacker.example@tickets.example/{key}",
    "\nhttps://tickets.example/{key}",
    "https://tick\tets.example/{key}",
    'https://tickets.example/"{key}',
  ])
    assert.equal(refusalOf(await invite("a@example.com", { link })), "400 link not_a_web_address", link);
  for (const link of ["https://tickets.example/{key}", "https://tickets.example:443/a-b/%C3%A9/{key}/c?d=e&f#g"])
    assert.equal(refusalOf(await invite("a@example.com", { link })), "fine", link);
});

test("an account invites at most 50 a day; another one is not concerned", async () => {
  const answers: Answered[] = [];
  for (let nth = 0; nth < 51; nth += 1) answers.push(await invite(`many${nth}@example.com`));
  const last = answers.at(-1);
  assert.ok(last);
  assert.equal(refusalOf(last), "429  sent_too_often");
  assert.ok(Number(last.headers["retry-after"]) > 0);
  const other = Number(at(await stranger("GET", "/user/login"), "account", "id"));
  const body = { email: "many@example.com", capabilities: ["SCAN"], ...PAGE };
  assert.equal(refusalOf(await stranger("POST", `/account/${other}/invitations`, body)), "fine");
});
