import assert from "node:assert/strict";
import test from "node:test";
import { followRefunds } from "#src/payments/use-cases/settle-refunds.ts";
import { testRuntime } from "#test/runtime.ts";
import { at, BUYER, CARD, make, openShop } from "#test/test-app.ts";
import { makeRefundsDue, refundFaults } from "./refund-story.ts";

const { db, shop, promoter, processor, place, putOn, reserve, close } = await openShop();
test.after(close);
test.afterEach(async () => assert.deepEqual(await refundFaults(db), []));

/** Sells tickets of the first of two dates, the second with so many places, and cancels the first with a choice. */
async function cancelled(quantity: number, places: number) {
  const on = await putOn({ maximumAllocation: 20 });
  const other = await make(promoter, "/eventDate", { event: on.event, eventStart: "05-12-2099T19:30" });
  const adult = { name: "Adult", eventDate: other, venueSection: place.stalls, price: 60, maximumAllocation: places };
  const otherType = await make(promoter, "/ticketType", adult);
  const reserved = await reserve(shop, on, quantity);
  const cart = String(at(reserved, "multiSaleKey"));
  await shop("POST", `/cart/${cart}/lock`, BUYER);
  const paid = await shop("POST", `/cart/${cart}/payment`, { amount: quantity * 47.5, creditCard: CARD });
  assert.equal(at(paid, "type"), "SUCCESS", JSON.stringify(paid.body));
  const key = String(at(reserved, "key"));
  await promoter("PUT", `/eventDate/${on.date}/cancel`, { refund: "choice" });
  const choose = (choice: unknown) => shop("POST", `/order/${key}/choice`, { eventDate: on.date, choice });
  const available = async (type: number) => at(await promoter("GET", `/ticketType/${type}`), "available");
  const choices = async () => at(await shop("GET", `/payment/${key}`), "choices");
  return { ...on, other, otherType, key, choose, available, choices };
}

test("a buyer keeps tickets of a cancelled date, and may then have them refunded in full", async () => {
  const { date, other, type, choose, available, choices } = await cancelled(2, 5);
  const times = { startDate: "2099-12-05T19:30:00.000+13:00", endDate: null, doors: null };
  const dates = [
    { id: other, name: "Sat, 5 Dec 2099, 7:30 pm", link: `/v2/eventDate/${other}`, ...times, hasPlaces: true },
  ];
  assert.deepEqual(await choices(), [{ eventDate: date, choice: null, dates }]);
  assert.equal(at(await choose("keep"), "successful"), true);
  assert.deepEqual(await choices(), [{ eventDate: date, choice: "keep", dates }]);
  const refunded = await choose("refund");
  assert.deepEqual([at(refunded, "refund", "state"), at(refunded, "refund", "amount", "amount")], ["REFUNDED", 95]);
  assert.deepEqual([await choices(), await available(type)], [[], 20]);
  assert.equal(at(await choose("keep"), "errors", 0, "code"), "WRONG_STATE");
});

test("tickets move to another date with their codes, price and places, and the buyer is sent them again", async () => {
  const { date, other, type, otherType, key, choose, available, choices } = await cancelled(2, 5);
  const admissionsOf = async () => at(await shop("GET", `/payment/${key}`), "admissions") as readonly { id: number }[];
  const before = await admissionsOf();
  assert.equal(at(await choose({ moveTo: other }), "successful"), true);
  assert.deepEqual([await available(type), await available(otherType)], [20, 3]);
  assert.deepEqual(
    (await admissionsOf()).map(({ id }) => id),
    before.map(({ id }) => id),
  );
  const admission = await shop("GET", `/admission/${before[0]?.id}`, undefined, { "sale-key": key });
  assert.deepEqual([at(admission, "eventDate", "id"), at(admission, "paid", "amount")], [other, 47.5]);
  const movedFrom = { eventDate: date, startDate: "2099-12-04T19:30:00.000+13:00", by: "BUYER" };
  assert.deepEqual(at(admission, "movedFrom"), movedFrom);
  assert.deepEqual(await choices(), []);
  assert.equal(at(await choose("refund"), "errors", 0, "code"), "WRONG_STATE");
  const admitted = await promoter("POST", `/admission/${before[0]?.id}/admit`, { eventDate: other });
  assert.equal(at(admitted, "result"), "ADMITTED");
  const messages = await db.query<{ kind: string; details: { readonly moved?: boolean } | null }>(
    `SELECT kind, details FROM message WHERE sale_keys = ARRAY[$1] ORDER BY created_at`,
    [key],
  );
  assert.deepEqual(
    messages.map(({ kind, details }) => [kind, details?.moved]),
    [
      ["TICKETS", undefined],
      ["CANCELLED", undefined],
      ["TICKETS", true],
    ],
  );
});

test("moves no ticket to a date that is full, of another event or cancelled, and of two orders for the last places one", async () => {
  const { other, type, otherType, choose, available, choices } = await cancelled(2, 1);
  const [choice] = (await choices()) as readonly { readonly dates: readonly { readonly hasPlaces: boolean }[] }[];
  assert.deepEqual(
    choice?.dates.map(({ hasPlaces }) => hasPlaces),
    [false],
  );
  assert.equal(at(await choose({ moveTo: other }), "errors", 0, "code"), "SOLD_OUT");
  assert.deepEqual([await available(type), await available(otherType)], [18, 1]);
  const foreign = await putOn();
  assert.equal(at(await choose({ moveTo: foreign.date }), "errors", 0, "code"), "NOT_FOUND");
  await promoter("PUT", `/eventDate/${other}`, { cancelled: true });
  assert.equal(at(await choose({ moveTo: other }), "errors", 0, "code"), "NOT_FOUND");

  const again = await cancelled(1, 3);
  const all = await Promise.all([1, 2, 3].map(() => again.choose({ moveTo: again.other })));
  assert.equal(all.filter((one) => at(one, "successful") === true).length, 1);
  assert.equal(await again.available(again.otherType), 2);
});

test("moves nothing while a refund of the order is under way", async () => {
  const { type, other, otherType, key, choose, available } = await cancelled(2, 5);
  const receipt = await shop("GET", `/payment/${key}`);
  processor.script("refundPart", "lost");
  const body = { admissions: [at(receipt, "admissions", 0, "id")], fee: "returned" };
  assert.equal(at(await promoter("POST", `/order/${key}/refund`, body), "refund", "state"), "PROCESSING");
  assert.equal(at(await choose({ moveTo: other }), "errors", 0, "code"), "WRONG_STATE");
  await makeRefundsDue(db);
  await followRefunds(testRuntime(db, { processor }));
  assert.equal(at(await choose({ moveTo: other }), "successful"), true);
  assert.deepEqual([await available(type), await available(otherType)], [20, 4]);
});

test("a choice ends when its date is reinstated, and a later cancellation does not bring it back", async () => {
  const { date, choose, choices } = await cancelled(1, 5);
  for (const cancelled of [false, true]) await promoter("PUT", `/eventDate/${date}`, { cancelled });
  assert.deepEqual(await choices(), []);
  assert.equal(at(await choose("refund"), "errors", 0, "code"), "WRONG_STATE");
});

test("a choice of a refund is recorded with its refund, or not at all", async () => {
  const { key, choose } = await cancelled(1, 5);
  await db.query(`CREATE FUNCTION refuse_refunds() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'down'; END $$`);
  await db.query(
    `CREATE TRIGGER refuse_refunds BEFORE INSERT ON refund FOR EACH ROW EXECUTE FUNCTION refuse_refunds()`,
  );
  assert.equal((await choose("refund")).status, 500);
  await db.query(`DROP TRIGGER refuse_refunds ON refund`);
  const recorded = () =>
    db.query(`SELECT choice FROM buyer_choice JOIN sale ON sale.id = sale_id WHERE sale.key = $1`, [key]);
  assert.deepEqual(await recorded(), []);
  processor.script("refundPart", "lost");
  assert.equal(at(await choose("refund"), "refund", "state"), "PROCESSING");
  assert.deepEqual(await recorded(), [{ choice: "REFUND" }]);
  await makeRefundsDue(db);
  await followRefunds(testRuntime(db, { processor }));
});
