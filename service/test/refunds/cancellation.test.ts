import assert from "node:assert/strict";
import test from "node:test";
import { runRefundJobs } from "#src/payments/use-cases/cancellations/run-refund-jobs.ts";
import { followRefunds } from "#src/payments/use-cases/refunds/follow-refunds.ts";
import { type Answered, make } from "#test/asking.ts";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";
import { testWorld } from "#test/world.ts";
import { makeRefundsDue, refundFaults } from "./refund-story.ts";

const { db, shop, promoter, stranger, processor, place, putOn, reserve, close } = await openShop();
test.after(close);
test.afterEach(async () => assert.deepEqual(await refundFaults(db), []));

const world = testWorld(db, { processor });
type On = { readonly event: number; readonly date: number; readonly type: number };

async function sell(on: Pick<On, "event" | "type">, quantity = 1) {
  return paid(await reserve(shop, on, quantity), quantity * 47.5);
}

/** Sells one ticket of each of two dates in one sale. */
async function sellBoth({ event, type }: On, other: On) {
  const tickets = [type, other.type].map((ticketType) => ({ ticketType, quantity: 1 }));
  return paid(await shop("POST", "/reservation/", { event, tickets }), 95);
}

async function paid(reserved: Answered, amount: number) {
  const cart = String(at(reserved, "multiSaleKey"));
  await shop("POST", `/cart/${cart}/lock`, BUYER);
  const answered = await shop("POST", `/cart/${cart}/payment`, { amount, creditCard: CARD });
  assert.equal(at(answered, "type"), "SUCCESS", JSON.stringify(answered.body));
  return { cart, key: String(at(reserved, "key")) };
}

/** Adds a second date to the event, with a ticket type of the same name and section. */
async function secondDate({ event }: On) {
  const date = await make(promoter, "/eventDate", { event, eventStart: "05-12-2099T19:30" });
  const adult = { name: "Adult", eventDate: date, venueSection: place.stalls, price: 45, fee: 2.5 };
  return { event, date, type: await make(promoter, "/ticketType", adult) };
}

async function runJobs(): Promise<void> {
  while ((await runRefundJobs(world)) > 0);
  await runRefundJobs(world);
}

const job = async (id: unknown) => {
  const read = await promoter("GET", `/refundJob/${id}`);
  return ["state", "total", "refunded", "refused", "open"].map((name) => at(read, name));
};

const messages = (kind: string, event: number) =>
  db.query<{ details: object; sales: number }>(
    `SELECT details, cardinality(sale_keys) AS sales FROM message WHERE kind = $1 AND details ->> 'event' = $2::text ORDER BY created_at`,
    [kind, String(event)],
  );

test("a cancelled date refunds every sale of it once, and no ticket of another date", async () => {
  const on = await putOn();
  const other = await secondDate(on);
  const mixed = await sellBoth(on, other);
  const [first, second, kept] = [await sell(on), await sell(on, 2), await sell(other)];
  const answered = await promoter("PUT", `/eventDate/${on.date}/cancel`, { refund: "all" });
  const id = at(answered, "refundJob");
  assert.deepEqual(await job(id), ["RUNNING", 3, 0, 0, 3]);
  await Promise.all([runRefundJobs(world), runRefundJobs(world), runRefundJobs(world)]);
  await runJobs();
  assert.deepEqual(await job(id), ["DONE", 3, 3, 0, 0]);
  assert.equal(at(await promoter("GET", `/refundJob/${id}`), "amount", "amount"), 190);
  assert.equal(at(await shop("GET", `/payment/${mixed.key}`), "refunds", 0, "amount", "amount"), 47.5);
  for (const { key } of [first, second]) {
    assert.equal((at(await shop("GET", `/payment/${key}`), "refunds") as unknown[]).length, 1);
  }
  assert.deepEqual(at(await shop("GET", `/payment/${kept.key}`), "refunds"), []);
  const details = { event: on.event, eventDate: on.date, refunds: true, choices: false };
  assert.deepEqual(await messages("CANCELLED", on.event), [
    { details, sales: 1 },
    { details, sales: 1 },
    { details, sales: 1 },
  ]);
  assert.equal((await db.query(`SELECT FROM message WHERE kind = 'REFUNDED'`)).length, 3);
  assert.equal((await stranger("GET", `/refundJob/${id}`)).status, 404);
});

test("a refused refund stands in the progress, and a lost answer keeps the job open until it is known", async () => {
  const on = await putOn();
  const sales = [await sell(on), await sell(on)];
  processor.script("refundPart", "refused", "lost");
  const answered = await promoter("PUT", `/event/${on.event}/cancel`, { refund: "all" });
  const id = at(answered, "refundJob");
  await runJobs();
  assert.deepEqual(await job(id), ["RUNNING", 2, 0, 1, 1]);
  await makeRefundsDue(db);
  await followRefunds(world);
  await runJobs();
  assert.deepEqual(await job(id), ["DONE", 2, 1, 1, 0]);
  const refused = at(await promoter("GET", `/refundJob/${id}`), "refusedSales", 0);
  assert.ok(sales.some(({ key }) => key === refused));
});

test("a payment that was under way when its event was cancelled is refunded by the job too", async () => {
  const on = await putOn();
  await sell(on);
  let id: unknown;
  processor.meanwhile("capture", async () => {
    id = at(await promoter("PUT", `/event/${on.event}/cancel`, { refund: "all" }), "refundJob");
    await runJobs();
    assert.deepEqual(await job(id), ["RUNNING", 1, 1, 0, 0]);
  });
  const { key } = await sell(on);
  await runJobs();
  await runJobs();
  assert.deepEqual(await job(id), ["DONE", 2, 2, 0, 0]);
  assert.equal(at(await shop("GET", `/payment/${key}`), "refunds", 0, "state"), "REFUNDED");
});

test("sales that a job and a manager refund at once are refunded once", async () => {
  const on = await putOn();
  const sales = [await sell(on), await sell(on), await sell(on)];
  const id = at(await promoter("PUT", `/event/${on.event}/cancel`, { refund: "all" }), "refundJob");
  await Promise.all([
    runJobs(),
    ...sales.map(({ key }) => promoter("POST", `/order/${key}/refund`, { fee: "returned" })),
  ]);
  await runJobs();
  assert.deepEqual(await job(id), ["DONE", 3, 3, 0, 0]);
});

test("tells every order of a moved date once for each change, keeps its admissions, and tells of a cancelled one once", async () => {
  const on = await putOn();
  const { key } = await sell(on, 2);
  await sell(on);
  const move = (eventStart: string) => promoter("PUT", `/eventDate/${on.date}`, { eventStart });
  await move("06-12-2099T20:00");
  await move("06-12-2099T20:00");
  await promoter("PUT", `/eventDate/${on.date}`, { label: "Moved" });
  const before = {
    startsLocal: "2099-12-04T19:30",
    endsLocal: null,
    timeZone: "Pacific/Auckland",
    venue: "The Playhouse",
  };
  const moved = { event: on.event, eventDate: on.date, before, choices: false };
  assert.deepEqual(
    (await messages("DATE_CHANGED", on.event)).map(({ details }) => details),
    [moved, moved],
  );
  await move("07-12-2099T20:00");
  assert.equal((await messages("DATE_CHANGED", on.event)).length, 4);
  const receipt = await shop("GET", `/payment/${key}`);
  const admission = await shop("GET", `/admission/${at(receipt, "admissions", 0, "id")}`, undefined, {
    "sale-key": key,
  });
  assert.equal(at(admission, "reservationStatus"), "CONFIRMED");

  await promoter("POST", `/order/${key}/refund`, { fee: "returned" });
  for (const cancelled of [true, true, false]) await promoter("PUT", `/eventDate/${on.date}`, { cancelled });
  assert.deepEqual(
    (await messages("CANCELLED", on.event)).map(({ details }) => details),
    [{ event: on.event, eventDate: on.date, refunds: false, choices: false }],
    "the refunded order is told nothing",
  );
});

test("a job ends when its date is reinstated, and refunds no sale that was made since", async () => {
  const on = await putOn();
  await sell(on);
  const cancelAll = () => promoter("PUT", `/eventDate/${on.date}/cancel`, { refund: "all" });
  const id = at(await cancelAll(), "refundJob");
  await promoter("PUT", `/eventDate/${on.date}`, { cancelled: false });
  const { key } = await sell(on);
  await runJobs();
  assert.deepEqual(await job(id), ["DONE", 0, 0, 0, 0]);
  assert.deepEqual(at(await shop("GET", `/payment/${key}`), "refunds"), []);
  const again = at(await cancelAll(), "refundJob");
  assert.notEqual(again, id);
  await runJobs();
  assert.deepEqual(await job(again), ["DONE", 2, 2, 0, 0]);
});

test("a repeated cancellation answers the job that there is and tells nobody again", async () => {
  const on = await putOn();
  await sell(on);
  for (const path of [`/eventDate/${on.date}/cancel`, `/event/${on.event}/cancel`]) {
    const told = (await messages("CANCELLED", on.event)).length;
    const [first, second] = [
      await promoter("PUT", path, { refund: "all" }),
      await promoter("PUT", path, { refund: "all" }),
    ];
    assert.ok(at(first, "refundJob"));
    assert.equal(at(second, "refundJob"), at(first, "refundJob"));
    assert.equal((await messages("CANCELLED", on.event)).length, told + 1);
  }
  await runJobs();
});

test("only a manager of the account cancels", async () => {
  const on = await putOn();
  for (const path of [`/event/${on.event}/cancel`, `/eventDate/${on.date}/cancel`]) {
    assert.equal((await shop("PUT", path, { refund: "all" })).status, 403);
    assert.equal((await stranger("PUT", path, { refund: "all" })).status, 404);
  }
  assert.equal(at(await promoter("GET", `/event/${on.event}`), "cancelled"), false);
});
