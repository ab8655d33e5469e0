import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Card } from "#src/payments/domain/card.ts";
import { lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import { answerType, BUYER, buying, CARD } from "#test/buying.ts";
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

test("P04: a cart that is paid for several times among others is charged once", async () => {
  const { lockAll, pay, processor } = await sale();
  const reservations = await lockAll(BUYERS);
  const carts = reservations.flatMap(({ cartKey }, at) => (at < 3 ? Array(4).fill(cartKey) : [cartKey]) as string[]);
  const outcomes = await Promise.all(carts.map((cartKey) => pay(cartKey, "47.50")));
  for (const { cartKey } of reservations) {
    const types = outcomes.flatMap((outcome, at) => (carts[at] === cartKey ? [answerType(outcome)] : []));
    assert.equal(types.filter((type) => type === "SUCCESS").length, 1);
    assert.ok(types.every((type) => type === "SUCCESS" || type === "WRONG_STATE"));
  }
  assert.equal(authorisations(processor.ledger).length, BUYERS);
});

test("a wrong amount, an unlocked, a late and an unknown cart fail by themselves", async () => {
  const { lockAll, reserve, pay, lapse, status } = await sale();
  const [wrong, late, ...others] = await lockAll(BUYERS);
  assert.ok(wrong && late);
  const unlocked = await reserve([1]);
  await lapse(late.key);
  const outcomes = await Promise.all([
    pay(wrong.cartKey, "1.00"),
    pay(late.cartKey, "47.50"),
    pay(unlocked.cartKey, "47.50"),
    pay("NOSUCHCART", "47.50"),
    ...others.map(({ cartKey }) => pay(cartKey, "47.50")),
  ]);
  assert.deepEqual(outcomes.slice(0, 4).map(answerType), ["WRONG_AMOUNT", "SUCCESS", "WRONG_STATE", "no_such_thing"]);
  assert.deepEqual(new Set(outcomes.slice(4).map(answerType)), new Set(["SUCCESS"]));
  assert.equal(await status(wrong.key), "LOCKED");
});

test("a declined card and a lost answer among others end as they do by themselves", async () => {
  const { lockAll, pay, state, processor } = await sale();
  const reservations = await lockAll(BUYERS);
  processor.script("authorise", { state: "declined", id: "d1", code: "no" }, "not_known");
  const outcomes = await Promise.all(reservations.map(({ cartKey }) => pay(cartKey, "47.50")));
  const types = outcomes.map(answerType);
  assert.equal(types.filter((type) => type === "REFUSED").length, 1);
  assert.equal(types.filter((type) => type === "not_known").length, 1);
  assert.equal(types.filter((type) => type === "SUCCESS").length, BUYERS - 2);
  const states = await Promise.all(reservations.map(async ({ cartKey }) => (await state(cartKey)).join()));
  assert.deepEqual(
    states,
    types.map((type) => ({ REFUSED: "DECLINED", not_known: "STARTED" })[type] ?? "PAID"),
  );
});

test("counts every try of one card, in purchases that are made together too", async () => {
  const { lockAll, pay, world } = await sale();
  const reservations = await lockAll(BUYERS);
  const card = new Card({ ...CARD.reveal(), number: "4242424242424242" });
  const outcomes = await Promise.all(reservations.map(({ cartKey }) => pay(cartKey, "47.50", { card })));
  const types = outcomes.map(answerType);
  const { tries } = world.limits.paymentsPerCard;
  assert.equal(types.filter((type) => type === "SUCCESS").length, tries);
  assert.equal(types.filter((type) => type === "limited").length, BUYERS - tries);
});

test("a cart whose rows another transaction has locked does not hold up the others", async () => {
  const { reserveAll, lock, status } = await sale();
  const [held, ...others] = await reserveAll(BUYERS);
  assert.ok(held);
  let heldUp: ReturnType<typeof lock> | undefined;
  await db.transaction(async (tx) => {
    await tx.query("SELECT FROM sale WHERE key = $1 FOR UPDATE", [held.key]);
    heldUp = lock(held.cartKey);
    const locked = await Promise.all(others.map(({ cartKey }) => lock(cartKey)));
    assert.ok(locked.every(({ ok }) => ok));
    assert.equal(await status(held.key), "RESERVED");
  });
  assert.ok((await heldUp)?.ok);
  assert.equal(await status(held.key), "LOCKED");
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
