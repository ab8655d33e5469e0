import assert from "node:assert/strict";
import test from "node:test";
import type { Db } from "#src/platform/store/db.ts";
import { addCaller, buying, type OnSale, putOnSale, takenOf } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { testRuntime } from "#test/runtime.ts";

const { db, drop } = await testDatabase();
test.after(drop);

test("writes each reservation of a batch with its own lines, user, total and source", async () => {
  const tempest = await putOnSale(db, { sections: [500], types: [{}, {}] });
  const other = await addCaller(db, tempest.caller.account.id, ["PUBLIC"]);
  const requests = Array.from({ length: 60 }, (_, n) => ({
    quantities: n % 3 === 0 ? [1 + (n % 2), 2] : [1 + (n % 4)],
    more: { caller: n % 5 === 0 ? other : tempest.caller, source: n % 7 === 0 ? { host: "a;b" } : {} },
  }));
  const outcomes = await Promise.all(
    requests.map(({ quantities, more }) => buying(testRuntime(db), tempest).ask(quantities, more)),
  );
  const written = await db.query<{ key: string }>(
    `SELECT key, user_id, total_minor, source, expires_at > created_at AS expires, cart_key <> key AS "hasCart",
            (SELECT json_agg(json_build_array(ticket_type_id, quantity, price_minor, fee_minor, ticket_type_name) ORDER BY ticket_type_id)
               FROM sale_line WHERE (event_id, sale_id) = (sale.event_id, sale.id)) AS lines
       FROM sale WHERE event_id = $1`,
    [tempest.eventId],
  );
  const expected = requests.map(({ quantities, more }, n) => ({
    key: outcomes[n]?.ok ? outcomes[n].reservation.key : "",
    user_id: more.caller.id,
    total_minor: 4750 * quantities.reduce((sum, quantity) => sum + quantity, 0),
    source: more.source,
    expires: true,
    hasCart: true,
    lines: quantities.map((quantity, at) => [tempest.ticketTypeIds[at], quantity, 4500, 250, `Type ${at + 1}`]),
  }));
  const byKey = (rows: readonly { key: string }[]) => rows.toSorted((one, two) => (one.key < two.key ? -1 : 1));
  assert.deepEqual(byKey(written), byKey(expected));
  const places = requests.flatMap(({ quantities }) => quantities).reduce((sum, quantity) => sum + quantity, 0);
  assert.deepEqual(await takenOf(db, tempest.eventId), [places]);
});

/** Returns a database whose batch statement fails the first `times` times with this PostgreSQL error code. */
function breaking(code: string, times: number): { readonly db: Db; readonly broken: () => number } {
  let broken = 0;
  const prepared: Db["prepared"] = (name, text, values) => {
    if (name !== "take_batch" || broken === times) return db.prepared(name, text, values);
    broken += 1;
    return Promise.reject(Object.assign(new Error("An injected database error."), { code }));
  };
  return { db: { ...db, prepared }, broken: () => broken };
}

test("reserves for the other requests of a batch when one fails", async () => {
  const tempest = await putOnSale(db);
  const first = await buying(testRuntime(db), tempest).reserve([1]);
  // The second of three requests draws a key that exists already.
  let drawn = 0;
  const ordinary = testRuntime(db).newSaleKey;
  const newSaleKey = () => {
    drawn += 1;
    return drawn === 3 ? first.key : ordinary();
  };
  const { ask, taken } = buying(testRuntime(db, { newSaleKey }), tempest);
  const outcomes = await Promise.all([ask([1]), ask([1]), ask([1])]);
  assert.deepEqual(
    outcomes.map(({ ok }) => ok),
    [true, true, true],
  );
  assert.deepEqual(await taken(), [4]);
});

test("retries the batch after a conflict", async () => {
  const { db: weak, broken } = breaking("40P01", 2);
  const { ask, taken } = buying(testRuntime(weak), await putOnSale(db));
  assert.equal((await ask([1])).ok, true);
  assert.equal(broken(), 2);
  assert.deepEqual(await taken(), [1]);
});

test("answers busy after a lock timeout, and writes nothing", async () => {
  const { db: weak } = breaking("55P03", 1);
  const { ask, taken } = buying(testRuntime(weak), await putOnSale(db));
  assert.deepEqual(await ask([1]), { ok: false, refusal: "busy" });
  assert.deepEqual(await taken(), [0]);
});

test("fails the whole batch once when the database is unavailable", async () => {
  const { db: weak, broken } = breaking("57P01", 99);
  const { ask } = buying(testRuntime(weak), await putOnSale(db));
  const settled = await Promise.allSettled([ask([1]), ask([1]), ask([1])]);
  assert.deepEqual(
    settled.map(({ status }) => status),
    ["rejected", "rejected", "rejected"],
  );
  assert.equal(broken(), 1);
});

for (const times of [1, 99]) {
  test(`makes one reservation when ending the expired one fails ${times} times`, async () => {
    let broken = 0;
    const prepared: Db["prepared"] = (name, text, values) => {
      if (name !== "end_expired_of_cart" || broken === times) return db.prepared(name, text, values);
      broken += 1;
      return Promise.reject(Object.assign(new Error("An injected deadlock."), { code: "40P01" }));
    };
    const tempest = await putOnSale(db);
    const { ask, reserve, lapse, taken } = buying(testRuntime({ ...db, prepared }), tempest);
    const { key, cartKey } = await reserve([3]);
    await lapse(key);
    assert.equal((await ask([1], { cartKey })).ok, true);
    assert.ok(broken > 0);
    // When the expired one cannot be ended, the sweeper puts its places back.
    assert.deepEqual(await taken(), [times === 1 ? 1 : 4]);
  });
}

test("keeps the refusal of an answered request when the batch is retried", async () => {
  const tempest = await putOnSale(db, { types: [{}, {}] });
  const close = (closed: boolean) =>
    db.query(`UPDATE ticket_type SET closed = $2 WHERE id = $1`, [tempest.ticketTypeIds[1], closed]);
  let broken = false;
  const prepared: Db["prepared"] = async (name, text, values) => {
    if (name !== "take_batch" || broken) return db.prepared(name, text, values);
    broken = true;
    await close(false);
    throw Object.assign(new Error("An injected deadlock."), { code: "40P01" });
  };
  const { ask, taken } = buying(testRuntime({ ...db, prepared }), tempest);
  await close(true);
  const outcomes = await Promise.all([ask([1, 0]), ask([0, 1])]);
  assert.deepEqual(
    outcomes.map(({ ok }) => ok),
    [true, false],
  );
  assert.equal(broken, true);
  assert.deepEqual(await taken(), [1]);
});

/** Returns a database in which another process takes the only place after this one has read the terms. */
function overtaken(real: Db, onSale: OnSale): Db {
  let overtaken = false;
  const prepared: Db["prepared"] = async (name, text, values) => {
    const rows = await real.prepared<never>(name, text, values);
    if (name !== "find_terms" || overtaken) return rows;
    overtaken = true;
    await buying(testRuntime(real), onSale).reserve([1]);
    return rows;
  };
  return { ...real, prepared };
}

test("refuses a reservation when the read counts were outdated, by the constraint", async () => {
  const tempest = await putOnSale(db, { sections: [1] });
  const { ask, taken } = buying(testRuntime(overtaken(db, tempest)), tempest);
  const outcome = await ask([1]);
  assert.ok(!outcome.ok && outcome.refusal === "refused");
  assert.equal(outcome.rows[0]?.code, "SOLD_OUT");
  assert.deepEqual(await taken(), [1]);
});

test("P28: the control: without the constraint outdated counts oversell", async () => {
  const spoilt = await testDatabase();
  await spoilt.db.query(`ALTER TABLE stock DROP CONSTRAINT never_oversold`);
  const tempest = await putOnSale(spoilt.db, { sections: [1] });
  const { ask, taken } = buying(testRuntime(overtaken(spoilt.db, tempest)), tempest);
  assert.equal((await ask([1])).ok, true);
  assert.deepEqual(await taken(), [2]);
  await spoilt.drop();
});
