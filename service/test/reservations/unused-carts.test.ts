import assert from "node:assert/strict";
import test from "node:test";
import { type Db, openPool } from "#src/platform/store/db.ts";
import { getCart, newCart } from "#src/reservations/use-cases/carts.ts";
import { buying, type OnSale, putOnSale } from "#test/buying.ts";
import { PATIENT, testDatabase } from "#test/cluster.ts";
import { testRuntime } from "#test/runtime.ts";

const { db, url, drop } = await testDatabase();
test.after(drop);

type Watch = {
  /** Called after each prepared statement. */
  readonly after: (name: string) => Promise<void> | void;
  /** Whether statements lock no rows. */
  readonly isWithoutLocks?: boolean;
};

/** Returns a database whose prepared statements are watched. */
function watched(of: Db, watch: Watch): Db {
  const prepared: Db["prepared"] = async (name, text, values) => {
    const rows =
      watch.isWithoutLocks && LOCK.test(text)
        ? of.query(text.replace(LOCK, ""), values)
        : of.prepared(name, text, values);
    await rows;
    await watch.after(name);
    // The types of its rows are those of the statement.
    return rows as ReturnType<typeof of.prepared<never>>;
  };
  return { ...of, prepared, transaction: (work) => of.transaction((tx) => work(watched(tx, watch))) };
}

/** Two buyers reserve two tickets each in one unused cart at the same time, in two processes. An order has at most three. */
async function wonInOneCart(onSale: OnSale, databases: readonly Db[]): Promise<number> {
  const cartKey = await newCart(testRuntime(db), onSale.caller);
  const asked = databases.map((one) => buying(testRuntime(one), onSale).ask([2], { cartKey }));
  return (await Promise.all(asked)).filter(({ ok }) => ok).length;
}

/** Returns a function whose promise ends once it was called so many times. */
function meeting(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let met = 0;
  return () => {
    met += 1;
    if (met === size) resolve();
    return promise;
  };
}

const ROUNDS = 12;
const LOCK = /FOR UPDATE$/;

test("P29: the limit of an order holds for reservations that begin an unused cart at the same time", async () => {
  const other = openPool(url, 4, PATIENT);
  const onSale = await putOnSale(db, { sections: [500], maximumPerOrder: 3 });
  for (let round = 0; round < ROUNDS; round += 1) assert.equal(await wonInOneCart(onSale, [db, other]), 1);

  // The control: without the lock of the cart both get their tickets.
  const meet = meeting(2);
  const after = (name: string) => (name === "lock_carts" ? meet() : undefined);
  const unlocked = [db, other].map((of) => watched(of, { after, isWithoutLocks: true }));
  assert.equal(await wonInOneCart(onSale, unlocked), 2);
  await other.close();
});

test("decides reservations in unused carts in batches, as those without a cart", async () => {
  const onSale = await putOnSale(db, { sections: [500] });
  let batches = 0;
  const after = (name: string) => {
    batches += Number(name === "take_batch");
  };
  const runtime = testRuntime(watched(db, { after }));
  const { ask } = buying(runtime, onSale);
  const carts = await Promise.all(Array.from({ length: 40 }, () => newCart(runtime, onSale.caller)));
  const outcomes = await Promise.all(carts.map((cartKey) => ask([1], { cartKey })));
  assert.ok(outcomes.every(({ ok }) => ok));
  // Joining carts are decided one by one.
  assert.equal(batches, 1);
  const used = await Promise.all(carts.map((key) => getCart(runtime, onSale.caller, key)));
  assert.deepEqual(new Set(used.map((cart) => cart?.sales.length)), new Set([1]));
});

test("a reservation that is refused leaves its cart unused, and the next one begins it", async () => {
  const onSale = await putOnSale(db, { sections: [2] });
  const { ask } = buying(testRuntime(db), onSale);
  const cartKey = await newCart(testRuntime(db), onSale.caller);
  assert.equal((await ask([3], { cartKey })).ok, false);
  assert.deepEqual((await getCart(testRuntime(db), onSale.caller, cartKey))?.sales, []);
  const made = await ask([2], { cartKey });
  assert.equal(made.ok && made.reservation.cartKey, cartKey);
  assert.equal((await ask([1], { cartKey })).ok, false, "the cart goes on with the limits of its event");
});
