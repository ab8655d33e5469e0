import assert from "node:assert/strict";
import test from "node:test";
import { createApp } from "#src/app.ts";
import { callsOf } from "#src/calls.ts";
import type { Capability } from "#src/platform/domain/caller.ts";
import { testRuntime } from "#test/runtime.ts";
import { type Answered, type Ask, asking, at, make, openShop } from "#test/test-app.ts";

const { app, accountId, db, promoter, shop, stranger, putOn, close } = await openShop();
test.after(close);
const { event, date } = await putOn();
const foreignDate = await dateOfStranger();

async function dateOfStranger(): Promise<number> {
  const venue = await make(stranger, "/venue", { name: "Elsewhere", timeZone: "UTC" });
  const section = await make(stranger, "/venueSection", { venue, name: "Floor", capacity: 9 });
  await make(stranger, "/venueConfiguration", { venue, name: "Whole", venueSections: [section] });
  const theirs = await make(stranger, "/event", { name: "Theirs", venue });
  return make(stranger, "/eventDate", { event: theirs, eventStart: "04-12-2099T19:30" });
}

async function added(username: string, capabilities: readonly Capability[]): Promise<{ id: number; ask: Ask }> {
  const id = await make(promoter, "/user", { username, password: "seven green bottles", capabilities });
  return { id, ask: asking(app, username, "seven green bottles") };
}

const list = (query = "", ask: Ask = promoter) => ask("GET", `/account/${accountId}/userSummaries${query}`);
const usernames = ({ body }: Answered) => Object(body).users.map((one: { username: string }) => one.username);
const put = (id: number, body: object) => promoter("PUT", `/user/${id}`, body);
const read = async (id: number) => Object((await promoter("GET", `/user/${id}`)).body);
const refusal = ({ status, body }: Answered) => {
  const [row] = Object(body).errors ?? [];
  return row === undefined ? "fine" : `${status} ${row.path} ${row.reason}`;
};

test("lists the users with what they may do, as their own reads have it", async () => {
  const { id } = await added("tane", ["SCAN", "ORDERS"]);
  await put(id, { firstName: "Tāne", lastName: "Mahuta", email: "tane@foyer.example", disabled: true });
  const [row] = Object((await list("?q=mahuta")).body).users;
  const { created, ...rest } = row;
  assert.ok(Math.abs(Date.parse(created) - Date.now()) < 60_000, created);
  assert.deepEqual(rest, {
    id,
    version: 2,
    name: "Tāne Mahuta",
    username: "tane",
    email: "tane@foyer.example",
    capabilities: ["SCAN", "ORDERS"],
    scanDates: null,
    secondFactor: "OFF",
    lastActive: null,
    state: "DISABLED",
    passwordChanged: null,
  });
  assert.partialDeepStrictEqual(await read(id), row);
});

test("finds users by the words of name, user name and email, in pages, and none of another account", async () => {
  for (const [q, expected] of [
    ["TANE", ["tane"]],
    ["tane%40foyer", ["tane"]],
    ["mahuta%20t", ["tane"]],
    ["nobody", []],
    ["stranger", []],
  ] as const)
    assert.deepEqual(usernames(await list(`?q=${q}`)), expected, q);
  const all = usernames(await list());
  const second = await list("?pageSize=2&page=2");
  assert.deepEqual(usernames(second), all.slice(2, 4));
  assert.equal(second.headers["x-total-count"], String(all.length));
  assert.deepEqual(usernames(await list("?sort=-name")), all.toReversed());
  assert.equal((await list("?sort=email")).status, 400);
  assert.equal((await list("", stranger)).status, 404);
  assert.equal((await list("", shop)).status, 403);
});

test("notes when a user last made a call, at most once in five minutes, and not of the shop", async () => {
  const { id, ask } = await added("aroha", ["ORDERS"]);
  const activity = async () => (await read(id)).lastActive;
  assert.equal(await activity(), null);
  await ask("GET", "/user/login");
  const first = await activity();
  assert.ok(Math.abs(Date.parse(first) - Date.now()) < 60_000, first);
  const minutesAgo = (minutes: number) =>
    db.query("UPDATE user_activity SET last_active_at = now() - make_interval(mins => $2) WHERE user_id = $1", [
      id,
      minutes,
    ]);

  // Each application is another process: what this one remembers, that one does not.
  const elsewhere = async () => {
    const other = createApp(testRuntime(db));
    await asking(other, "aroha", "seven green bottles")("GET", "/user/login");
    await other.close();
  };
  await minutesAgo(4);
  const before = await activity();
  await elsewhere();
  assert.equal(await activity(), before);
  await minutesAgo(6);
  await elsewhere();
  assert.ok(Date.parse(await activity()) > Date.parse(before));
  await minutesAgo(60);
  const old = await activity();
  await ask("GET", "/user/login");
  assert.equal(await activity(), old, "within five minutes of its last note the process does not ask the database");

  await shop("GET", "/user/login");
  const [seller] = Object((await list("?q=shop")).body).users;
  assert.deepEqual([seller.username, seller.lastActive], ["shop", null]);
  const other = await added("till", ["PUBLIC", "BOX_OFFICE"]);
  const token = await other.ask("POST", "/user/token", {
    scopes: ["BOX_OFFICE"],
    name: "Till",
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await asking(app, "till", String(at(token, "token")))("GET", "/user/login");
  assert.equal((await read(other.id)).lastActive, null);
  const manager = await added("kiri", ["PUBLIC", "MANAGE"]);
  await manager.ask("GET", "/user/login");
  assert.ok((await read(manager.id)).lastActive, "a manager who sells online too");
});

test("says when a password was changed, and by no other change", async () => {
  const { id } = await added("kenji", []);
  await put(id, { firstName: "Kenji" });
  assert.equal((await read(id)).passwordChanged, null);
  await put(id, { password: "eight green bottles" });
  const { passwordChanged } = await read(id);
  assert.ok(Math.abs(Date.parse(passwordChanged) - Date.now()) < 60_000, passwordChanged);
});

test("gives scan dates with SCAN, and takes them with it", async () => {
  const { id } = await added("wiremu", ["ORDERS"]);
  const scanDates = [
    { eventDate: date, endsWithDate: true },
    { event, endsWithDate: false },
  ];
  assert.equal(refusal(await put(id, { scanDates })), "400 scanDates scan_needed");
  assert.equal(refusal(await put(id, { scanDates: [] })), "400 scanDates scan_needed");
  assert.equal(refusal(await put(id, { scanDates: null })), "fine");
  assert.equal(refusal(await put(id, { capabilities: ["SCAN"], scanDates })), "fine");
  const given = (await read(id)).scanDates;
  assert.deepEqual(given, [
    {
      eventDate: { id: date, name: "The Tempest, Fri, 4 Dec 2099, 7:30 pm", link: `/v2/eventDate/${date}` },
      endsWithDate: true,
      until: "2099-12-04T12:30:00.000+00:00",
    },
    { event: { id: event, name: "The Tempest", link: `/v2/event/${event}` }, endsWithDate: false, until: null },
  ]);
  await put(id, { firstName: "Wiremu" });
  assert.deepEqual((await read(id)).scanDates, given, "a change of something else keeps them");
  await put(id, { capabilities: ["SCAN", "ORDERS"] });
  assert.deepEqual((await read(id)).scanDates, given);
  await put(id, { mayScan: false });
  assert.equal((await read(id)).scanDates, null);
  assert.equal(refusal(await promoter("POST", "/user", bodyOf("rangi", scanDates))), "fine");
  assert.equal(Object((await list("?q=rangi")).body).users[0].scanDates.length, 2);
});

const bodyOf = (username: string, scanDates: readonly object[]) => {
  return { username, password: "seven green bottles", capabilities: ["SCAN"], scanDates };
};

test("refuses dates and events of another account like those that do not exist, and more than 200", async () => {
  const { id } = await added("hemi", ["SCAN"]);
  const mine = { eventDate: date, endsWithDate: false };
  for (const [scanDates, expected] of [
    [[mine, { eventDate: foreignDate, endsWithDate: true }], "400 scanDates[1].eventDate date_of_another_account"],
    [[{ eventDate: 999_999, endsWithDate: true }], "400 scanDates[0].eventDate date_of_another_account"],
    [[mine, mine, { event: 999_999, endsWithDate: true }], "400 scanDates[2].event date_of_another_account"],
    [[{ eventDate: date }], "400 scanDates[0] wrong_type"],
    [[{ ...mine, event }], "400 scanDates[0] wrong_type"],
    [Array(201).fill(mine), "400 scanDates too_many"],
  ] as const) {
    assert.equal(refusal(await put(id, { scanDates })), expected);
    assert.match(refusal(await promoter("POST", "/user", bodyOf("new", scanDates))), /^400 scanDates/);
  }
  assert.equal((await read(id)).scanDates, null);
  assert.equal(refusal(await put(id, { scanDates: Array(200).fill(mine) })), "fine", "the control");
});

test("a change of dates raises the version, and is in the log with the names before and after", async () => {
  const { id } = await added("mere", ["SCAN"]);
  const { version } = await read(id);
  assert.equal((await put(id, { scanDates: [{ event, endsWithDate: true }], version })).status, 200);
  assert.equal((await read(id)).version, version + 1);
  const stale = await put(id, { scanDates: null, version });
  assert.deepEqual([stale.status, at(stale, "errors", 0, "reason")], [409, "changed_meanwhile"]);
  await put(id, { scanDates: [{ event, endsWithDate: true }] });
  assert.equal((await read(id)).version, version + 1, "an equal change");
  await put(id, { capabilities: ["ORDERS"] });
  const log = at(await promoter("GET", `/account/${accountId}/auditLog?what=USERS`), "entries") as readonly object[];
  const named = [{ event: { id: event, name: "The Tempest" }, endsWithDate: true }];
  const what = { id, name: "mere", link: `/v2/user/${id}` };
  const office = { mayScan: true, officeCapabilities: [] };
  assert.partialDeepStrictEqual(log[0], { what, before: { scanDates: named, ...office } });
  assert.partialDeepStrictEqual(log[0], { after: { scanDates: null, mayScan: false, officeCapabilities: ["ORDERS"] } });
  assert.partialDeepStrictEqual(log[3], { what, before: { scanDates: null }, after: { scanDates: named } });
});

test("a strict service has no such list", () => {
  const paths = callsOf({ strictV2: true }).map(({ path }) => path);
  assert.equal(paths.includes("/account/{id}/userSummaries"), false);
});
