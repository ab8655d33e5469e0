import assert from "node:assert/strict";
import test from "node:test";
import { expireReservations } from "#src/reservations/use-cases/release.ts";
import { stage } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";

const { db, drop } = await testDatabase();
test.after(drop);

test("P30: puts back every place once when more than a chunk expires, and ends sales past their grace period", async () => {
  const { runtime, onSale, ask, reserve, taken } = await stage(db, { sections: [2_000], types: [{ maximum: 1_500 }] });
  await Promise.all(Array.from({ length: 1_201 }, () => ask([1])));
  const live = await reserve([1]);
  const lapseAll = (age: string) =>
    db.query(`UPDATE sale SET expires_at = now() - $2::interval WHERE event_id = $1 AND key <> $3`, [
      onSale.eventId,
      age,
      live.key,
    ]);
  assert.deepEqual(await taken(), [1_202, 1_202]);
  await lapseAll("1 second");
  // Two concurrent sweepers share the work and put no place back twice.
  await Promise.all([expireReservations(runtime), expireReservations(runtime)]);
  assert.deepEqual(await taken(), [1, 1]);
  assert.equal(await expireReservations(runtime), 0);

  await lapseAll("11 minutes");
  await expireReservations(runtime);
  const counts = await db.query(`SELECT status, count(*)::integer AS count FROM sale GROUP BY 1 ORDER BY 1`);
  assert.deepEqual(counts, [
    { status: "EXPIRED", count: 1_201 },
    { status: "RESERVED", count: 1 },
  ]);
});
