import assert from "node:assert/strict";
import test from "node:test";
import { foldCode } from "#src/pricing/domain/code.ts";
import { lockCodes } from "#src/pricing/store/codes.ts";
import { getCart, unlockCart } from "#src/reservations/use-cases/carts.ts";
import { keepTickets } from "#src/reservations/use-cases/keep-tickets.ts";
import { lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import { findLosses } from "#src/reservations/use-cases/losses.ts";
import { releaseReservation } from "#src/reservations/use-cases/release.ts";
import { answerType, BUYER, type OnSale, stage } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { waitingStage } from "#test/waiting-list/waiting.ts";

const { db, drop } = await testDatabase();
test.after(drop);

/** Inserts a discount of 50 % that needs this many tickets, of one ticket type's event or of the account. */
async function halfFor({ caller, eventId }: OnSale, minimumTickets: number, more: { code?: string } = {}) {
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO discount (account_id, kind, name, rule_name, enabled, code_required, currency, percentage, event_ids, minimum_tickets)
     VALUES ($1, 'TICKET', 'Half', $4, true, $5, 'AUD', 5000, ARRAY[$2::bigint], $3) RETURNING id`,
    [caller.account.id, eventId, minimumTickets, `Half for ${minimumTickets}`, more.code !== undefined],
  );
  if (more.code !== undefined)
    await db.query(
      `INSERT INTO code (account_id, text, folded, kind, discount_id, maximum_uses) VALUES ($1, $2, $3, 'DISCOUNT', $4, 1)`,
      [caller.account.id, more.code, foldCode(more.code), row?.id],
    );
  return row?.id ?? 0;
}

/** Returns the steps of a buyer at an event of two ticket types at 47.50, of which tickets can be given back. */
async function keepingStage(wish: Parameters<typeof stage>[1] = {}) {
  const staged = await stage(db, { types: [{}, {}], ...wish });
  const { runtime, caller, onSale } = staged;
  const keep = async (key: string, quantities: readonly number[]) => {
    const kept = quantities.map((quantity, at) => ({ ticketTypeId: onSale.ticketTypeIds[at] ?? 0, quantity }));
    const outcome = await keepTickets(runtime, caller, key, kept);
    if (outcome.ok) return outcome.sale === undefined ? "released" : outcome.sale.total.minor;
    return outcome.refusal === "refused" ? outcome.rows.map(({ code }) => code).join() : outcome.refusal;
  };
  const totalOf = async (cartKey: string) => (await getCart(runtime, caller, cartKey))?.total.minor;
  return { ...staged, keep, totalOf };
}

test("keeps price, fee and expiry of what is kept, whatever became of the sale meanwhile", async () => {
  const changes = [
    "UPDATE ticket_type SET price_minor = 9900, fee_minor = 900 WHERE event_id = $1",
    "UPDATE ticket_type SET closed = true WHERE event_id = $1",
    "UPDATE ticket_type SET on_sale_to = now() - interval '1 minute' WHERE event_id = $1",
    "UPDATE event SET published = false WHERE id = $1",
    "UPDATE event_date SET starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour' WHERE event_id = $1",
    "UPDATE ticket_type SET maximum_per_order = 1 WHERE event_id = $1",
  ];
  for (const change of changes) {
    const { onSale, runtime, caller, reserve, keep, taken, pay, totalOf } = await keepingStage();
    const { key, cartKey, expiresAt } = await reserve([2, 3]);
    await db.query(change, [onSale.eventId]);
    assert.equal(await keep(key, [1, 2]), 3 * 4750, change);
    assert.deepEqual(await taken(), [3]);
    assert.equal(await keep(key, [1, 2]), 3 * 4750, "sent twice it is done once");
    assert.deepEqual(await taken(), [3]);
    assert.equal(await keep(key, [1]), 4750, "a type that is not named is given back");
    const cart = await getCart(runtime, caller, cartKey);
    assert.deepEqual(
      cart?.sales[0]?.lines.map(({ quantity, price, fee }) => [quantity, price.minor, fee.minor]),
      [[1, 4500, 250]],
    );
    assert.deepEqual(cart?.expiresAt, expiresAt);
    assert.equal((await lockCart(runtime, caller, { cartKey }, BUYER)).ok, true);
    assert.equal(answerType(await pay(cartKey, "47.50")), "SUCCESS");
    assert.equal(await totalOf(cartKey), 0);
  }
});

test("refuses more than is reserved, fewer than the minimum, and what is not reserved", async () => {
  const { onSale, runtime, caller, reserve, keep, taken, lapse, pay } = await keepingStage({ sections: [50] });
  const { key, cartKey } = await reserve([3, 2]);
  assert.equal(await keep(key, [4, 2]), "more_than_reserved");
  assert.equal(await keep(key, [3, 2, 1]), "more_than_reserved");
  await db.query(`UPDATE ticket_type SET minimum_per_order = 2 WHERE event_id = $1`, [onSale.eventId]);
  assert.equal(await keep(key, [1, 2]), "UNDER_MINIMUM");
  assert.deepEqual(await taken(), [5], "a refusal changes nothing");
  await db.query(`UPDATE ticket_type SET minimum_per_order = 3 WHERE event_id = $1`, [onSale.eventId]);
  assert.equal(await keep(key, [3, 0]), 3 * 4750, "none is always possible, and what stays is not checked");
  assert.equal((await lockCart(runtime, caller, { cartKey }, BUYER)).ok, true);
  assert.equal(await keep(key, [0, 0]), "released", "nothing at all is a release, which a locked cart allows");
  assert.equal(await keep(key, [0, 0]), "no_such_thing");
  assert.equal(await keep("NOSUCHKEY0", [1]), "no_such_thing");
  assert.deepEqual(await taken(), [0]);

  const locked = await reserve([3]);
  assert.equal((await lockCart(runtime, caller, { cartKey: locked.cartKey }, BUYER)).ok, true);
  assert.equal(await keep(locked.key, [3]), "wrong_state");
  assert.equal((await unlockCart(runtime, caller, { cartKey: locked.cartKey })).ok, true);
  assert.equal(await keep(locked.key, [3]), 3 * 4750);
  assert.equal((await lockCart(runtime, caller, { cartKey: locked.cartKey }, BUYER)).ok, true);
  assert.equal(answerType(await pay(locked.cartKey, "142.50")), "SUCCESS");
  assert.equal(await keep(locked.key, [0]), "wrong_state");

  const late = await reserve([3]);
  await lapse(late.key);
  assert.equal(await keep(late.key, [3]), "expired");
  await lapse(late.key, 3600);
  assert.equal(await keep(late.key, [3]), "no_such_thing");
});

test("the rest has the savings that it still earns by the terms it was reserved with, in any order, and no new ones", async () => {
  for (const steps of [[3], [5, 3], [5, 4, 3]]) {
    const { onSale, runtime, caller, reserve, keep, totalOf } = await keepingStage();
    await halfFor(onSale, 4);
    const [pack] = await db.query<{ id: number }>(
      `INSERT INTO discount (account_id, kind, name, rule_name, enabled, code_required, currency, amount_minor, event_ids, quantity)
       VALUES ($1, 'MULTIPACK', 'Three', 'Three', true, false, 'AUD', 10000, ARRAY[$2::bigint], 3) RETURNING id`,
      [caller.account.id, onSale.eventId],
    );
    const { key, cartKey } = await reserve([7]);
    assert.ok(pack);
    const before = (await getCart(runtime, caller, cartKey))?.savings.map(({ name }) => name);
    assert.deepEqual(before, ["Half for 4", "Three"]);
    // The one ends, and a better one begins: neither is asked.
    await db.query(`UPDATE discount SET enabled = false WHERE account_id = $1`, [caller.account.id]);
    await halfFor(onSale, 1);
    for (const quantity of steps) await keep(key, [quantity]);
    assert.equal(await totalOf(cartKey), 3 * 4750 - 10000, `${steps}`);
    await keep(key, [2]);
    assert.equal(await totalOf(cartKey), 2 * 4750);
    // What is added is priced by the rules of today, with all that the cart has.
    await reserve([1], { cartKey });
    assert.equal(await totalOf(cartKey), (3 * 4750) / 2);
  }
});

test("a saving across events stays with its terms while it is earned, and is lost with one of them", async () => {
  const first = await keepingStage();
  const { runtime, caller, keep, totalOf } = first;
  const second = await keepingStage();
  await db.query(`UPDATE event SET account_id = $1 WHERE id = $2`, [caller.account.id, second.onSale.eventId]);
  await db.query(
    `INSERT INTO discount (account_id, kind, name, rule_name, enabled, code_required, currency, percentage, minimum_events)
     VALUES ($1, 'FESTIVAL', 'Festival', 'Festival', true, false, 'AUD', 1000, 2)`,
    [caller.account.id],
  );
  const begun = await first.reserve([2]);
  const { cartKey } = begun;
  const more = await second.reserve([2], { cartKey, caller });
  assert.equal(await totalOf(cartKey), 4 * 4275);
  await db.query(`UPDATE discount SET percentage = 2000 WHERE account_id = $1`, [caller.account.id]);
  await keep(begun.key, [1]);
  assert.equal(await totalOf(cartKey), 3 * 4275);
  await db.query(`UPDATE discount SET enabled = false WHERE account_id = $1`, [caller.account.id]);
  await keep(begun.key, [0]);
  assert.equal(await totalOf(cartKey), 2 * 4750);
  await releaseReservation(runtime, caller, more.key);
  assert.equal(await totalOf(cartKey), 0);
});

test("an event that is released leaves the terms of the others", async () => {
  const { onSale, caller, runtime, reserve, totalOf } = await keepingStage();
  await halfFor(onSale, 2);
  const kept = await reserve([2]);
  const released = await reserve([0, 1], { cartKey: kept.cartKey });
  await db.query(`UPDATE discount SET enabled = false WHERE account_id = $1`, [caller.account.id]);
  await releaseReservation(runtime, caller, released.key);
  assert.equal(await totalOf(kept.cartKey), 4750);
});

test("the use of a code goes back at once with the saving that needed it, and stays as long as it is earned", async () => {
  const { onSale, runtime, caller, ask, reserve, keep } = await keepingStage();
  await halfFor(onSale, 3, { code: "ONCE" });
  const results = async (cartKey: string) => (await getCart(runtime, caller, cartKey))?.codes.map((one) => one.result);
  const { key, cartKey } = await reserve([4], { codes: ["ONCE", "nothing"] });
  // The code has ended since. The cart had claimed its use.
  await db.query(`UPDATE code SET valid_to = now() WHERE account_id = $1`, [caller.account.id]);
  assert.equal(await keep(key, [3]), (3 * 4750) / 2);
  assert.deepEqual(await results(cartKey), ["APPLIED", "UNKNOWN"]);
  await db.query(`UPDATE code SET valid_to = NULL WHERE account_id = $1`, [caller.account.id]);
  const other = await ask([3], { codes: ["ONCE"] });
  assert.equal(other.ok && other.reservation.codes[0]?.result, "USED_UP");
  assert.equal(await keep(key, [2]), 2 * 4750);
  assert.deepEqual(await results(cartKey), ["NO_EFFECT", "UNKNOWN"]);
  const next = await reserve([3], { codes: ["ONCE"] });
  assert.equal(next.codes[0]?.result, "APPLIED");
});

test("a code whose use went back saves nothing later, and another cart can use it", async () => {
  const { onSale, caller, reserve, keep } = await keepingStage();
  await db.query(
    `INSERT INTO discount (account_id, kind, name, rule_name, enabled, code_required, currency, pack_price_minor, quantity)
     VALUES ($1, 'MULTIPACK', 'Pack', 'Three for 40', true, false, 'AUD', 4000, 3)`,
    [caller.account.id],
  );
  await halfFor(onSale, 2, { code: "ONCE" });
  const { key, total } = await reserve([4], { codes: ["ONCE"] });
  assert.equal(total.minor, 4000 + 4750 / 2);
  assert.equal(await keep(key, [3]), 4000, "the pack is better for three");
  const [code] = await db.query<{ uses: number }>(`SELECT uses FROM code WHERE account_id = $1`, [caller.account.id]);
  assert.equal(code?.uses, 0);
  assert.equal(await keep(key, [2]), 2 * 4750, "without the code");
});

test("a part that is given back while another reservation gives the cart its first saving is priced with it", async () => {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  for (const { kept, minor, result } of [
    { kept: 1, minor: 3 * 4750, result: "NO_EFFECT" },
    // The control: both are in the cart, and the saving is there as long as it is earned.
    { kept: 6, minor: (8 * 4750) / 2, result: "APPLIED" },
  ]) {
    const { onSale, runtime, caller, reserve, keep } = await keepingStage();
    await halfFor(onSale, 8, { code: "GROUP" });
    const { key, cartKey } = await reserve([7]);
    const both = await db.transaction(async (tx) => {
      await lockCodes(tx, caller.account.id, ["GROUP"]);
      const adding = reserve([0, 2], { cartKey, codes: ["GROUP"] });
      while ((await db.query(waiting)).length < 1);
      const keeping = keep(key, [kept]);
      while ((await db.query(waiting)).length < 2);
      return { adding, keeping };
    });
    await Promise.all([both.adding, both.keeping]);
    const cart = await getCart(runtime, caller, cartKey);
    assert.deepEqual([cart?.total.minor, cart?.codes[0]?.result], [minor, result]);
  }
});

test("places that are given back go to those who wait first", async () => {
  const { runtime, caller, onSale, reserve, ask, wait, states } = await waitingStage(db, { sections: [3] });
  const { key } = await reserve([3]);
  const entry = await wait(2);
  const kept = [{ ticketTypeId: onSale.ticketTypeIds[0] ?? 0, quantity: 1 }];
  assert.equal((await keepTickets(runtime, caller, key, kept)).ok, true);
  assert.deepEqual(await states(entry), ["OFFERED"]);
  const late = await ask([1]);
  assert.equal(!late.ok && late.refusal === "refused" && late.rows[0]?.code, "SOLD_OUT");
});

test("answers about guests stay for the tickets that are kept", async () => {
  const { onSale, reserve, keep, runtime, caller } = await keepingStage();
  const { key, cartKey } = await reserve([3, 1]);
  const [type = 0, other = 0] = onSale.ticketTypeIds;
  const guest = (holder: string) => ({ holder, data: {}, answers: [], complete: true });
  const guests = { [type]: [guest("Ada"), guest("Ben"), guest("Cid")], [other]: [guest("Dan")] };
  await db.query(`UPDATE sale SET guests = $2 WHERE key = $1`, [key, JSON.stringify(guests)]);
  await keep(key, [2, 0]);
  const [sale] = (await getCart(runtime, caller, cartKey))?.sales ?? [];
  assert.deepEqual(sale?.guests, { [type]: [guest("Ada"), guest("Ben")] });
});

test("the cart says what is lost before tickets are given back: the total of the rest, and the saving", async () => {
  const { onSale, runtime, caller, reserve, keep } = await keepingStage();
  await halfFor(onSale, 3);
  const { key, cartKey } = await reserve([3, 1]);
  const losses = async () => {
    const cart = await getCart(runtime, caller, cartKey);
    assert.ok(cart);
    const { ofLine, ofEvent } = await findLosses(runtime, caller, cart);
    const [sale] = cart.sales;
    const lines = onSale.ticketTypeIds.map((type) => ofLine(sale?.id ?? 0, type));
    return [...lines, ofEvent(onSale.eventId)].map((loss) => loss?.totalMinor);
  };
  assert.deepEqual(await losses(), [undefined, undefined, undefined]);
  await keep(key, [2, 1]);
  assert.deepEqual(await losses(), [2 * 4750, 2 * 4750, undefined]);
  await db.query(`UPDATE ticket_type SET minimum_per_order = 2 WHERE id = $1`, [onSale.ticketTypeIds[0]]);
  assert.deepEqual(await losses(), [4750, 2 * 4750, undefined], "below the minimum the line is removed");
  await keep(key, [2]);
  assert.deepEqual(await losses(), [undefined, undefined, undefined]);
});
