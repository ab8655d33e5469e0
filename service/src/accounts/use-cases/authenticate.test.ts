import assert from "node:assert/strict";
import test from "node:test";
import { createAuthenticate } from "#src/accounts/use-cases/authenticate.ts";
import { hashPassword, isPassword } from "#src/accounts/use-cases/password.ts";
import { testWorld } from "#test/world.ts";

const hash = await hashPassword("right");
const UNKNOWN = { ok: false, refusal: "unknown" };

/** A database that knows Ada and the shop by the same password, and counts how often it is asked. */
function smallWorld() {
  const rows = { times: 0, disabled: false, hash, isDown: false };
  const user = {
    ...{ id: 1, first_name: "Ada", last_name: "Lovelace", email: "", sell_capabilities: [] },
    ...{ may_scan: false, may_manage: false, account_id: 1, account_name: "Playhouse", currency: "AUD" },
  };
  const query = async (text: string, [username]: readonly unknown[] = []) => {
    rows.times += 1;
    if (rows.isDown) throw new Error("The database is away.");
    if (text.includes("user_token")) {
      return username === "ada" ? [{ ...user, token_id: 7, scopes: [], expires_at: new Date(0) }] : [];
    }
    if (username === "shop") return [{ ...user, id: 2, password_hash: hash }];
    return username === "ada" && !rows.disabled ? [{ ...user, password_hash: rows.hash }] : [];
  };
  const unused = () => assert.fail("not part of this test");
  // The stand-in answers only what these tests ask, which the type of a whole database cannot say.
  const db = { query, prepared: unused, transaction: unused } as unknown as Parameters<typeof testWorld>[0];
  return { world: testWorld(db), rows };
}

/** Time that moves only when a test moves it, and a password check that waits until it is released. */
function controlled() {
  const clock = { now: 0, slept: [] as number[] };
  const held: (() => void)[] = [];
  return {
    clock,
    held,
    tools: {
      nowMs: () => clock.now,
      sleep: async (ms: number) => {
        clock.slept.push(ms);
        clock.now += ms;
      },
    },
    /** Holds every check of a wrong password back until it is released. */
    blocked: (password: string) => {
      if (password === "right") return Promise.resolve(true);
      return new Promise<boolean>((resolve) => held.push(() => resolve(false)));
    },
  };
}

const idOf = (answered: Awaited<ReturnType<ReturnType<typeof createAuthenticate>>>) =>
  answered.ok ? answered.caller.id : answered.refusal;
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test("a right password is derived once, however many ask at once and however long it is used", async () => {
  const { world, rows } = smallWorld();
  const { clock, tools } = controlled();
  let derived = 0;
  const count = (password: string, stored: string) => {
    derived += 1;
    return isPassword(password, stored);
  };
  const authenticate = createAuthenticate(world, { ...tools, isPassword: count });
  const callers = await Promise.all(Array.from({ length: 50 }, () => authenticate("ada", "right")));
  assert.ok(callers.every((one) => idOf(one) === 1));
  assert.deepEqual([rows.times, derived], [1, 1]);
  clock.now = 999;
  await authenticate("ada", "right");
  assert.equal(rows.times, 1);
  clock.now = 3_600_000;
  assert.equal(idOf(await authenticate("ada", "right")), 1);
  assert.deepEqual([rows.times, derived], [2, 1], "the row is read again, and the hash is not derived again");
});

test("a user who was disabled elsewhere is out after a second, here at once", async () => {
  const { world, rows } = smallWorld();
  const { clock, tools } = controlled();
  const authenticate = createAuthenticate(world, tools);
  assert.equal(idOf(await authenticate("ada", "right")), 1);
  clock.now = 1_000;
  const both = await Promise.all([authenticate("ada", "right"), authenticate("ada", "right")]);
  assert.deepEqual([...both.map(idOf), rows.times], [1, 1, 2]);
  rows.disabled = true;
  clock.now = 1_999;
  assert.equal(idOf(await authenticate("ada", "right")), 1);
  clock.now = 2_000;
  assert.deepEqual(await authenticate("ada", "right"), UNKNOWN);

  rows.disabled = false;
  assert.equal(idOf(await authenticate("ada", "right")), 1);
  rows.disabled = true;
  for (const tell of world.userChanges) tell();
  assert.deepEqual(await authenticate("ada", "right"), UNKNOWN);
});

test("a password that was changed elsewhere is wrong after a second", async () => {
  const { world, rows } = smallWorld();
  const { clock, tools } = controlled();
  const authenticate = createAuthenticate(world, tools);
  await authenticate("ada", "right");
  rows.hash = await hashPassword("another");
  clock.now = 1_000;
  assert.deepEqual(await authenticate("ada", "right"), UNKNOWN);
  assert.equal(idOf(await authenticate("ada", "another")), 1);
});

test("a wrong password is asked for again each time, and spoils nothing", async () => {
  const { world, rows } = smallWorld();
  const authenticate = createAuthenticate(world, controlled().tools);
  assert.deepEqual(await authenticate("ada", "wrong"), UNKNOWN);
  assert.deepEqual(await authenticate("ada", "wrong"), UNKNOWN);
  assert.equal(rows.times, 2);
  assert.deepEqual(await authenticate("nobody", "right"), UNKNOWN);
  assert.equal(idOf(await authenticate("ada", "right")), 1);
});

test("known credentials are answered while 16 guesses wait, also after a minute and after a change of users", async () => {
  const { world } = smallWorld();
  const { clock, tools, held, blocked } = controlled();
  const authenticate = createAuthenticate(world, { ...tools, isPassword: blocked });
  await authenticate("shop", "right");
  await authenticate("ada", "right");
  const order: string[] = [];
  const guesses = Array.from({ length: 16 }, (_, at) =>
    authenticate("ada", `guess ${at}`).then((one) => order.push(`guess ${idOf(one)}`)),
  );
  await settled();
  for (const minutes of [0, 1, 2]) {
    clock.now = minutes * 60_000 + 1;
    if (minutes === 2) for (const tell of world.userChanges) tell();
    for (const name of ["shop", "ada"]) order.push(`${name} ${idOf(await authenticate(name, "right"))}`);
  }
  const putOff = Array(12).fill("guess too_many_failures");
  assert.deepEqual(order, [...putOff, ...Array(3).fill(["shop 2", "ada 1"]).flat()]);
  assert.equal(held.length, 1, "one guess at a time is checked for a name");

  for (let left = 4; left > 0; left -= 1) {
    held.shift()?.();
    await settled();
  }
  await Promise.all(guesses);
  assert.deepEqual(order.slice(-4), Array(4).fill("guess unknown"));
});

test("a token of a name that is being guessed is answered at once and derived never, and a wrong one delays nobody", async () => {
  const { world } = smallWorld();
  const { clock, tools, held, blocked } = controlled();
  const authenticate = createAuthenticate(world, { ...tools, isPassword: blocked });
  for (let at = 0; at < 16; at += 1) void authenticate("ada", `guess ${at}`);
  await settled();
  const token = `foyer_token_${"A".repeat(43)}`;
  assert.equal(idOf(await authenticate("ada", token)), 1);
  for (let at = 0; at < 10; at += 1) assert.deepEqual(await authenticate("shop", token), UNKNOWN);
  assert.equal(held.length, 1);
  assert.equal(idOf(await authenticate("shop", "right")), 2);
  assert.deepEqual(clock.slept, []);
});

test("failures of one name delay its next try longer and longer, and never another name's", async () => {
  const { world } = smallWorld();
  const { clock, tools } = controlled();
  const authenticate = createAuthenticate(world, { ...tools, isPassword: async (password) => password === "right" });
  for (let at = 0; at < 9; at += 1) await authenticate("ada", `guess ${at}`);
  assert.deepEqual(clock.slept, [250, 500, 1_000, 2_000, 2_000]);
  assert.equal(idOf(await authenticate("shop", "right")), 2);
  assert.equal(clock.slept.length, 5);
  assert.equal(idOf(await authenticate("ADA", "right")), "unknown");
  assert.equal(clock.slept.length, 6, "capitals do not make another name of it");
  assert.equal(idOf(await authenticate("ada", "right")), 1, "its owner is slowed down and not locked out");
  assert.equal(clock.slept.length, 7);
  await authenticate("ada", "another guess");
  assert.equal(clock.slept.length, 7, "a right password clears the name");
});

test("what is put off says after how many seconds to come again", async () => {
  const { world } = smallWorld();
  const { tools, blocked } = controlled();
  const authenticate = createAuthenticate(world, { ...tools, isPassword: blocked });
  for (let at = 0; at < 4; at += 1) void authenticate("ada", `guess ${at}`);
  assert.deepEqual(await authenticate("ada", "one more"), {
    ok: false,
    refusal: "too_many_failures",
    retryAfterSeconds: 1,
  });
});

test("guesses under many names are put off beyond forty at once", async () => {
  const { world } = smallWorld();
  const { tools, blocked } = controlled();
  const authenticate = createAuthenticate(world, { ...tools, isPassword: blocked });
  const answers: unknown[] = [];
  for (let at = 0; at < 100; at += 1) void authenticate(`nobody ${at}`, "guess").then((one) => answers.push(idOf(one)));
  await settled();
  assert.deepEqual(answers, Array(60).fill("too_many_failures"));
});

test("a database that was away for a moment makes no credential unknown", async () => {
  const { world, rows } = smallWorld();
  const { clock, tools } = controlled();
  const authenticate = createAuthenticate(world, { ...tools, isPassword: async () => true });
  await authenticate("ada", "right");
  rows.isDown = true;
  clock.now = 1_000;
  await assert.rejects(authenticate("ada", "right"), /away/);
  rows.isDown = false;
  assert.equal(idOf(await authenticate("ada", "right")), 1);
});

test("names and passwords cannot be told apart by where the colon stands", async () => {
  const authenticate = createAuthenticate(smallWorld().world);
  await authenticate("ada", "right");
  assert.deepEqual(await authenticate("ad", "aright"), UNKNOWN);
});

test("a hash is salted, memory-hard, and of the composed password", async () => {
  assert.match(hash, /^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  assert.notEqual(await hashPassword("right"), hash);
  assert.equal(await isPassword("cafe\u0301", await hashPassword("café")), true);
  assert.equal(await isPassword("right", "plain$right"), false);
});
