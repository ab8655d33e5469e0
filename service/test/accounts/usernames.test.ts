import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import test from "node:test";
import { addUser } from "#src/accounts/use-cases/users.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Db } from "#src/platform/store/db.ts";
import { openTestApp } from "#test/asking.ts";
import { testDatabase } from "#test/cluster.ts";
import { addCaller } from "#test/on-sale.ts";
import { at } from "#test/selling.ts";
import { testWorld } from "#test/world.ts";

const PASSWORD = "seven green bottles";

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

test("refuses a taken name with 400, the field and a remedy", async (t) => {
  const { db, drop } = await testDatabase();
  const { app, promoter } = await openTestApp(testWorld(db));
  t.after(async () => {
    await app.close();
    await drop();
  });
  const refused = await promoter("POST", "/user", { username: "Stranger", password: PASSWORD });
  assert.deepEqual(
    [refused.status, at(refused, "errors")],
    [
      400,
      [
        {
          ...{ path: "username", code: "RANGE" },
          message: "This username is taken. Case is ignored. Choose another.",
        },
      ],
    ],
  );
});
