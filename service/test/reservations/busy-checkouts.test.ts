import assert from "node:assert/strict";
import test from "node:test";
import { LIMITS } from "#src/platform/world.ts";
import { lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import { createReservation } from "#src/reservations/use-cases/reserve/create-reservation.ts";
import { answerType, BUYER, buying } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { putOnSale } from "#test/on-sale.ts";
import { testWorld } from "#test/world.ts";

const { db, drop } = await testDatabase();
test.after(drop);

const onSale = await putOnSale(db);
const { caller, eventId, ticketTypeIds } = onSale;
const BUSY = { ok: false, refusal: "busy" };
const request = { caller, eventId, wanted: [{ ticketTypeId: ticketTypeIds[0] ?? 0, quantity: 1 }] };
/** Any wait is longer than this, also none. */
const NO_WAIT_MS = -1;

const taken = async () =>
  (await db.query<{ taken: number }>("SELECT sum(taken)::integer AS taken FROM stock"))[0]?.taken;

test("P37: refuses a reservation as busy while payments would wait, and writes nothing", async () => {
  const world = testWorld(db, { limits: { ...LIMITS, reserveBusyMs: NO_WAIT_MS } });
  assert.deepEqual(await createReservation(world, request), BUSY);
  assert.equal(await taken(), 0);
});

test("P37: refuses a reservation as busy while the event loop is late", async () => {
  const delayed = (delayMs: number) => testWorld(db, { eventLoopDelayMs: () => delayMs });
  assert.deepEqual(await createReservation(delayed(LIMITS.eventLoopBusyMs + 1), request), BUSY);
  assert.equal((await createReservation(delayed(LIMITS.eventLoopBusyMs), request)).ok, true);
});

test("P37: refuses the lock of a cart while payments would wait for longer, and no payment", async () => {
  const { cartKey } = await buying(testWorld(db), onSale).reserve([1]);
  const world = testWorld(db, { limits: { ...LIMITS, reserveBusyMs: NO_WAIT_MS, lockBusyMs: NO_WAIT_MS } });
  await assert.rejects(lockCart(world, caller, { cartKey }, BUYER), { code: "55P03" });
  assert.ok((await lockCart(testWorld(db), caller, { cartKey }, BUYER)).ok);
  assert.equal(answerType(await buying(world, onSale).pay(cartKey, "47.50")), "SUCCESS");
});
