import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { addPlaces, placesForParty } from "#src/reservations/domain/plan-offers.ts";
import type { NewReservation } from "#src/reservations/domain/sale.ts";
import type { FreePlaces } from "#src/reservations/domain/validate.ts";
import { listWaiting } from "#src/reservations/store/waiting-list/entries.ts";
import { listOfferableSections, lockList } from "#src/reservations/store/waiting-list/event-stock.ts";
import { expireReservations, releaseReservation } from "#src/reservations/use-cases/release.ts";
import { changeEntry, leave } from "#src/reservations/use-cases/waiting-list/entries.ts";
import { testDatabase } from "#test/cluster.ts";
import { waitingStage } from "./waiting.ts";

const RUNS = 20;
const STEPS_MAX = 40;
/** Two sections on two dates, the first ticket type with a maximum of its own. */
const SECTIONS = [4, 3];
const WISH = {
  sections: SECTIONS,
  dates: 2,
  types: [
    { section: 0, date: 0, maximum: 3 },
    { section: 0, date: 0 },
    { section: 1, date: 0 },
    { section: 1, date: 1 },
  ],
};

const { db, drop } = await testDatabase();
test.after(drop);

type Real = Awaited<ReturnType<typeof waitingStage>> & {
  readonly made: NewReservation[];
  readonly entries: string[];
};
type Step = { readonly name: string; readonly run: (real: Real) => Promise<void> };

const nth = fc.nat(11);
const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)];

const step = (name: string, run: (real: Real, at: number) => Promise<unknown>) =>
  nth.map((at): Step => ({ name: `${name} ${at}`, run: async (real) => void (await run(real, at)) }));

const reserve = fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 3 })).map(([type, quantity]): Step => {
  const run = async (real: Real) => {
    const quantities = [0, 0, 0, 0].map((_, at) => (at === type ? quantity : 0));
    const outcome = await real.ask(quantities);
    if (!outcome.ok) return;
    real.made.push(outcome.reservation);
    const dateId = real.onSale.dateIds[WISH.types[type]?.date ?? 0] ?? 0;
    const overtaken = await fitting(real, { sale: outcome.reservation.key, dateId });
    assert.deepEqual(overtaken, [], "the public overtook a waiting party");
  };
  return { name: `reserve ${quantity} of ${type}`, run };
});

const join = fc.tuple(fc.nat(2), fc.integer({ min: 1, max: 4 })).map(([which, quantity]): Step => {
  const run = async (real: Real) => {
    const eventDateId = real.onSale.dateIds[which - 1];
    // The list is joined before the dates are sold out too, so that the model does not depend on that rule.
    const key = real.runtime.newKey();
    await db.query(
      `INSERT INTO waiting_list_entry (event_id, key, account_id, event_date_id, email, language, quantity)
       VALUES ($1, $2, $3, $4, $2 || '@example.com', 'en', $5)`,
      [real.onSale.eventId, key, real.caller.account.id, eventDateId ?? null, quantity],
    );
    await real.confirm(key);
    real.entries.push(key);
  };
  return { name: `join for ${quantity} of date ${which}`, run };
});

const steps = fc.oneof(
  { arbitrary: reserve, weight: 4 },
  { arbitrary: join, weight: 3 },
  step("release", async ({ runtime, caller, made }, at) => {
    const one = pick(made, at);
    if (one) await releaseReservation(runtime, caller, one.key);
  }),
  step("lapse", async ({ made, lapse, runtime }, at) => {
    const one = pick(made, at);
    if (one) await lapse(one.key);
    await expireReservations(runtime);
  }),
  step("use an offer", async (real, at) => {
    // Every reservation makes the offers that are due first. One to another party may take of a type that this offer does not hold.
    await real.sweep();
    const { offer } = (await real.find(pick(real.entries, at))) ?? {};
    if (offer === undefined) return;
    const wanted = offer.ticketTypes.map(({ id, maximum }) => ({ ticketTypeId: id, quantity: maximum }));
    let missing = offer.quantity;
    const all = wanted.flatMap(({ ticketTypeId, quantity }) => {
      const some = Math.min(missing, quantity);
      missing -= some;
      return some > 0 ? [{ ticketTypeId, quantity: some }] : [];
    });
    const outcome = await real.ask([], { wanted: all, waitingListOffer: offer.key });
    // A whole party can always reserve all its tickets.
    assert.ok(outcome.ok, JSON.stringify(outcome));
    real.made.push(outcome.reservation);
  }),
  step("let an offer expire", async ({ entries, lapseOffer }, at) => {
    const key = pick(entries, at);
    if (key) await lapseOffer(key);
  }),
  step("give up the mail of an offer", async ({ entries, lapseMail }, at) => {
    const key = pick(entries, at);
    if (key) await lapseMail(key);
  }),
  step("end a postponement", async ({ entries }, at) => {
    const key = pick(entries, at);
    if (key) await db.query(`UPDATE waiting_list_entry SET postponed_until = now() WHERE key = $1`, [key]);
  }),
  step("leave", async ({ runtime, caller, entries }, at) => {
    const key = pick(entries, at);
    if (key === undefined) return;
    await leave(runtime, caller, key);
    entries.splice(entries.indexOf(key), 1);
  }),
  step("change", async ({ runtime, caller, entries }, at) => {
    const key = pick(entries, at);
    if (key) await changeEntry(runtime, caller, key, (at % 4) + 1);
  }),
  step("sweep", sweepAll),
  step("raise a capacity", async ({ onSale }, at) => {
    await db.query(
      `UPDATE stock SET capacity = capacity + 1
        WHERE event_id = $1 AND id = (SELECT id FROM stock WHERE event_id = $1 ORDER BY id OFFSET $2 LIMIT 1)`,
      [onSale.eventId, at % 5],
    );
  }),
);

async function sweepAll(real: Real): Promise<void> {
  await real.sweep();
  assert.deepEqual(await fitting(real), [], "a place is idle while a waiting party fits it");
}

/** Returns the keys of the entries that wait and fit into free places, or would on its date without a reservation. Not those that are postponed. */
function fitting(
  { onSale: { eventId } }: Real,
  without?: { readonly sale: string; readonly dateId: number },
): Promise<readonly string[]> {
  return db.transaction(async (tx) => {
    const { stock } = await lockList(tx, eventId);
    const sections = await listOfferableSections(tx, eventId, without && [without.dateId]);
    const reserved = await tx.query<{ id: number; quantity: number }>(
      `SELECT stock.id, sum(quantity)::integer AS quantity FROM sale
         JOIN sale_line line ON line.event_id = sale.event_id AND line.sale_id = sale.id
         JOIN ticket_type type ON type.event_id = line.event_id AND type.id = line.ticket_type_id
         JOIN stock ON stock.event_id = sale.event_id AND (stock.ticket_type_id = type.id
                    OR (stock.event_date_id = type.event_date_id AND stock.venue_section_id = type.venue_section_id))
        WHERE sale.key = $1 GROUP BY stock.id`,
      [without?.sale ?? ""],
    );
    const counted: FreePlaces = new Map(stock.map(({ id, capacity, taken }) => [id, capacity - taken]));
    const free = addPlaces(counted, new Map(reserved.map(({ id, quantity }) => [id, quantity])), 1);
    const waiting = (await listWaiting(tx, eventId)).filter(({ isPostponed }) => !isPostponed);
    const fits = waiting.filter(({ eventDateId, quantity, collected = new Map() }) =>
      sections
        .filter((section) => (eventDateId ?? section.eventDateId) === section.eventDateId)
        .some((section) => placesForParty(section, quantity, addPlaces(free, collected, 1))),
    );
    return fits.map(({ key }) => key);
  });
}

/** Fails unless the stock equals the places in reservations and offers, and no free place fits a party that waits. */
async function agree(real: Real): Promise<void> {
  const eventId = real.onSale.eventId;
  const rows = await db.query<{ id: number; taken: number; counted: number }>(
    `SELECT stock.id, stock.taken,
            coalesce((SELECT sum(quantity) FROM sale JOIN sale_line line ON line.event_id = sale.event_id AND line.sale_id = sale.id
                        JOIN ticket_type type ON type.event_id = line.event_id AND type.id = line.ticket_type_id
                       WHERE sale.event_id = stock.event_id AND holds_stock AND (type.id = stock.ticket_type_id
                         OR (type.event_date_id = stock.event_date_id AND type.venue_section_id = stock.venue_section_id))), 0)::integer
          + coalesce((SELECT sum(quantity) FROM waiting_list_offer offer,
                             unnest(offer.stock_ids, offer.quantities) AS places (stock_id, quantity)
                       WHERE offer.event_id = stock.event_id AND state IN ('COLLECTING', 'OPEN')
                         AND stock_id = stock.id), 0)::integer AS counted
       FROM stock WHERE event_id = $1 ORDER BY id`,
    [eventId],
  );
  assert.deepEqual(
    rows.map(({ id, taken }) => [id, taken]),
    rows.map(({ id, counted }) => [id, counted]),
    "a place is offered or sold twice, or lost",
  );
  const open = await db.query<{ key: string; quantity: number; places: number }>(
    `SELECT entry.key, entry.quantity, quantities[1] AS places FROM waiting_list_offer offer
       JOIN waiting_list_entry entry ON entry.event_id = offer.event_id AND entry.id = entry_id
      WHERE offer.event_id = $1 AND offer.state = 'OPEN'`,
    [eventId],
  );
  for (const { key, quantity, places } of open) assert.equal(places, quantity, `the party ${key} is split`);
  const offers = (await real.messages()).filter(({ kind }) => kind === "WAITING_LIST_OFFER");
  const keys = offers.map(({ details }) => details.offer);
  assert.equal(new Set(keys).size, keys.length, "an offer has two messages");
}

test("offers no place twice, and leaves none idle while a waiting party fits it, for any order of steps", async (t) => {
  const { seed } = fc.readConfigureGlobal();
  const chosen = seed ?? Math.floor(Math.random() * 2 ** 31);
  t.diagnostic(`seed ${chosen}`);
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 8, maxLength: STEPS_MAX }), async (all) => {
      const staged = await waitingStage(db, WISH);
      const real: Real = { ...staged, made: [], entries: [] };
      for (const { run } of all) {
        await run(real);
        await agree(real);
      }
      await sweepAll(real);
    }),
    { numRuns: RUNS, seed: chosen },
  );
});
