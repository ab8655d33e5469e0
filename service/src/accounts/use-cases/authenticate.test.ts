import assert from "node:assert/strict";
import test from "node:test";
import { createAuthenticate, createFailureDelays } from "#src/accounts/use-cases/authenticate.ts";
import { hashPassword, isPassword } from "#src/accounts/use-cases/password.ts";
import { testRuntime } from "#test/runtime.ts";

/** A cheap hash: these tests do not measure its cost. */
const LOW_COST = { log2N: 4, r: 1, p: 1 };
const hash = await hashPassword("right", LOW_COST);
const UNKNOWN = { ok: false, refusal: "unknown" };

/** Returns a runtime whose database has the users ada and shop with one password, and counts its queries. */
function smallRuntime() {
  const rows = { queries: 0, disabled: false, hash, isDown: false };
  const user = {
    id: 1,
    first_name: "Ada",
    last_name: "Lovelace",
    email: "",
    sell_capabilities: [],
    may_scan: false,
    may_manage: false,
    account_id: 1,
    account_name: "Playhouse",
    currency: "AUD",
  };
  const query = async (text: string, [username]: readonly unknown[] = []) => {
    rows.queries += 1;
    if (rows.isDown) throw new Error("The database is unavailable.");
    if (text.includes("user_token")) {
      return username === "ada" ? [{ ...user, token_id: 7, scopes: [], expires_at: new Date(0) }] : [];
    }
    if (username === "shop") return [{ ...user, id: 2, password_hash: hash }];
    return username === "ada" && !rows.disabled ? [{ ...user, password_hash: rows.hash }] : [];
  };
  const unused = () => assert.fail("not part of this test");
  // The fake implements only the queries of these tests, so it does not fit the type of a database.
  const db = { query, prepared: unused, transaction: unused } as unknown as Parameters<typeof testRuntime>[0];
  return { runtime: testRuntime(db), rows };
}

/** Returns a fake clock, and a password check that stays pending until the test settles it. */
function fakeTools() {
  const clock = { now: 0, slept: [] as number[] };
  const pending: (() => void)[] = [];
  return {
    clock,
    pending,
    tools: {
      nowMs: () => clock.now,
      sleep: async (ms: number) => {
        clock.slept.push(ms);
        clock.now += ms;
      },
    },
    /** Keeps every check of a wrong password pending until the test settles it. */
    blocked: (password: string) => {
      if (password === "right") return Promise.resolve(true);
      return new Promise<boolean>((resolve) => pending.push(() => resolve(false)));
    },
  };
}

const idOf = (authentication: Awaited<ReturnType<ReturnType<typeof createAuthenticate>>>) =>
  authentication.ok ? authentication.caller.id : authentication.refusal;
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test("derives the hash of a right password once, under concurrent calls and after an hour", async () => {
  const { runtime, rows } = smallRuntime();
  const { clock, tools } = fakeTools();
  let derived = 0;
  const count = (password: string, stored: string) => {
    derived += 1;
    return isPassword(password, stored);
  };
  const authenticate = createAuthenticate(runtime, { ...tools, isPassword: count });
  const callers = await Promise.all(Array.from({ length: 50 }, () => authenticate("ada", "right")));
  assert.ok(callers.every((one) => idOf(one) === 1));
  assert.deepEqual([rows.queries, derived], [1, 1]);
  clock.now = 999;
  await authenticate("ada", "right");
  assert.equal(rows.queries, 1);
  clock.now = 3_600_000;
  assert.equal(idOf(await authenticate("ada", "right")), 1);
  assert.deepEqual([rows.queries, derived], [2, 1], "reads the row again, without deriving the hash again");
});

test("refuses a disabled user within a second, and at once when this process disabled them", async () => {
  const { runtime, rows } = smallRuntime();
  const { clock, tools } = fakeTools();
  const authenticate = createAuthenticate(runtime, tools);
  assert.equal(idOf(await authenticate("ada", "right")), 1);
  clock.now = 1_000;
  const both = await Promise.all([authenticate("ada", "right"), authenticate("ada", "right")]);
  assert.deepEqual([...both.map(idOf), rows.queries], [1, 1, 2]);
  rows.disabled = true;
  clock.now = 1_999;
  assert.equal(idOf(await authenticate("ada", "right")), 1);
  clock.now = 2_000;
  assert.deepEqual(await authenticate("ada", "right"), UNKNOWN);

  rows.disabled = false;
  assert.equal(idOf(await authenticate("ada", "right")), 1);
  rows.disabled = true;
  for (const listener of runtime.userChangeListeners) listener();
  assert.deepEqual(await authenticate("ada", "right"), UNKNOWN);
});

test("refuses a password within a second after another process changed it", async () => {
  const { runtime, rows } = smallRuntime();
  const { clock, tools } = fakeTools();
  const authenticate = createAuthenticate(runtime, tools);
  await authenticate("ada", "right");
  rows.hash = await hashPassword("another", LOW_COST);
  clock.now = 1_000;
  assert.deepEqual(await authenticate("ada", "right"), UNKNOWN);
  assert.equal(idOf(await authenticate("ada", "another")), 1);
});

test("checks a wrong password each time it is sent, and accepts the right one afterwards", async () => {
  const { runtime, rows } = smallRuntime();
  const authenticate = createAuthenticate(runtime, fakeTools().tools);
  assert.deepEqual(await authenticate("ada", "wrong"), UNKNOWN);
  assert.deepEqual(await authenticate("ada", "wrong"), UNKNOWN);
  assert.equal(rows.queries, 2);
  assert.deepEqual(await authenticate("unknown", "right"), UNKNOWN);
  assert.equal(idOf(await authenticate("ada", "right")), 1);
});

test("answers known credentials while 16 guesses are queued, also after a minute and after a change of users", async () => {
  const { runtime } = smallRuntime();
  const { clock, tools, pending, blocked } = fakeTools();
  const authenticate = createAuthenticate(runtime, { ...tools, isPassword: blocked });
  await authenticate("shop", "right");
  await authenticate("ada", "right");
  const order: string[] = [];
  const guesses = Array.from({ length: 16 }, (_, at) =>
    authenticate("ada", `guess ${at}`).then((one) => order.push(`guess ${idOf(one)}`)),
  );
  await settled();
  for (const minutes of [0, 1, 2]) {
    clock.now = minutes * 60_000 + 1;
    if (minutes === 2) for (const listener of runtime.userChangeListeners) listener();
    for (const name of ["shop", "ada"]) order.push(`${name} ${idOf(await authenticate(name, "right"))}`);
  }
  const refused = Array(12).fill("guess too_many_failures");
  assert.deepEqual(order, [...refused, ...Array(3).fill(["shop 2", "ada 1"]).flat()]);
  assert.equal(pending.length, 1, "checks one guess at a time for a name");

  for (let left = 4; left > 0; left -= 1) {
    pending.shift()?.();
    await settled();
  }
  await Promise.all(guesses);
  assert.deepEqual(order.slice(-4), Array(4).fill("guess unknown"));
});

test("answers a token at once while its user name is being guessed, and a wrong token causes no delay", async () => {
  const { runtime } = smallRuntime();
  const { clock, tools, pending, blocked } = fakeTools();
  const authenticate = createAuthenticate(runtime, { ...tools, isPassword: blocked });
  for (let at = 0; at < 16; at += 1) void authenticate("ada", `guess ${at}`);
  await settled();
  const token = `foyer_token_${"A".repeat(43)}`;
  assert.equal(idOf(await authenticate("ada", token)), 1);
  for (let at = 0; at < 10; at += 1) assert.deepEqual(await authenticate("shop", token), UNKNOWN);
  assert.equal(pending.length, 1);
  assert.equal(idOf(await authenticate("shop", "right")), 2);
  assert.deepEqual(clock.slept, []);
});

test("delays the next attempt for a name longer after each failure, and never delays another name", async () => {
  const { runtime } = smallRuntime();
  const { clock, tools } = fakeTools();
  const authenticate = createAuthenticate(runtime, { ...tools, isPassword: async (password) => password === "right" });
  for (let at = 0; at < 9; at += 1) await authenticate("ada", `guess ${at}`);
  assert.deepEqual(clock.slept, [250, 500, 1_000, 2_000, 2_000]);
  assert.equal(idOf(await authenticate("shop", "right")), 2);
  assert.equal(clock.slept.length, 5);
  assert.equal(idOf(await authenticate("ADA", "right")), "unknown");
  assert.equal(clock.slept.length, 6, "counts ADA and ada as one name");
  assert.equal(idOf(await authenticate("ada", "right")), 1, "delays the owner without locking them out");
  assert.equal(clock.slept.length, 7);
  await authenticate("ada", "another guess");
  assert.equal(clock.slept.length, 7, "a right password resets the failures of the name");
});

test("states after how many seconds to try again when it refuses a guess", async () => {
  const { runtime } = smallRuntime();
  const { tools, blocked } = fakeTools();
  const authenticate = createAuthenticate(runtime, { ...tools, isPassword: blocked });
  for (let at = 0; at < 4; at += 1) void authenticate("ada", `guess ${at}`);
  assert.deepEqual(await authenticate("ada", "one more"), {
    ok: false,
    refusal: "too_many_failures",
    retryAfterSeconds: 1,
  });
});

test("refuses guesses under many names beyond forty at once", async () => {
  const { runtime } = smallRuntime();
  const { tools, blocked } = fakeTools();
  const authenticate = createAuthenticate(runtime, { ...tools, isPassword: blocked });
  const answers: unknown[] = [];
  for (let at = 0; at < 100; at += 1)
    void authenticate(`unknown ${at}`, "guess").then((one) => answers.push(idOf(one)));
  await settled();
  assert.deepEqual(answers, Array(60).fill("too_many_failures"));
});

test("spends as much on the password of an unknown name as on that of a known one", async () => {
  const compared: string[] = [];
  const { runtime, rows } = smallRuntime();
  rows.hash = await hashPassword("right");
  const authenticate = createAuthenticate(runtime, {
    isPassword: (password, stored) => {
      compared.push(stored);
      return isPassword(password, stored);
    },
  });
  assert.deepEqual(await authenticate("ada", "wrong"), UNKNOWN);
  assert.deepEqual(await authenticate("unknown", "right"), UNKNOWN);
  const [known = "", unknown = ""] = compared;
  assert.equal(known, rows.hash);
  assert.notEqual(unknown, known);
  assert.deepEqual(costOf(unknown), costOf(known));
});

/** Returns the scheme and cost parameters of a hash, and the lengths of its salt and key. */
function costOf(stored: string): readonly unknown[] {
  const [scheme, log2N, r, p, salt, key] = stored.split("$");
  return [scheme, log2N, r, p, salt?.length, key?.length];
}

test("keeps a known credential through a failure of the database", async () => {
  const { runtime, rows } = smallRuntime();
  const { clock, tools } = fakeTools();
  const authenticate = createAuthenticate(runtime, { ...tools, isPassword: async () => true });
  await authenticate("ada", "right");
  rows.isDown = true;
  clock.now = 1_000;
  await assert.rejects(authenticate("ada", "right"), /unavailable/);
  rows.isDown = false;
  assert.equal(idOf(await authenticate("ada", "right")), 1);
});

test("does not confuse credentials whose name and password join to the same text", async () => {
  const authenticate = createAuthenticate(smallRuntime().runtime);
  await authenticate("ada", "right");
  assert.deepEqual(await authenticate("ad", "aright"), UNKNOWN);
});

test("hashes the NFC form of a password with a salt and scrypt", async () => {
  assert.match(await hashPassword("right"), /^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  assert.notEqual(await hashPassword("right", LOW_COST), hash);
  assert.equal(await isPassword("cafe\u0301", await hashPassword("café", LOW_COST)), true);
  assert.equal(await isPassword("right", "plain$right"), false);
});

test("forgets the failures of a name after a quarter of an hour", () => {
  const delays = createFailureDelays();
  for (let at = 0; at < 8; at += 1) delays.noteFailure("ada", 0);
  assert.equal(delays.waitMs("ada", 0), 2_000);
  assert.equal(delays.waitMs("ada", 1_500), 500);
  delays.noteFailure("ada", 15 * 60_000);
  assert.equal(delays.waitMs("ada", 15 * 60_000), 0);
});

test("remembers at most ten thousand names", () => {
  const delays = createFailureDelays();
  for (let at = 0; at < 10_500; at += 1) delays.noteFailure(`name ${at}`, 0);
  assert.equal(delays.size(), 10_000);
});
