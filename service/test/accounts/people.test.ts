import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import test from "node:test";
import { addUser, changeUser } from "#src/accounts/use-cases/users.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type Answered, asking, openTestApp } from "#test/asking.ts";
import { testDatabase } from "#test/cluster.ts";
import { addCaller } from "#test/on-sale.ts";
import { at } from "#test/selling.ts";
import { testWorld } from "#test/world.ts";

const { db, drop } = await testDatabase();
const { app, accountId, shop, promoter } = await openTestApp(testWorld(db));
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
  assert.deepEqual(body, {
    ...{ id, firstName: "Mere", lastName: "Tawhai", email: "", mobilePhone: "", username: "mere@foyer.example" },
    ...{ sellCapabilities: ["PUBLIC"], mayScan: true, mayManage: false, disabled: false },
  });
  assert.equal(JSON.stringify(body).includes("scrypt"), false);
  assert.equal((await mere("POST", "/user", { username: "x", password: PASSWORD })).status, 403);
  assert.equal((await mere("GET", `/user/${await idOf("promoter")}`)).status, 404);
  assert.equal((await promoter("PUT", `/user/${id}`, { mayManage: true, sellCapabilities: [] })).status, 200);
  assert.deepEqual(at(await mere("GET", "/user/login"), "sellCapabilities"), []);
  assert.equal((await mere("GET", `/account/${accountId}/users`)).status, 200);
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

test("accepts a new password at once, and refuses the old one", async () => {
  const id = await added("kenji");
  const before = asUser("kenji", PASSWORD);
  assert.equal((await before("GET", "/user/login")).status, 200);
  assert.equal((await promoter("PUT", `/user/${id}`, { password: "eight green bottles" })).status, 200);
  assert.equal((await before("GET", "/user/login")).status, 401);
  assert.equal((await asUser("kenji", "eight green bottles")("GET", "/user/login")).status, 200);
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

const unfit: readonly (readonly [what: object, expected: string])[] = [
  [{ password: "short" }, "400 password RANGE"],
  [{ username: "has:colon" }, "400 username TYPE"],
  [{ username: "" }, "400 username RANGE"],
  [{ username: "PROMOTER" }, "400 username RANGE"],
  [{ email: "nowhere" }, "400 email TYPE"],
  [{ sellCapabilities: ["LAYBY"] }, "400 sellCapabilities[0] RANGE"],
  [{ account: 7 }, "400 account UNKNOWN_FIELD"],
];
for (const [what, expected] of unfit) {
  test(`refuses a user with ${JSON.stringify(what)}`, async () => {
    const body = { username: "siobhan", password: PASSWORD, ...what };
    assert.equal(first(await promoter("POST", "/user", body)), expected);
  });
}

test("refuses users who disable or demote themselves, and the removal of the last manager", async () => {
  const own = await idOf("promoter");
  assert.equal(first(await promoter("PUT", `/user/${own}`, { disabled: true })), "400 disabled RANGE");
  assert.equal(first(await promoter("PUT", `/user/${own}`, { mayManage: false })), "400 mayManage RANGE");
  assert.equal(first(await promoter("PUT", `/user/${own}`, { firstName: "Ada" })), "fine");
});

/** Lets the only two managers of an account disable each other concurrently. Returns the number of enabled ones left. */
async function mutual(worldOf: (real: Db) => Db): Promise<number> {
  const [account] = await db.query<{ id: number }>(
    "INSERT INTO account (name, short_name, currency) VALUES ('Two', $1, 'NZD') RETURNING id",
    [`two-${randomUUID()}`],
  );
  const accountId = account?.id ?? 0;
  const managers = await db.query<{ id: number }>(
    `INSERT INTO account_user (account_id, username, password_hash, may_manage)
     SELECT $1, name, '', true FROM unnest($2::text[]) AS names (name) RETURNING id`,
    [accountId, [randomUUID(), randomUUID()]],
  );
  const [left = 0, right = 0] = managers.map(({ id }) => id);
  const callerOf = (id: number): Caller => ({
    ...{ id, name: "", email: "", account: { id: accountId, name: "Two", currency: "NZD" } },
    ...{ capabilities: new Set(["MANAGE"] as const), passwordVersion: 1 },
  });
  const world = testWorld(worldOf(db));
  await Promise.all([
    changeUser(world, callerOf(left), right, { disabled: true }),
    changeUser(world, callerOf(right), left, { disabled: true }),
  ]);
  const remain = await db.query("SELECT 1 FROM account_user WHERE account_id = $1 AND may_manage AND NOT disabled", [
    accountId,
  ]);
  return remain.length;
}

test("keeps one of two managers who disable each other concurrently", async () => {
  for (let round = 0; round < 10; round += 1) assert.equal(await mutual((real) => real), 1);
});

test("the control: without the lock on the account's users none remains", async () => {
  let counting = 2;
  const { promise: bothHaveCounted, resolve } = Promise.withResolvers<void>();
  const careless = (real: Db): Db => ({
    ...real,
    query: async (text, values) => {
      if (/FROM account WHERE id = \$1 FOR NO KEY UPDATE/.test(text)) return [];
      const rows = await real.query(text, values);
      if (/AND may_manage AND NOT disabled/.test(text)) {
        counting -= 1;
        if (counting === 0) resolve();
        await bothHaveCounted;
      }
      return rows as never;
    },
    transaction: (work) => real.transaction((tx) => work(careless(tx))),
  });
  assert.equal(await mutual(careless), 0);
});

test("changes an account's name, embed origins and contact details, and refuses another account", async () => {
  const change = { name: "Harbour Nights", embedOrigins: ["https://harbour.example", "http://localhost:8080"] };
  const more = {
    websiteUrl: "https://harbour.example/",
    contactEmail: "hello@harbour.example",
    contactPhone: "04 555 0101",
  };
  assert.equal(first(await promoter("PUT", `/account/${accountId}`, { ...change, ...more })), "fine");
  const { body } = await shop("GET", `/account/${accountId}`);
  const unsaid = { legalName: null, supportEmail: null, termsUrl: null, privacyUrl: null, refundPolicyUrl: null };
  assert.deepEqual(body, { id: accountId, shortName: "harbour", currency: "NZD", ...change, ...more, ...unsaid });
  assert.equal(at(await shop("GET", "/user/login"), "account", "name"), "Harbour Nights");
  for (const origin of ["http://harbour.example", "https://a.example/b", "*", "null"]) {
    const refused = await promoter("PUT", `/account/${accountId}`, { embedOrigins: [origin] });
    assert.equal(first(refused), "400 embedOrigins[0] RANGE", origin);
  }
  assert.equal(
    first(await promoter("PUT", `/account/${accountId}`, { currency: "AUD" })),
    "400 currency UNKNOWN_FIELD",
  );
  assert.equal(first(await promoter("PUT", `/account/${accountId}`, { contactPhone: null })), "fine");
});

test("stores an account's seller and the links to its conditions, with https only", async () => {
  const seller = {
    ...{ legalName: "Harbour Nights Ltd", supportEmail: "help@harbour.example" },
    ...{ termsUrl: "https://harbour.example/terms", privacyUrl: "https://harbour.example/privacy" },
    refundPolicyUrl: "https://harbour.example/refunds",
  };
  assert.equal(first(await promoter("PUT", `/account/${accountId}`, seller)), "fine");
  const read = await shop("GET", `/account/${accountId}`);
  for (const [name, value] of Object.entries(seller)) assert.equal(at(read, name), value, name);

  for (const field of ["termsUrl", "privacyUrl", "refundPolicyUrl"]) {
    for (const link of ["http://harbour.example/terms", "javascript:alert(1)", "harbour.example/terms"]) {
      const refused = await promoter("PUT", `/account/${accountId}`, { [field]: link });
      assert.equal(refused.status, 400, `${field} ${link}`);
      assert.equal(at(refused, "errors", 0, "path"), field);
    }
  }
  assert.equal((await promoter("PUT", `/account/${accountId}`, { supportEmail: "nobody" })).status, 400);
  assert.equal(first(await promoter("PUT", `/account/${accountId}`, { termsUrl: null })), "fine");
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
  const world = testWorld(afterAllLooked(db, usernames.length));
  const made = await Promise.all(usernames.map((username) => addUser(world, caller, { username, password: PASSWORD })));
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

test("the control: without the index all of them get the name", async (t) => {
  const { db, drop } = await testDatabase();
  t.after(drop);
  await db.query("DROP INDEX account_user_username_folded_key");
  assert.deepEqual(await race(db, await managerIn(db), ["mere", "Mere", "MERE"]), ["made", "made", "made"]);
});
