import assert from "node:assert/strict";
import test from "node:test";
import { runRefundJobs } from "#src/payments/use-cases/run-refund-jobs.ts";
import { followRefunds } from "#src/payments/use-cases/settle-refunds.ts";
import { at } from "#test/test-app.ts";
import { cancellationStage, makeRefundsDue, refundFaults } from "./refund-story.ts";

const { db, runtime, shop, promoter, stranger, processor, putOn, close, ...steps } = await cancellationStage();
const { sell, sellBoth, secondDate, letPass, runJobs, job, messages } = steps;
test.after(close);
test.afterEach(async () => assert.deepEqual(await refundFaults(db), []));

test("a cancelled date refunds every sale of it once, and no ticket of another date", async () => {
  const on = await putOn();
  const other = await secondDate(on);
  const mixed = await sellBoth(on, other);
  const [first, second, kept] = [await sell(on), await sell(on, 2), await sell(other)];
  const answered = await promoter("PUT", `/eventDate/${on.date}/cancel`, { refund: "all" });
  const id = at(answered, "refundJob");
  assert.deepEqual(await job(id), ["RUNNING", 3, 0, 0, 3]);
  const refunding = async (key: string) => at(await shop("GET", `/payment/${key}`), "refunding");
  assert.deepEqual([await refunding(mixed.key), await refunding(kept.key)], [[on.date], []]);
  await Promise.all([runRefundJobs(runtime), runRefundJobs(runtime), runRefundJobs(runtime)]);
  await runJobs();
  assert.deepEqual(await job(id), ["DONE", 3, 3, 0, 0]);
  assert.deepEqual(await refunding(mixed.key), []);
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
  await followRefunds(runtime);
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
  const reinstated = { event: on.event, eventDate: on.date };
  assert.deepEqual(
    (await messages("REINSTATED", on.event)).map(({ details }) => details),
    [reinstated],
  );
  await promoter("PUT", `/eventDate/${on.date}`, { cancelled: false });
  assert.equal((await messages("REINSTATED", on.event)).length, 1, "it was not cancelled");
  await promoter("PUT", `/eventDate/${on.date}`, { cancelled: true });
  await promoter("PUT", `/eventDate/${on.date}`, { cancelled: false, eventStart: "08-12-2099T20:00" });
  assert.equal((await messages("REINSTATED", on.event)).length, 1, "the message about the new time tells it");
  for (const cancelled of [true, false]) await promoter("PUT", `/event/${on.event}`, { cancelled });
  assert.deepEqual((await messages("REINSTATED", on.event)).at(-1)?.details, { event: on.event });
});

test("cancelling an event refunds, and offers a choice for, its dates that are not over", async () => {
  for (const refund of ["all", "choice"]) {
    const on = await putOn();
    const other = await secondDate(on);
    const [both, past] = [await sellBoth(on, other), await sell(on)];
    await letPass(on.date);
    const id = at(await promoter("PUT", `/event/${on.event}/cancel`, { refund }), "refundJob");
    assert.deepEqual(
      (await messages("CANCELLED", on.event)).map(({ sales }) => sales),
      [1],
    );
    await runJobs();
    const receipts = [await shop("GET", `/payment/${both.key}`), await shop("GET", `/payment/${past.key}`)];
    const amounts = receipts.map((one) =>
      (at(one, "refunds") as readonly { amount: { amount: number } }[]).map(({ amount }) => amount.amount),
    );
    const choices = receipts.map((one) =>
      (at(one, "choices") as readonly { eventDate: number }[]).map(({ eventDate }) => eventDate),
    );
    if (refund === "all") assert.deepEqual(await job(id), ["DONE", 1, 1, 0, 0]);
    assert.deepEqual(amounts, [refund === "all" ? [47.5] : [], []]);
    assert.deepEqual(choices, [refund === "choice" ? [other.date] : [], []]);
  }
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
