import assert from "node:assert/strict";
import test from "node:test";
import { createAuthenticate } from "#src/use-cases/authenticate.ts";
import { hashPassword, isPassword } from "#src/use-cases/password.ts";
import { testWorld } from "#test/world.ts";

const hash = await hashPassword("right");

/** A database that knows Ada, and counts how often it is asked. */
function adasWorld() {
  const asked = { times: 0, disabled: false, hash };
  const ada = {
    ...{ id: 1, first_name: "Ada", last_name: "Lovelace", email: "", sell_capabilities: [] },
    ...{ may_scan: false, may_manage: false, account_id: 1, account_name: "Playhouse", currency: "AUD" },
  };
  const query = async (_text: string, [username]: readonly unknown[] = []) => {
    asked.times += 1;
    return username === "ada" && !asked.disabled ? [{ ...ada, password_hash: asked.hash }] : [];
  };
  const unused = () => assert.fail("not part of this test");
  // The stand-in answers only what these stories ask, which the type of a whole database cannot say.
  const db = { query, prepared: unused, transaction: unused } as unknown as Parameters<typeof testWorld>[0];
  return { world: testWorld(db), asked };
}

test("a right password is verified once a minute, however many ask at once", async () => {
  const { world, asked } = adasWorld();
  let elapsed = 0;
  const authenticate = createAuthenticate(world, () => elapsed);
  const callers = await Promise.all(Array.from({ length: 50 }, () => authenticate("ada", "right")));
  assert.ok(callers.every((caller) => caller?.name === "Ada Lovelace"));
  assert.equal(asked.times, 1);
  elapsed = 999;
  await authenticate("ada", "right");
  assert.equal(asked.times, 1);
});

test("a user who was disabled elsewhere is out after a second, here at once", async () => {
  const { world, asked } = adasWorld();
  let elapsed = 0;
  const authenticate = createAuthenticate(world, () => elapsed);
  assert.equal((await authenticate("ada", "right"))?.id, 1);
  elapsed = 1_000;
  const both = await Promise.all([authenticate("ada", "right"), authenticate("ada", "right")]);
  assert.deepEqual([both[0]?.id, both[1]?.id, asked.times], [1, 1, 2]);
  asked.disabled = true;
  elapsed = 1_999;
  assert.equal((await authenticate("ada", "right"))?.id, 1);
  elapsed = 2_000;
  assert.equal(await authenticate("ada", "right"), undefined);

  asked.disabled = false;
  assert.equal((await authenticate("ada", "right"))?.id, 1);
  asked.disabled = true;
  for (const tell of world.userChanges) tell();
  assert.equal(await authenticate("ada", "right"), undefined);
});

test("a password that was changed elsewhere is wrong after a second", async () => {
  const { world, asked } = adasWorld();
  let elapsed = 0;
  const authenticate = createAuthenticate(world, () => elapsed);
  await authenticate("ada", "right");
  asked.hash = await hashPassword("another");
  elapsed = 1_000;
  assert.equal(await authenticate("ada", "right"), undefined);
  assert.equal((await authenticate("ada", "another"))?.id, 1);
});

test("a wrong password is asked for again each time, and spoils nothing", async () => {
  const { world, asked } = adasWorld();
  const authenticate = createAuthenticate(world);
  assert.equal(await authenticate("ada", "wrong"), undefined);
  assert.equal(await authenticate("ada", "wrong"), undefined);
  assert.equal(asked.times, 2);
  assert.equal(await authenticate("nobody", "right"), undefined);
  assert.equal((await authenticate("ada", "right"))?.id, 1);
});

test("names and passwords cannot be told apart by where the colon stands", async () => {
  const authenticate = createAuthenticate(adasWorld().world);
  await authenticate("ada", "right");
  assert.equal(await authenticate("ad", "aright"), undefined);
});

test("a hash is salted, memory-hard, and of the composed password", async () => {
  assert.match(hash, /^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  assert.notEqual(await hashPassword("right"), hash);
  assert.equal(await isPassword("cafe\u0301", await hashPassword("café")), true);
  assert.equal(await isPassword("right", "plain$right"), false);
});
