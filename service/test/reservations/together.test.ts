import assert from "node:assert/strict";
import test from "node:test";
import { admit } from "#src/admissions/use-cases/admit.ts";
import { getReceipt } from "#src/payments/use-cases/get-receipt.ts";
import { openPool } from "#src/platform/store/db.ts";
import { expireReservations, releaseReservation } from "#src/reservations/use-cases/release.ts";
import { createReservation } from "#src/reservations/use-cases/reserve/reserve.ts";
import { answerType, buying, stage } from "#test/buying.ts";
import { PATIENT, testDatabase } from "#test/cluster.ts";
import { testRuntime } from "#test/runtime.ts";

const { db, url, drop } = await testDatabase();
test.after(drop);

const ROUNDS = 12;

/** Asserts that the counters of places agree with the lines of live sales. */
async function audit(eventId: number): Promise<void> {
  const rows = await db.query<{ capacity: number; taken: number; reserved: number }>(
    `SELECT capacity, taken, coalesce((
              SELECT sum(quantity) FROM sale_line line
                JOIN sale ON sale.event_id = line.event_id AND sale.id = line.sale_id AND sale.holds_stock
                JOIN ticket_type type ON type.event_id = line.event_id AND type.id = line.ticket_type_id
               WHERE line.event_id = stock.event_id
                 AND (type.id = stock.ticket_type_id
                      OR (type.event_date_id = stock.event_date_id AND type.venue_section_id = stock.venue_section_id))), 0)::integer AS reserved
       FROM stock WHERE event_id = $1`,
    [eventId],
  );
  for (const { capacity, taken, reserved } of rows) {
    assert.equal(reserved, taken);
    assert.ok(taken <= capacity);
  }
}

test("P29: reserves many types in any order by two processes all or nothing, without a deadlock", async () => {
  const types = [{ section: 0 }, { section: 1 }, { section: 2 }, { section: 0, maximum: 20 }];
  const { runtime, onSale } = await stage(db, { sections: [40, 40, 40], types });
  const other = openPool(url, 8, PATIENT);
  const worlds = [runtime, testRuntime(other)];
  const { ticketTypeIds, eventId, caller } = onSale;
  const asks = Array.from({ length: 200 }, (_, at) => {
    const order = at % 2 === 0 ? ticketTypeIds : ticketTypeIds.toReversed();
    const wanted = order.slice(0, 2 + (at % 3)).map((ticketTypeId) => ({ ticketTypeId, quantity: 1 + (at % 2) }));
    return createReservation(worlds[at % 2] ?? runtime, { caller, eventId, wanted });
  });
  const outcomes = await Promise.all(asks);
  for (const outcome of outcomes) assert.ok(outcome.ok || outcome.refusal === "refused", JSON.stringify(outcome));
  const won = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.reservation] : []));
  const [row] = await db.query(`SELECT count(*)::integer AS sales FROM sale WHERE event_id = $1`, [eventId]);
  assert.deepEqual(row, { sales: won.length });
  await audit(eventId);
  await other.close();
});

test("lets either a release or a concurrent payment succeed, never both", async () => {
  const { runtime, caller, onSale, processor, holdLocked, pay, status } = await stage(db, { sections: [ROUNDS] });
  let captures = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { key, cartKey } = await holdLocked([1]);
    const [paid, released] = await Promise.all([pay(cartKey, "47.50"), releaseReservation(runtime, caller, key)]);
    const isPaid = answerType(paid) === "SUCCESS";
    assert.notEqual(isPaid, released.ok);
    assert.equal(await status(key), isPaid ? "CONFIRMED" : "RELEASED");
    captures += isPaid ? 1 : 0;
  }
  assert.equal(processor.ledger.filter((entry) => entry === "capture").length, captures);
  await audit(onSale.eventId);
});

test("P07: gives every paid sale its places and sells a place once when expiry and payment run concurrently", async () => {
  const { runtime, onSale, holdLocked, pay, lapse, ask } = await stage(db, { sections: [1] });
  for (let round = 0; round < ROUNDS; round += 1) {
    const { key, cartKey } = await holdLocked([1]);
    await lapse(key);
    const [paid, , rival] = await Promise.all([pay(cartKey, "47.50"), expireReservations(runtime), ask([1])]);
    assert.notEqual(answerType(paid) === "SUCCESS", rival.ok);
    await audit(onSale.eventId);
    await db.query(`UPDATE stock SET taken = 0 WHERE event_id = $1`, [onSale.eventId]);
    await db.query(`UPDATE sale SET status = 'RELEASED', holds_stock = false WHERE event_id = $1`, [onSale.eventId]);
  }
});

test("pays a cart of two events as a whole, or not at all", async () => {
  const tempest = await stage(db, { sections: [1] });
  const { reserve, pay, lapse, taken, status, processor, runtime, onSale } = tempest;
  const hamlet = await stage(db, { sections: [1] });
  await db.query(`UPDATE event SET account_id = $1 WHERE id = $2`, [onSale.caller.account.id, hamlet.onSale.eventId]);
  const atHamlet = buying(runtime, { ...hamlet.onSale, caller: onSale.caller });

  const one = await reserve([1]);
  const other = await atHamlet.reserve([1], { cartKey: one.cartKey });
  await db.query(`UPDATE sale SET status = 'LOCKED' WHERE cart_key = $1`, [one.cartKey]);
  for (const { key } of [one, other]) await lapse(key);
  const rival = await atHamlet.reserve([1]);
  await expireReservations(runtime);
  assert.equal(answerType(await pay(one.cartKey, "95.00")), "WRONG_STATE");
  assert.deepEqual(processor.ledger, []);
  assert.deepEqual(await taken(), [0]);

  await releaseReservation(runtime, onSale.caller, rival.key);
  assert.equal(answerType(await pay(one.cartKey, "95.00")), "SUCCESS");
  assert.deepEqual([await status(one.key), await status(other.key)], ["CONFIRMED", "CONFIRMED"]);
});

test("admits a ticket once with twenty concurrent scanners, and a ticket for three scans three times", async () => {
  const { runtime, caller, onSale, holdLocked, pay } = await stage(db);
  const { key, cartKey } = await holdLocked([1]);
  await pay(cartKey, "47.50");
  const id = String((await getReceipt(runtime, caller, { key }))?.admissions[0]?.id);
  const scan = () => Promise.all(Array.from({ length: 20 }, () => admit(runtime, caller, id, undefined)));
  const admitted = async () => (await scan()).filter(({ result }) => result === "ADMITTED").length;
  assert.equal(await admitted(), 1);
  assert.equal(await admitted(), 0);
  await db.query(`UPDATE ticket_type SET maximum_scans = 3 WHERE event_id = $1`, [onSale.eventId]);
  assert.equal(await admitted(), 2);
  await db.query(`UPDATE ticket_type SET maximum_scans = 9, once_per_day = true WHERE event_id = $1`, [onSale.eventId]);
  assert.equal((await admit(runtime, caller, id, undefined)).result, "TOO_MANY_TODAY");
  await db.query(`UPDATE admission SET status = 'REFUNDED' WHERE id = $1`, [id]);
  assert.equal((await admit(runtime, caller, id, undefined)).result, "NOT_CONFIRMED");
});
