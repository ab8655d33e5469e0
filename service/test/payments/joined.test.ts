import assert from "node:assert/strict";
import { after, test } from "node:test";
import { lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import { answerType, BUYER, buying } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { fakeProcessor } from "#test/fake-processor.ts";
import { putOnSale } from "#test/on-sale.ts";
import { testWorld } from "#test/world.ts";

// Purchases that arrive together share their transactions.

const { db, drop } = await testDatabase();
after(drop);
const BUYERS = 30;

async function sale(places = 1_000) {
  const processor = fakeProcessor();
  const world = testWorld(db, { processor });
  const onSale = await putOnSale(db, { sections: [places] });
  const shop = buying(world, onSale);
  const reserveAll = (count: number) => Promise.all(Array.from({ length: count }, () => shop.reserve([1])));
  const lock = (cartKey: string, email = BUYER.EMAIL) =>
    lockCart(world, onSale.caller, { cartKey }, { ...BUYER, EMAIL: email });
  const lockAll = async (count: number) => {
    const reservations = await reserveAll(count);
    for (const locked of await Promise.all(reservations.map(({ cartKey }) => lock(cartKey)))) assert.ok(locked.ok);
    return reservations;
  };
  return { ...shop, world, processor, reserveAll, lock, lockAll, caller: onSale.caller };
}

const authorisations = (ledger: readonly string[]) => ledger.filter((entry) => entry.startsWith("authorise"));

test("P04: purchases that are made together are each charged and confirmed once, with their own buyer", async () => {
  const { reserveAll, lock, pay, status, processor } = await sale();
  const reservations = await reserveAll(BUYERS);
  await Promise.all(reservations.map(({ cartKey }, at) => lock(cartKey, `buyer-${at}@example.com`)));
  const outcomes = await Promise.all(reservations.map(({ cartKey }) => pay(cartKey, "47.50")));
  assert.deepEqual(new Set(outcomes.map(answerType)), new Set(["SUCCESS"]));
  assert.equal(authorisations(processor.ledger).length, BUYERS);
  assert.equal(processor.ledger.filter((entry) => entry === "capture").length, BUYERS);

  for (const [at, { key }] of reservations.entries()) {
    assert.equal(await status(key), "CONFIRMED");
    const rows = await db.query<{ email: string; tickets: number; recipients: readonly string[] }>(
      `SELECT buyer ->> 'EMAIL' AS email,
              (SELECT count(*)::integer FROM admission WHERE admission.event_id = sale.event_id AND sale_id = sale.id) AS tickets,
              (SELECT array_agg(recipient) FROM message WHERE sale_keys = ARRAY[sale.key]) AS recipients
         FROM sale WHERE key = $1`,
      [key],
    );
    assert.deepEqual(rows, [{ email: `buyer-${at}@example.com`, tickets: 1, recipients: [`buyer-${at}@example.com`] }]);
  }
});

test("P06: every attempt is committed before its charge, however many share the transaction", async () => {
  const { lockAll, world, caller } = await sale();
  const reservations = await lockAll(BUYERS);
  const { authorise } = world.processor;
  const unwritten: string[] = [];
  const watched = {
    ...world,
    processor: {
      ...world.processor,
      authorise: (async (id, ...rest) => {
        const rows = await db.query("SELECT FROM payment_attempt WHERE id = $1 AND state = 'STARTED'", [id]);
        if (rows.length !== 1) unwritten.push(id);
        return authorise(id, ...rest);
      }) as typeof authorise,
    },
  };
  const { pay } = buying(watched, { caller, eventId: 0, dateIds: [], ticketTypeIds: [] });
  const outcomes = await Promise.all(reservations.map(({ cartKey }) => pay(cartKey, "47.50")));
  assert.deepEqual(new Set(outcomes.map(answerType)), new Set(["SUCCESS"]));
  assert.deepEqual(unwritten, []);
});
