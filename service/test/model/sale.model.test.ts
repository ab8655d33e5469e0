import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { settlePayments } from "#src/payments/use-cases/pay.ts";
import { refundSale } from "#src/payments/use-cases/refund.ts";
import { followRefunds } from "#src/payments/use-cases/settle-refunds.ts";
import type { NewReservation } from "#src/reservations/domain/sale.ts";
import { type CartOutcome, extendCart, unlockCart } from "#src/reservations/use-cases/carts.ts";
import { type LockOutcome, lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import { expireReservations, releaseReservation } from "#src/reservations/use-cases/release.ts";
import { answerType, BUYER, makeDue, stage } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { gist, makeRefundsDue, ticketsOf } from "#test/refunds/refund-story.ts";
import * as model from "./model.ts";

const RUNS = 20;
const STEPS_MAX = 40;

const { db, drop } = await testDatabase();
test.after(drop);

type Stage = Awaited<ReturnType<typeof stage>> & { readonly made: NewReservation[] };
type Step = { readonly name: string; readonly run: (m: model.Model, real: Stage) => Promise<void> };

const which = fc.nat(7);
const outcomeOf = (result: CartOutcome | LockOutcome) => (result.ok ? "ok" : result.refusal);

/** Returns a step on one of the existing sales. It does nothing when there is none. */
function onSale(
  name: string,
  step: (m: model.Model, sale: model.ModelSale, real: Stage, made: NewReservation) => Promise<void>,
) {
  return which.map((at): Step => {
    const run = async (m: model.Model, real: Stage) => {
      const [sale, made] = [m.sales[at % m.sales.length], real.made[at % real.made.length]];
      if (sale && made) await step(m, sale, real, made);
    };
    return { name: `${name} ${at}`, run };
  });
}

const reserve = fc
  .tuple(fc.nat(4), fc.nat(4))
  .filter(([a, b]) => a + b > 0)
  .map(([a, b]): Step => {
    const run = async (m: model.Model, real: Stage) => {
      const made = await real.ask([a, b]);
      assert.equal(made.ok, model.reserve(m, [a, b]));
      if (made.ok) real.made.push(made.reservation);
    };
    return { name: `reserve ${a}+${b}`, run };
  });

const pay = fc.tuple(which, fc.constantFrom("good", "declined", "lost")).chain(([at, end]) =>
  onSale(`pay ${end}`, async (m, sale, real, { cartKey, total }) => {
    if (end === "declined") real.processor.script("authorise", { state: "declined", id: `${at}`, code: "no" });
    if (end === "lost") real.processor.script("authorise", "not_known");
    const paid = await real.pay(cartKey, (total.minor / 100).toFixed(2));
    real.processor.script("authorise");
    assert.equal(answerType(paid), model.pay(m, sale, end));
  }),
);

const refund = fc
  .tuple(which, fc.constantFrom("one", "all"), fc.constantFrom("refunded", "refused", "lost", "not_known"))
  .chain(([, how, end]) =>
    onSale(`refund ${how} ${end}`, async (m, sale, { runtime, caller, processor }, { key }) => {
      const valid = (await ticketsOf(db, key)).find(({ status }) => status === "CONFIRMED");
      if (end !== "refunded") processor.script("refundPart", end);
      const outcome = await refundSale(runtime, {
        caller,
        saleKey: key,
        share: { fee: "returned", percentage: 100 },
        force: false,
        notify: true,
        origin: "ORGANISER",
        admissionIds: how === "one" && valid ? [valid.id] : undefined,
      });
      processor.script("refundPart");
      assert.equal(gist(outcome).split(" ")[0], model.refund(m, sale, how, end));
    }),
  );

const steps = fc.oneof(
  { arbitrary: refund, weight: 3 },
  fc.constant<Step>({
    name: "settle refunds",
    run: async (m, { runtime }) => {
      await makeRefundsDue(db);
      await followRefunds(runtime);
      model.settleRefunds(m);
    },
  }),
  { arbitrary: reserve, weight: 4 },
  { arbitrary: pay, weight: 3 },
  onSale("lock", async (_m, sale, { runtime, caller }, { cartKey }) => {
    assert.equal(outcomeOf(await lockCart(runtime, caller, { cartKey }, BUYER)), model.lock(sale));
  }),
  onSale("lock", async (_m, sale, { runtime, caller }, { cartKey }) => {
    assert.equal(outcomeOf(await lockCart(runtime, caller, { cartKey }, BUYER)), model.lock(sale));
  }),
  onSale("unlock", async (_m, sale, { runtime, caller }, { cartKey }) => {
    assert.equal(outcomeOf(await unlockCart(runtime, caller, { cartKey })), model.unlock(sale));
  }),
  onSale("extend", async (_m, sale, { runtime, caller }, { cartKey }) => {
    // An extension gains time only after a second has passed, so the model does not predict its refusal.
    const extended = outcomeOf(await extendCart(runtime, caller, { cartKey }));
    assert.equal(extended === "ceiling_reached" ? "ok" : extended, model.extend(sale));
  }),
  onSale("release", async (_m, sale, { runtime, caller }, { key }) => {
    const released = await releaseReservation(runtime, caller, key);
    assert.equal(released.ok ? "ok" : released.refusal, model.release(sale));
  }),
  onSale("lapse", async (_m, sale, real, { key }) => {
    await real.lapse(key);
    model.lapse(sale);
  }),
  onSale("forget", async (m, sale, { runtime, lapse }, { key }) => {
    await lapse(key, 3_600);
    await expireReservations(runtime);
    model.forget(m, sale);
  }),
  fc.constant<Step>({
    name: "sweep",
    run: async (m, { runtime }) => {
      await expireReservations(runtime);
      model.sweep(m);
    },
  }),
  fc.constant<Step>({
    name: "settle",
    run: async (m, { runtime }) => {
      await makeDue(db);
      await settlePayments(runtime);
      model.settle(m);
    },
  }),
);

async function agree(m: model.Model, { onSale: { eventId }, taken, processor }: Stage): Promise<void> {
  assert.deepEqual(await taken(), model.taken(m));
  const rows = await db.query<{ status: string; holds_stock: boolean }>(
    `SELECT status, holds_stock FROM sale WHERE event_id = $1 ORDER BY id`,
    [eventId],
  );
  assert.deepEqual(
    rows,
    m.sales.map(({ state, holds }) => ({ status: state, holds_stock: holds })),
  );
  assert.equal(processor.ledger.filter((entry) => entry === "capture").length, m.captures);
  const [tickets] = await db.query<{ valid: number; refunded: number }>(
    `SELECT count(*) FILTER (WHERE status = 'CONFIRMED') AS valid,
            count(*) FILTER (WHERE status = 'REFUNDED' AND refund.state = 'REFUNDED') AS refunded
       FROM admission LEFT JOIN refund_admission ON admission_id = admission.id AND in_force
       LEFT JOIN refund ON refund.id = refund_id WHERE admission.event_id = $1`,
    [eventId],
  );
  const valid = m.sales.flatMap(({ tickets }) => tickets).filter(({ state }) => state === "valid").length;
  assert.deepEqual(tickets, { valid, refunded: m.refunded });
}

test("P30, P31: keeps the tables equal to the model for any order of steps by buyers, sweeper and reconciler", async (t) => {
  const { seed } = fc.readConfigureGlobal();
  const chosen = seed ?? Math.floor(Math.random() * 2 ** 31);
  t.diagnostic(`seed ${chosen}`);
  const story = fc.array(steps, { minLength: 5, maxLength: STEPS_MAX });
  await fc.assert(
    fc.asyncProperty(story, async (all) => {
      const wish = {
        sections: [model.SECTION],
        types: [{ maximum: model.MAXIMUM }, {}],
        priceMinor: 1_000,
        feeMinor: 50,
      };
      const real: Stage = { ...(await stage(db, wish)), made: [] };
      const m = model.newModel();
      for (const step of all) {
        await step.run(m, real);
        await agree(m, real);
      }
    }),
    { numRuns: RUNS, seed: chosen },
  );
});
