import assert from "node:assert/strict";
import test from "node:test";
import { hashPassword, isPassword } from "#src/accounts/use-cases/password.ts";
import { fakeTools, hash, idOf, LOW_COST, openAuthenticate, smallRuntime, UNKNOWN } from "#test/accounts/fake-users.ts";

test("derives the hash of a right password once, under concurrent calls and after an hour", async () => {
  const { runtime, rows } = smallRuntime();
  const { clock, tools } = fakeTools();
  let derived = 0;
  const count = (password: string, stored: string) => {
    derived += 1;
    return isPassword(password, stored);
  };
  const authenticate = openAuthenticate(runtime, { ...tools, isPassword: count });
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
  const authenticate = openAuthenticate(runtime, tools);
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
  const authenticate = openAuthenticate(runtime, tools);
  await authenticate("ada", "right");
  rows.hash = await hashPassword("another", LOW_COST);
  clock.now = 1_000;
  assert.deepEqual(await authenticate("ada", "right"), UNKNOWN);
  assert.equal(idOf(await authenticate("ada", "another")), 1);
});

test("a known password is a first factor within a second after another process turned on the second, and at once after this one did", async () => {
  const { runtime, rows } = smallRuntime();
  const { clock, tools } = fakeTools();
  const authenticate = openAuthenticate(runtime, tools);
  const firstFactor = async () => {
    const signedIn = await authenticate("ada", "right");
    return signedIn.ok && signedIn.caller.firstFactor;
  };
  assert.equal(await firstFactor(), undefined);
  rows.hasSecondFactor = true;
  clock.now = 999;
  assert.equal(await firstFactor(), undefined);
  clock.now = 1_000;
  assert.equal(await firstFactor(), "password");

  rows.hasSecondFactor = false;
  for (const listener of runtime.userChangeListeners) listener();
  assert.equal(await firstFactor(), undefined);
  rows.hasSecondFactor = true;
  for (const listener of runtime.userChangeListeners) listener();
  assert.equal(await firstFactor(), "password");
});

test("checks a wrong password each time it is sent, and accepts the right one afterwards", async () => {
  const { runtime, rows } = smallRuntime();
  const authenticate = openAuthenticate(runtime, fakeTools().tools);
  assert.deepEqual(await authenticate("ada", "wrong"), UNKNOWN);
  assert.deepEqual(await authenticate("ada", "wrong"), UNKNOWN);
  assert.equal(rows.queries, 2);
  assert.deepEqual(await authenticate("unknown", "right"), UNKNOWN);
  assert.equal(idOf(await authenticate("ada", "right")), 1);
});

test("spends as much on the password of an unknown name as on that of a known one", async () => {
  const compared: string[] = [];
  const { runtime, rows } = smallRuntime();
  rows.hash = await hashPassword("right");
  const authenticate = openAuthenticate(runtime, {
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
  const authenticate = openAuthenticate(runtime, { ...tools, isPassword: async () => true });
  await authenticate("ada", "right");
  rows.isDown = true;
  clock.now = 1_000;
  await assert.rejects(authenticate("ada", "right"), /unavailable/);
  rows.isDown = false;
  assert.equal(idOf(await authenticate("ada", "right")), 1);
});

test("does not confuse credentials whose name and password join to the same text", async () => {
  const authenticate = openAuthenticate(smallRuntime().runtime);
  await authenticate("ada", "right");
  assert.deepEqual(await authenticate("ad", "aright"), UNKNOWN);
});

test("hashes the NFC form of a password with a salt and scrypt", async () => {
  assert.match(await hashPassword("right"), /^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  assert.notEqual(await hashPassword("right", LOW_COST), hash);
  assert.equal(await isPassword("cafe\u0301", await hashPassword("café", LOW_COST)), true);
  assert.equal(await isPassword("right", "plain$right"), false);
});
