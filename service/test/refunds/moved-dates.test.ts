import assert from "node:assert/strict";
import test from "node:test";
import { at, BUYER, CARD, openShop } from "#test/test-app.ts";
import { refundFaults } from "./refund-story.ts";

const { db, shop, promoter, reserved, close } = await openShop();
test.after(close);
test.afterEach(async () => assert.deepEqual(await refundFaults(db), []));

const DAY_MS = 24 * 3_600_000;
/** A policy that has closed for the dates of these tests, which are in the year 2099. */
const CLOSED = { untilHoursBefore: 24 * 365 * 90, percentage: 80, keepsFee: true };

/** Sells two tickets of 45 and a fee of 2.50 each, for a date in the year 2099. */
async function sold({ refundPolicy = CLOSED, buyer = BUYER }: { refundPolicy?: object | null; buyer?: object } = {}) {
  const on = await reserved(2);
  await db.query(`UPDATE event SET refund_policy = $2 WHERE id = $1`, [on.event, refundPolicy]);
  await shop("POST", `/cart/${on.cart}/lock`, buyer);
  const paid = await shop("POST", `/cart/${on.cart}/payment`, { amount: 95, creditCard: CARD });
  assert.equal(at(paid, "type"), "SUCCESS", JSON.stringify(paid.body));
  const receipt = () => shop("GET", `/payment/${on.key}`);
  const admissions = [0, 1].map(async (place) => Number(at(await receipt(), "admissions", place, "id")));
  const [first = 0, second = 0] = await Promise.all(admissions);
  const refund = async (admission: number) => {
    const answered = await shop("POST", `/order/${on.key}/refundByBuyer`, { admissions: [admission] });
    return at(answered, "refund", "amount", "amount") ?? at(answered, "errors", 0, "code");
  };
  const until = async () => {
    const text = at(await receipt(), "admissions", 1, "movedFrom", "refundUntil");
    return text === undefined ? undefined : new Date(String(text)).getTime();
  };
  const move = async (eventStart: string) => {
    assert.equal((await promoter("PUT", `/eventDate/${on.date}`, { eventStart })).status, 200);
  };
  return { ...on, first, second, refund, until, move };
}

/** Lets this time pass since a sale, its moves and the messages about them. */
async function letPass({ key, date }: { readonly key: string; readonly date: number }, interval: string) {
  await db.query(`UPDATE sale SET created_at = created_at - $2::interval WHERE key = $1`, [key, interval]);
  await db.query(`UPDATE event_date_move SET moved_at = moved_at - $2::interval WHERE event_date_id = $1`, [
    date,
    interval,
  ]);
  await db.query(
    `UPDATE message SET created_at = created_at - $2::interval, settled_at = settled_at - $2::interval WHERE sale_keys @> ARRAY[$1]`,
    [key, interval],
  );
}

const mailed = (key: string) =>
  db.query(
    `UPDATE message SET state = 'SENT', settled_at = now() WHERE sale_keys @> ARRAY[$1] AND kind = 'DATE_CHANGED'`,
    [key],
  );

const isAbout = (time: number | undefined, expected: number) =>
  assert.ok(time !== undefined && Math.abs(time - expected) < 60_000, `${time} is not about ${expected}`);

test("a moved date reopens the buyer's own refund by the policy, for seven days from the mail", async () => {
  const sale = await sold();
  assert.equal(await sale.refund(sale.first), "CLOSED");
  assert.equal(await sale.until(), undefined);
  await sale.move("06-12-2099T20:00");
  await letPass(sale, "6 days");
  isAbout(await sale.until(), Date.now() + 7 * DAY_MS);
  assert.equal(await sale.refund(sale.first), 36, "80 % of 45, without the fee: the mail is not sent yet");
  await mailed(sale.key);
  await letPass(sale, "6 days 23 hours");
  isAbout(await sale.until(), Date.now() + DAY_MS / 24);
  assert.deepEqual(
    at(await shop("POST", "/order/refundQuote", { returns: [{ key: sale.key, admissions: [sale.second] }] }), "quote"),
    { amount: { amount: 36, currency: "NZD" } },
  );
  await letPass(sale, "1 hour");
  assert.equal(await sale.refund(sale.second), "CLOSED");
});

test("the days begin seven days after the move at the latest: a mail that is sent again weeks later reopens nothing", async () => {
  const sale = await sold();
  await sale.move("06-12-2099T20:00");
  await letPass(sale, "9 days");
  isAbout(await sale.until(), Date.now() + 5 * DAY_MS);
  await letPass(sale, "5 days 1 hour");
  assert.equal(await sale.refund(sale.first), "CLOSED", "the mail waits");
  await mailed(sale.key);
  assert.equal(await sale.refund(sale.first), "CLOSED", "it was sent now");
});

test("a second move begins the days anew, and a date that is moved back was not moved", async () => {
  const sale = await sold();
  await sale.move("06-12-2099T20:00");
  await mailed(sale.key);
  await letPass(sale, "8 days");
  assert.equal(await sale.refund(sale.first), "CLOSED");
  await sale.move("07-12-2099T20:00");
  assert.equal(await sale.refund(sale.first), 36);
  await sale.move("04-12-2099T19:30");
  assert.deepEqual([await sale.until(), await sale.refund(sale.second)], [undefined, "CLOSED"]);
});

test("a move is open at most until the new start", async () => {
  const sale = await sold();
  const start = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + DAY_MS);
  assert.equal((await promoter("PUT", `/eventDate/${sale.date}`, { eventStart: start.toISOString() })).status, 200);
  assert.equal(await sale.until(), start.getTime());
  assert.equal(await sale.refund(sale.first), 36);
  await db.query(`UPDATE event_date SET starts_at = now() - interval '1 minute' WHERE id = $1`, [sale.date]);
  assert.equal(await sale.refund(sale.second), "CLOSED");
});

test("who has no email has seven days from the move itself", async () => {
  const { EMAIL: _email, ...nameless } = BUYER;
  const sale = await sold();
  await db.query(`UPDATE sale SET buyer = $2 WHERE key = $1`, [sale.key, nameless]);
  await sale.move("06-12-2099T20:00");
  isAbout(await sale.until(), Date.now() + 7 * DAY_MS);
  await letPass(sale, "7 days");
  assert.equal(await sale.refund(sale.first), "CLOSED");
});

test("without a refund policy, bought after the move, or cancelled, a moved date reopens nothing", async () => {
  const without = await sold({ refundPolicy: null });
  await without.move("06-12-2099T20:00");
  assert.equal(await without.refund(without.first), "CLOSED");

  const later = await sold();
  await later.move("06-12-2099T20:00");
  await db.query(`UPDATE event_date_move SET moved_at = moved_at - interval '1 hour' WHERE event_date_id = $1`, [
    later.date,
  ]);
  assert.deepEqual([await later.until(), await later.refund(later.first)], [undefined, "CLOSED"]);

  const cancelled = await sold();
  await cancelled.move("06-12-2099T20:00");
  await promoter("PUT", `/eventDate/${cancelled.date}`, { cancelled: true });
  assert.equal(await cancelled.refund(cancelled.first), "CLOSED");
});
