import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { settlePayments } from "#src/payments/use-cases/pay.ts";
import { runRefundJobs } from "#src/payments/use-cases/run-refund-jobs.ts";
import { followRefunds } from "#src/payments/use-cases/settle-refunds.ts";
import { LIMITS } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { makeDue } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { fakeProcessor, recordRefunds } from "#test/fakes.ts";
import { voucherFaults } from "#test/payments/voucher-story.ts";
import { testRuntime } from "#test/runtime.ts";
import { type Answered, type Ask, at, BUYER, CARD, make, makeVenue, openTestApp, publish } from "#test/test-app.ts";
import { makeRefundsDue, refundFaults } from "./refund-story.ts";

const RUNS = 4;
const SALES = 6;
const PLACES = 14;

const { db, drop } = await testDatabase();
const processor = fakeProcessor();
const { recorded, ledgerFaults } = recordRefunds(processor);
const runtime = testRuntime(db, { processor: recorded, limits: { ...LIMITS, processorSilentMs: 0 } });
const { app, shop, promoter } = await openTestApp(runtime);
const place = await makeVenue(promoter);
test.after(async () => {
  await app.close();
  await drop();
});

type Ticket = { readonly id: number; readonly key: string };
type Show = {
  readonly event: number;
  readonly dates: readonly [number, number];
  readonly sales: readonly { readonly cart: string; readonly key: string; readonly amount: number }[];
  readonly tickets: readonly Ticket[];
};

/** Puts an event with two dates on sale and sells all carts but the last two, some of them partly by voucher. */
async function putOn(): Promise<Show> {
  const named = { name: "The Tempest", venue: place.venue, venueConfiguration: place.whole };
  const event = await make(promoter, "/event", named);
  const refundPolicy = { untilHoursBefore: 1, percentage: 80, keepsFee: true };
  await promoter("PUT", `/event/${event}`, { refundPolicy });
  const onDate = async (eventStart: string) => {
    const date = await make(promoter, "/eventDate", { event, eventStart });
    const adult = { name: "Adult", eventDate: date, venueSection: place.stalls, price: 45, fee: 2.5 };
    return { date, type: await make(promoter, "/ticketType", { ...adult, maximumAllocation: PLACES }) };
  };
  const [first, second] = [await onDate("04-12-2099T19:30"), await onDate("05-12-2099T19:30")];
  await publish(promoter, event);
  const sales: { cart: string; key: string; amount: number }[] = [];
  for (let nth = 0; nth < SALES; nth += 1) {
    const types = nth % 3 === 0 ? [first.type, second.type] : [first.type];
    const tickets = types.map((ticketType) => ({ ticketType, quantity: nth % 3 === 0 ? 1 : 2 }));
    const reserved = await shop("POST", "/reservation/", { event, tickets });
    const sale = { cart: String(at(reserved, "multiSaleKey")), key: String(at(reserved, "key")), amount: 95 };
    await shop("POST", `/cart/${sale.cart}/lock`, BUYER);
    if (nth < SALES - 2) await pay(sale, nth === 1 ? { code: await makeVoucher() } : undefined);
    sales.push(sale);
  }
  const tickets = await db.query<Ticket>(
    `SELECT admission.id, sale.key FROM admission JOIN sale ON sale.id = sale_id WHERE sale.event_id = $1 ORDER BY 1`,
    [event],
  );
  return { event, dates: [first.date, second.date], sales, tickets };
}

const makeVoucher = async () => String(at(await promoter("POST", "/voucher", { amount: 30 }), "code"));
const pay = ({ cart, amount }: Show["sales"][number], voucher?: { code: string }) =>
  shop("POST", `/cart/${cart}/payment`, { amount, creditCard: CARD, ...(voucher && { voucher }) });

type Step = (show: Show, which: number) => Promise<Answered | number>;

const pick = <T>(all: readonly T[], which: number): T => all[which % all.length] as T;
const decided =
  (refund: string): Step =>
  (show, which) =>
    promoter("PUT", `/eventDate/${pick(show.dates, which)}/cancel`, { refund });
const chosen =
  (choiceOf: (show: Show) => unknown): Step =>
  (show, which) =>
    shop("POST", `/order/${pick(show.sales, which).key}/choice`, { eventDate: show.dates[0], choice: choiceOf(show) });
const ofTicket =
  (ask: (ticket: Ticket) => ReturnType<Ask>): Step =>
  (show, which) =>
    ask(pick(show.tickets, which));

/** What buyers, managers, the door and the background do at any moment. */
const STEPS: Readonly<Record<string, Step>> = {
  pay: (show, which) => pay(pick(show.sales, SALES - 1 - (which % 2))),
  "refund all": (show, which) => promoter("POST", `/order/${pick(show.sales, which).key}/refund`, { fee: "kept" }),
  "refund one": ofTicket(({ id }) => promoter("POST", `/admission/${id}/refund`, { fee: "returned" })),
  "refund by buyer": ofTicket(({ id, key }) => shop("POST", `/order/${key}/refundByBuyer`, { admissions: [id] })),
  admit: ofTicket(({ id }) => promoter("POST", `/admission/${id}/admit`, {})),
  rename: ofTicket(({ id, key }) => shop("PUT", `/admission/${id}/holder`, { name: "Bo" }, { "sale-key": key })),
  "cancel and refund": decided("all"),
  "cancel with a choice": decided("choice"),
  reinstate: (show, which) => promoter("PUT", `/eventDate/${pick(show.dates, which)}`, { cancelled: false }),
  "move the date": (show, which) =>
    promoter("PUT", `/eventDate/${show.dates[0]}`, { eventStart: `0${1 + (which % 3)}-12-2099T18:00` }),
  keep: chosen(() => "keep"),
  "choose a refund": chosen(() => "refund"),
  move: chosen(({ dates }) => ({ moveTo: dates[1] })),
  job: () => runRefundJobs(runtime),
  "follow refunds": async () => {
    await makeRefundsDue(db);
    return followRefunds(runtime);
  },
  "settle payments": async () => {
    await makeDue(db);
    return settlePayments(runtime);
  },
};

const step = fc.record({ name: fc.constantFrom(...Object.keys(STEPS)), which: fc.nat(11) });
const refundAnswer = fc.constantFrom("refunded", "refused", "lost", "not_known");
const round = fc.record({
  steps: fc.array(step, { minLength: 4, maxLength: 8 }),
  refunds: fc.array(refundAnswer, { maxLength: 3 }),
  isCaptureLost: fc.boolean(),
});

type Round = typeof round extends fc.Arbitrary<infer Value> ? Value : never;

/** How every story begins: one refund is refused, the answer about another is lost, and an order moves to the other date. */
const BEGINNING: readonly Round[] = [
  { steps: [refundOf(0), refundOf(2)], refunds: ["refused", "lost"], isCaptureLost: true },
  { steps: [{ name: "cancel with a choice", which: 0 }], refunds: [], isCaptureLost: false },
  { steps: [2, 3].map((which) => ({ name: "move", which })), refunds: [], isCaptureLost: false },
];

function refundOf(which: number) {
  return { name: "refund one", which };
}

/** Runs everything in the background until nothing is under way. */
async function recover(database: Db): Promise<void> {
  for (const name of ["refundPart", "capture", "findRefund"] as const) processor.script(name);
  for (;;) {
    await makeDue(database);
    await settlePayments(runtime);
    await makeRefundsDue(database);
    await followRefunds(runtime);
    await database.query(`UPDATE cancellation_sale SET next_try_at = now() WHERE state = 'OPEN'`);
    await database.query(`UPDATE cancellation SET next_look_at = now() WHERE finished_at IS NULL`);
    await runRefundJobs(runtime);
    await runRefundJobs(runtime);
    const [open] = await database.query<{ count: number }>(
      `SELECT (SELECT count(*) FROM refund WHERE state = 'STARTED') + (SELECT count(*) FROM payment_attempt WHERE settled_at IS NULL)
            + (SELECT count(*) FROM cancellation WHERE refund = 'ALL' AND finished_at IS NULL) AS count`,
    );
    if (open?.count === 0) return;
  }
}

/** Returns tickets that were admitted and refunded without force, and valid ones of a date whose every sale is refunded. */
async function ticketFaults(database: Db): Promise<readonly string[]> {
  const rows = await database.query<{ fault: string }>(
    `SELECT format('ticket %s was used and is refunded by %s', admission_id, origin) AS fault
       FROM admission JOIN refund_admission ON admission_id = admission.id AND in_force JOIN refund ON refund.id = refund_id
      WHERE admitted_at IS NOT NULL AND origin <> 'CANCELLATION'
      UNION ALL
     SELECT format('ticket %s is valid for a date that is refunded', admission.id)
       FROM admission JOIN ticket_type type ON type.id = ticket_type_id
       JOIN cancellation ON cancellation.event_date_id = type.event_date_id AND refund = 'ALL' AND reinstated_at IS NULL
      WHERE admission.status = 'CONFIRMED'
        AND NOT EXISTS (SELECT FROM refund WHERE refund.sale_id = admission.sale_id AND refund.state = 'REFUSED')`,
  );
  return rows.map(({ fault }) => fault);
}

test("P31: anything that buyers, managers, the door and the background do at once leaves the ledger equal to the sales, once nothing is under way", async () => {
  const story = fc.array(round, { minLength: 3, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(story, async (rounds) => {
      const show = await putOn();
      for (const { steps, refunds, isCaptureLost } of [...BEGINNING, ...rounds]) {
        processor.script(
          "refundPart",
          ...refunds.map((answer) => (answer === "refunded" ? undefined : answer)).filter((one) => one !== undefined),
        );
        if (isCaptureLost) processor.script("capture", "not_known");
        const answers = await Promise.all(steps.map(({ name, which }) => STEPS[name]?.(show, which)));
        for (const [nth, answered] of answers.entries()) {
          if (typeof answered === "object") assert.notEqual(answered.status, 500, `${steps[nth]?.name}`);
        }
      }
      await recover(db);
      const faults = [refundFaults(db), voucherFaults(db), ledgerFaults(db), ticketFaults(db)];
      assert.deepEqual((await Promise.all(faults)).flat(), []);
      const [stock] = await db.query<{ least: number }>(`SELECT min(taken) AS least FROM stock WHERE event_id = $1`, [
        show.event,
      ]);
      assert.ok((stock?.least ?? -1) >= 0);
    }),
    // A repetition of the same steps takes another order, so a failing story is not made smaller.
    { numRuns: RUNS, endOnFailure: true },
  );
});

test("the control: the checks find a refund that only the processor has made, and a ticket that is used and refunded", async () => {
  const [refund] = await db.query<{ id: string }>(
    `SELECT refund.id FROM refund JOIN refund_admission ON refund_id = refund.id AND in_force
      WHERE state = 'REFUNDED' AND card_minor > 0 AND origin <> 'CANCELLATION' LIMIT 1`,
  );
  const changed = db.transaction(async (tx) => {
    await tx.query(
      `UPDATE admission SET admitted_at = now() WHERE id = (SELECT min(admission_id) FROM refund_admission WHERE refund_id = $1)`,
      [refund?.id],
    );
    assert.match((await ticketFaults(tx)).join(), /was used and is refunded/);
    await tx.query(`UPDATE refund SET state = 'REFUSED' WHERE id = $1`, [refund?.id]);
    assert.match((await ledgerFaults(tx)).join(), /REFUSED, but refunded/);
    assert.notDeepEqual(await refundFaults(tx), []);
    throw new Error("Rolled back.");
  });
  await assert.rejects(changed, /Rolled back/);
});
