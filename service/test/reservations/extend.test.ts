import assert from "node:assert/strict";
import test from "node:test";
import { extendCart } from "#src/reservations/use-cases/carts.ts";
import { testDatabase } from "#test/cluster.ts";
import { stage } from "#test/stage.ts";

const { db, drop } = await testDatabase();
test.after(drop);

test("P48: extends a reservation repeatedly to its full time from now, up to the ceiling", async () => {
  const { world, caller, reserve } = await stage(db);
  const { cartKey } = await reserve([1]);
  const { reservationSeconds, reservationCeilingSeconds } = world.limits;
  const passes = (seconds: number) =>
    db.query(
      `UPDATE sale SET created_at = created_at - make_interval(secs => $2),
                       expires_at = expires_at - make_interval(secs => $2) WHERE cart_key = $1`,
      [cartKey, seconds],
    );
  const minutesLeft = async () => {
    const extended = await extendCart(world, caller, { cartKey });
    return extended.ok ? Math.round(extended.secondsLeft / 60) : extended.refusal;
  };

  // A minute before each expiry: twelve times, the last of them twelve minutes before the three hours end.
  const answers: unknown[] = [];
  for (let warnings = 1; warnings <= 12; warnings += 1) {
    await passes(reservationSeconds - 60);
    answers.push(await minutesLeft());
  }
  await passes(600);
  answers.push(await minutesLeft());
  assert.deepEqual([reservationSeconds, reservationCeilingSeconds], [15 * 60, 180 * 60]);
  assert.deepEqual(answers, [15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 12, "ceiling_reached"]);
});
