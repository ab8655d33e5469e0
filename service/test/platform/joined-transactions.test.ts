import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Db } from "#src/platform/store/db.ts";
import { inJoinedTransaction } from "#src/platform/store/joined-transactions.ts";
import { ALONE, merged, type SetStatement } from "#src/platform/store/merged.ts";
import { testDatabase } from "#test/cluster.ts";
import { recording } from "#test/recording.ts";

const { db, drop } = await testDatabase();
after(drop);
await db.query("CREATE TABLE note (text text PRIMARY KEY CHECK (text <> 'refused'))");

const INSERT_NOTE: SetStatement<string, string> = {
  async run(tx, texts) {
    await tx.query("INSERT INTO note SELECT * FROM unnest($1::text[])", [texts]);
    return texts.map((text) => `inserted ${text}`);
  },
};

const insert = (text: string) => (tx: Db) => merged(tx, INSERT_NOTE, text);
const notes = async (prefix: string) =>
  (await db.query<{ text: string }>("SELECT text FROM note WHERE starts_with(text, $1) ORDER BY text", [prefix])).map(
    ({ text }) => text,
  );

test("runs the same statement of concurrent members as one, in one transaction", async () => {
  const texts: string[] = [];
  const counted = counting(recording(db, texts));
  const results = await Promise.all(["a1", "a2", "a3"].map((text) => inJoinedTransaction(counted, "x", insert(text))));
  assert.deepEqual(results, ["inserted a1", "inserted a2", "inserted a3"]);
  assert.deepEqual(await notes("a"), ["a1", "a2", "a3"]);
  assert.equal(texts.length, 1);
  assert.equal(counted.transactions(), 1);
});

test("does not share a transaction between names, and not with what comes later", async () => {
  const counted = counting(db);
  await Promise.all(["b1", "b2"].map((text) => inJoinedTransaction(counted, text, insert(text))));
  await inJoinedTransaction(counted, "b1", insert("b3"));
  assert.equal(counted.transactions(), 3);
});

test("runs members whose steps differ side by side, and each statement that is not merged by itself", async () => {
  const work = (text: string, steps: number) => async (tx: Db) => {
    for (let step = 0; step < steps; step += 1) await merged(tx, INSERT_NOTE, `${text}${step}`);
    const [row] = await tx.query<{ text: string }>("SELECT $1::text AS text", [text]);
    return row?.text;
  };
  const counted = counting(db);
  const results = await Promise.all([
    inJoinedTransaction(counted, "c", work("cx", 1)),
    inJoinedTransaction(counted, "c", work("cy", 3)),
    inJoinedTransaction(counted, "c", async () => "nothing"),
  ]);
  assert.deepEqual(results, ["cx", "cy", "nothing"]);
  assert.deepEqual(await notes("c"), ["cx0", "cy0", "cy1", "cy2"]);
  assert.equal(counted.transactions(), 1);
});

test("a member that the database refuses fails by itself, and the others are written once", async () => {
  const settled = await Promise.allSettled(
    ["d1", "refused", "d2"].map((text) => inJoinedTransaction(db, "x", insert(text))),
  );
  assert.deepEqual(
    settled.map(({ status }) => status),
    ["fulfilled", "rejected", "fulfilled"],
  );
  assert.deepEqual(await notes("d"), ["d1", "d2"]);
});

test("a member that throws after it has written leaves nothing, and the others are written once", async () => {
  const settled = await Promise.allSettled([
    inJoinedTransaction(db, "x", insert("e1")),
    inJoinedTransaction(db, "x", async (tx) => {
      await merged(tx, INSERT_NOTE, "e2");
      throw new Error("a fault of its own");
    }),
  ]);
  assert.deepEqual(
    settled.map(({ status }) => status),
    ["fulfilled", "rejected"],
  );
  assert.deepEqual(await notes("e"), ["e1"]);
});

test("a member that needs a transaction of its own gets one, and the others share theirs", async () => {
  const sizes: number[] = [];
  const MAYBE: SetStatement<string, string> = {
    async run(_tx, items) {
      sizes.push(items.length);
      return items.map((item) => (items.length > 1 && item === "priced" ? ALONE : item));
    },
  };
  const work = (item: string) => async (tx: Db) => {
    const result = await merged(tx, MAYBE, item);
    await merged(tx, INSERT_NOTE, `f ${result}`);
    return result;
  };
  const results = await Promise.all(["one", "priced", "two"].map((item) => inJoinedTransaction(db, "x", work(item))));
  assert.deepEqual(results, ["one", "priced", "two"]);
  assert.deepEqual(sizes, [3, 1]);
  assert.deepEqual(await notes("f"), ["f one", "f priced", "f two"]);
});

test("after a commit whose outcome is not known every member fails, and none runs again", async () => {
  let runs = 0;
  const lost: Db = {
    ...db,
    async transaction(work) {
      await db.transaction(work);
      throw new Error("The connection was lost during the commit.");
    },
  };
  const work = (text: string) => async (tx: Db) => {
    runs += 1;
    return merged(tx, INSERT_NOTE, text);
  };
  const settled = await Promise.allSettled(["g1", "g2"].map((text) => inJoinedTransaction(lost, "x", work(text))));
  assert.deepEqual(
    settled.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  assert.equal(runs, 2);
  assert.deepEqual(await notes("g"), ["g1", "g2"]);
});

test("without a connection every member fails", async () => {
  const closed: Db = { ...db, transaction: () => Promise.reject(new Error("no connection")) };
  const settled = await Promise.allSettled(["h1", "h2"].map((text) => inJoinedTransaction(closed, "x", insert(text))));
  assert.ok(settled.every(({ status }) => status === "rejected"));
});

test("answers every one of many members, in batches", async () => {
  const counted = counting(db);
  const texts = Array.from({ length: 500 }, (_, at) => `i${String(at).padStart(3, "0")}`);
  const results = await Promise.all(texts.map((text) => inJoinedTransaction(counted, "x", insert(text))));
  assert.deepEqual(
    results,
    texts.map((text) => `inserted ${text}`),
  );
  assert.deepEqual(await notes("i"), texts);
  assert.ok(counted.transactions() < 20, `${counted.transactions()} transactions`);
});

test("at most two transactions are under way, and the next is of the call that has waited longest", async (t) => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const held = (name: string) => async () => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return name;
  };
  const step = (name: string) => inJoinedTransaction(db, name, held(name));
  const beginningOf = async (name: string) => {
    while (!begun.includes(name)) await new Promise(setImmediate);
  };
  t.after(() => ends.forEach((end) => void end()));
  const first = [step("first")];
  await beginningOf("first");
  first.push(step("second"));
  await beginningOf("second");
  // The first of these is of a step that is under way; it has waited longest once that is free.
  const later = [inJoinedTransaction(db, "first", held("first again")), step("third"), step("fourth")];
  await db.query("SELECT 1");
  assert.deepEqual(begun, ["first", "second"]);
  for (const [ended, next] of [
    ["second", "third"],
    ["first", "first again"],
    ["third", "fourth"],
  ] as const) {
    ends.get(ended)?.();
    await beginningOf(next);
  }
  assert.deepEqual(begun, ["first", "second", "third", "first again", "fourth"]);
  for (const end of ends.values()) end();
  assert.deepEqual(await Promise.all([...first, ...later]), ["first", "second", "first again", "third", "fourth"]);
});

test("plans the statements of a shared transaction once and by index, and no others", async () => {
  const settingsOf = async (tx: Db) =>
    tx.query("SELECT current_setting('plan_cache_mode') AS plans, current_setting('enable_seqscan') AS scans");
  assert.deepEqual(await inJoinedTransaction(db, "x", settingsOf), [{ plans: "force_generic_plan", scans: "off" }]);
  assert.deepEqual(await db.transaction(settingsOf), [{ plans: "auto", scans: "on" }]);
});

/** Returns a database that counts its transactions. */
function counting(inner: Db): Db & { readonly transactions: () => number } {
  let count = 0;
  return {
    ...inner,
    transaction: (work, options) => {
      count += 1;
      return inner.transaction(work, options);
    },
    transactions: () => count,
  };
}
