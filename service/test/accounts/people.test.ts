import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import test from "node:test";
import { addUser } from "#src/accounts/use-cases/users.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Db } from "#src/platform/store/db.ts";
import { addCaller } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { testRuntime } from "#test/runtime.ts";
import { type Answered, asking, at, openTestApp } from "#test/test-app.ts";

const { db, drop } = await testDatabase();
const { app, accountId, shop, promoter } = await openTestApp(testRuntime(db));
test.after(async () => {
  await app.close();
  await drop();
});

const PASSWORD = "seven green bottles";
const idOf = async (username: string) => Number(at(await asUser(username)("GET", "/user/login"), "id"));
const asUser = (username: string, password?: string) => asking(app, username, password);
const first = ({ status, body }: Answered) => {
  const [row] = Object(body).errors ?? [];
  return status === 200 ? "fine" : `${status} ${row.path} ${row.code}`;
};
const add = (username: string, more: object = {}) =>
  promoter("POST", "/user", { username, password: PASSWORD, ...more });
const added = async (username: string, more: object = {}) => Number(at(await add(username, more), "id"));

test("adds a user with the given capabilities and no others", async () => {
  const rights = { sellCapabilities: ["PUBLIC"], mayScan: true };
  const id = await added("mere@foyer.example", { firstName: " Mere ", lastName: "Tawhai", ...rights });
  const mere = asUser("mere@foyer.example", PASSWORD);
  const { body } = await mere("GET", `/user/${id}`);
  const { created, ...read } = Object(body);
  assert.ok(Math.abs(Date.parse(created) - Date.now()) < 60_000, created);
  assert.deepEqual(read, {
    id,
    version: 1,
    name: "Mere Tawhai",
    firstName: "Mere",
    lastName: "Tawhai",
    email: "",
    mobilePhone: "",
    username: "mere@foyer.example",
    capabilities: ["PUBLIC", "SCAN"],
    sellCapabilities: ["PUBLIC"],
    mayScan: true,
    mayManage: false,
    disabled: false,
    scanDates: null,
    secondFactor: "OFF",
    lastActive: null,
    state: "ACTIVE",
    passwordChanged: null,
  });
  assert.equal(JSON.stringify(body).includes("scrypt"), false);
  assert.equal((await mere("POST", "/user", { username: "x", password: PASSWORD })).status, 403);
  assert.equal((await mere("GET", `/user/${await idOf("promoter")}`)).status, 404);
  assert.equal((await promoter("PUT", `/user/${id}`, { mayManage: true, sellCapabilities: [] })).status, 200);
  assert.deepEqual(at(await mere("GET", "/user/login"), "sellCapabilities"), []);
  assert.equal((await mere("GET", `/account/${accountId}/users`)).status, 200);
});

test("capabilities are all that a user may do, are read as they were given, and MANAGE includes ORDERS and REPORTS", async () => {
  const id = await added("hemi", { capabilities: ["REPORTS", "ORDERS", "ORDERS"] });
  const rights = async () => {
    const { body } = await promoter("GET", `/user/${id}`);
    const login = await asUser("hemi", PASSWORD)("GET", "/user/login");
    return [Object(body).capabilities, at(login, "capabilities")];
  };
  const put = async (change: object) => first(await promoter("PUT", `/user/${id}`, change));
  assert.deepEqual(await rights(), Array(2).fill(["ORDERS", "REPORTS"]));
  assert.equal(await put({ mayScan: true }), "fine");
  assert.deepEqual(await rights(), Array(2).fill(["SCAN", "ORDERS", "REPORTS"]));
  assert.equal(await put({ capabilities: ["MANAGE"] }), "fine");
  assert.deepEqual(await rights(), [["MANAGE"], ["MANAGE", "ORDERS", "REPORTS"]]);
  assert.equal(await put({ mayManage: false }), "fine");
  assert.deepEqual(await rights(), [[], []]);
});

test("refuses capabilities beside the fields that say the same, and changes nothing", async () => {
  const id = await added("ingrid", { capabilities: ["SCAN"] });
  for (const more of [{ mayScan: true }, { mayManage: false }, { sellCapabilities: [] }]) {
    const both = { capabilities: ["MANAGE"], ...more };
    assert.equal(first(await add("both", both)), "400 capabilities RANGE");
    assert.equal(first(await promoter("PUT", `/user/${id}`, both)), "400 capabilities RANGE");
  }
  assert.deepEqual(at(await promoter("GET", `/user/${id}`), "capabilities"), ["SCAN"]);
});

test("refuses a disabled user from the next call on, and accepts them again when enabled", async () => {
  const id = await added("tom", { sellCapabilities: ["PUBLIC"] });
  const tom = asUser("tom", PASSWORD);
  assert.equal((await tom("GET", "/user/login")).status, 200);
  assert.equal((await promoter("PUT", `/user/${id}`, { disabled: true })).status, 200);
  assert.equal((await tom("GET", "/user/login")).status, 401);
  assert.equal(at(await promoter("GET", `/user/${id}`), "disabled"), true);
  assert.equal((await promoter("PUT", `/user/${id}`, { disabled: false })).status, 200);
  assert.equal((await tom("GET", "/user/login")).status, 200);
});

test("requires the current password to change one's own", async () => {
  const id = await added("aroha", { mayManage: true });
  const aroha = asUser("aroha", PASSWORD);
  const next = { password: "nine green bottles" };
  assert.equal(first(await aroha("PUT", `/user/${id}`, next)), "400 currentPassword RANGE");
  const wrong = { ...next, currentPassword: "ten green bottles" };
  assert.equal(first(await aroha("PUT", `/user/${id}`, wrong)), "400 currentPassword RANGE");
  assert.equal(first(await aroha("PUT", `/user/${id}`, { ...next, currentPassword: PASSWORD })), "fine");
  assert.equal((await aroha("GET", "/user/login")).status, 401);
});

test("refuses a user with a name, password, address or capability that does not fit", async () => {
  for (const [what, expected] of [
    [{ password: "short" }, "400 password RANGE"],
    [{ username: "has:colon" }, "400 username TYPE"],
    [{ password: "QWERTY123456" }, "400 password RANGE"],
    [{ password: "siobhan 1234" }, "400 password RANGE"],
    [{ password: "Siobhan Walsh 1!", lastName: "Walsh", username: "sw" }, "400 password RANGE"],
    [{ password: "The HARBOUR account", username: "sw" }, "400 password RANGE"],
    [{ username: "" }, "400 username RANGE"],
    [{ username: "PROMOTER" }, "400 username RANGE"],
    [{ email: "nowhere" }, "400 email TYPE"],
    [{ sellCapabilities: ["LAYBY"] }, "400 sellCapabilities[0] RANGE"],
    [{ capabilities: ["LAYBY"] }, "400 capabilities[0] RANGE"],
    [{ account: 7 }, "400 account UNKNOWN_FIELD"],
  ] as const) {
    const body = { username: "siobhan", password: PASSWORD, firstName: "Siobhan", ...what };
    assert.equal(first(await promoter("POST", "/user", body)), expected, JSON.stringify(what));
  }
  const id = await added("walsh", { firstName: "Siobhan" });
  for (const change of [{ password: "qwertyqwerty" }, { password: "Siobhan Byrne 1!", lastName: "Byrne" }])
    assert.equal(first(await promoter("PUT", `/user/${id}`, change)), "400 password RANGE");
});

test("refuses users who disable or demote themselves, and the removal of the last manager", async () => {
  const own = await idOf("promoter");
  assert.equal(first(await promoter("PUT", `/user/${own}`, { disabled: true })), "400 disabled RANGE");
  assert.equal(first(await promoter("PUT", `/user/${own}`, { mayManage: false })), "400 mayManage RANGE");
  assert.equal(first(await promoter("PUT", `/user/${own}`, { capabilities: ["ORDERS"] })), "400 capabilities RANGE");
  assert.equal(first(await promoter("PUT", `/user/${own}`, { firstName: "Ada" })), "fine");
});

test("changes an account's name, embed origins, contact details and conditions, and refuses what does not fit", async () => {
  const change = {
    name: "Harbour Nights",
    embedOrigins: ["https://harbour.example", "http://localhost:8080"],
    websiteUrl: "https://harbour.example/",
    contactEmail: "hello@harbour.example",
    contactPhone: "04 555 0101",
    legalName: "Harbour Nights Ltd",
    supportEmail: "help@harbour.example",
    termsUrl: "https://harbour.example/terms",
    privacyUrl: "https://harbour.example/privacy",
    refundPolicyUrl: "https://harbour.example/refunds?mail=help@harbour.example",
  };
  const put = async (body: object) => first(await promoter("PUT", `/account/${accountId}`, body));
  assert.equal(await put(change), "fine");
  const { body } = await shop("GET", `/account/${accountId}`);
  const unset = { brand: { colour: null }, senderName: null, replyTo: null, replyToPending: null };
  assert.deepEqual(body, { id: accountId, version: 2, shortName: "harbour", currency: "NZD", ...change, ...unset });
  assert.equal(at(await shop("GET", "/user/login"), "account", "name"), "Harbour Nights");

  for (const origin of ["http://harbour.example", "https://a.example/b", "*", "null"])
    assert.equal(await put({ embedOrigins: [origin] }), "400 embedOrigins[0] RANGE", origin);
  for (const field of ["termsUrl", "privacyUrl", "refundPolicyUrl"])
    for (const link of [
      "http://harbour.example/terms",
      "javascript:alert(1)",
      "harbour.example/terms",
      "https://harbour.example@evil.example/terms",
      "https://ada:secret@harbour.example/",
    ])
      assert.match(await put({ [field]: link }), new RegExp(`^400 ${field} `), link);
  assert.match(await put({ supportEmail: "nobody" }), /^400 supportEmail /);
  assert.equal(await put({ currency: "AUD" }), "400 currency UNKNOWN_FIELD");
  assert.equal(await put({ contactPhone: null, termsUrl: null }), "fine");
  assert.equal(at(await shop("GET", `/account/${accountId}`), "termsUrl"), null);
});

/** Returns a database that makes `looking` requests all check the name before any of them inserts it. */
function afterAllLooked(real: Db, looking: number): Db {
  let left = looking;
  const { promise, resolve } = Promise.withResolvers<void>();
  return {
    ...real,
    query: async (text, values) => {
      const rows = await real.query(text, values);
      if (/lower\(username\)/.test(text)) {
        left -= 1;
        if (left === 0) resolve();
        await promise;
      }
      return rows as never;
    },
  };
}

/** Adds users concurrently whose names differ only in case. Returns the outcome of each. */
async function race(db: Db, caller: Caller, usernames: readonly string[]): Promise<readonly string[]> {
  const runtime = testRuntime(afterAllLooked(db, usernames.length));
  const made = await Promise.all(
    usernames.map((username) => addUser(runtime, caller, { username, password: PASSWORD })),
  );
  return made.map((one) => (one.ok ? "made" : `${one.refusal} ${one.path}`)).toSorted();
}

async function managerIn(db: Db): Promise<Caller> {
  const [account] = await db.query<{ id: number }>(
    `INSERT INTO account (name, short_name, currency) VALUES ('Harbour', $1, 'NZD') RETURNING id`,
    [`h${randomUUID()}`],
  );
  return addCaller(db, account?.id ?? 0, ["MANAGE"]);
}

test("gives a name to one of several concurrent requests, ignoring case", async (t) => {
  const { db, drop } = await testDatabase();
  t.after(drop);
  const caller = await managerIn(db);
  const taken = "username_taken username";
  assert.deepEqual(await race(db, caller, ["mere", "Mere", "MERE"]), ["made", taken, taken]);
  assert.deepEqual(await race(db, caller, ["kenji", "kenji"]), ["made", taken]);
});
