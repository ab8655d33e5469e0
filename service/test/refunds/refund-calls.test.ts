import assert from "node:assert/strict";
import test from "node:test";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";
import { refundFaults } from "./refund-story.ts";

const { db, shop, promoter, reserved, close } = await openShop();
test.after(close);
test.afterEach(async () => assert.deepEqual(await refundFaults(db), []));

/** Sells two tickets of 47.50 by card. */
async function sold() {
  const on = await reserved(2);
  await shop("POST", `/cart/${on.cart}/lock`, BUYER);
  const paid = await shop("POST", `/cart/${on.cart}/payment`, { amount: 95, creditCard: CARD });
  assert.equal(at(paid, "type"), "SUCCESS");
  const receipt = await shop("GET", `/payment/${on.key}`);
  return { ...on, admissions: [0, 1].map((place) => Number(at(receipt, "admissions", place, "id"))) };
}

test("refunds a ticket and then the rest, shown on the receipt, the admission and the list", async () => {
  const { key, admissions } = await sold();
  const [first, second] = admissions;
  const one = await promoter("POST", `/admission/${first}/refund`, { fee: "kept", reason: "A wish" });
  assert.equal(at(one, "successful"), true, JSON.stringify(one.body));
  assert.deepEqual(at(one, "refund", "amount"), { amount: 45, currency: "NZD" });
  const rest = await promoter("POST", `/order/${key}/refund`, { fee: "returned" });
  assert.deepEqual(at(rest, "refund", "admissions"), [{ id: second, name: "Adult", link: `/v2/admission/${second}` }]);
  const receipt = await shop("GET", `/payment/${key}`);
  assert.equal(at(receipt, "status"), "CONFIRMED");
  assert.deepEqual(
    [0, 1].map((place) => [
      at(receipt, "refunds", place, "state"),
      at(receipt, "refunds", place, "amount", "amount"),
      at(receipt, "refunds", place, "feeKept", "amount"),
      at(receipt, "refunds", place, "admissions"),
    ]),
    [
      ["REFUNDED", 45, 2.5, [first]],
      ["REFUNDED", 47.5, 0, [second]],
    ],
  );
  const admission = await shop("GET", `/admission/${first}`, undefined, { "sale-key": key });
  assert.equal(at(admission, "reservationStatus"), "REFUNDED");
  const listed = await promoter("GET", `/order/${key}/refunds`);
  assert.equal(at(listed, "refunded", "amount"), 92.5);
  assert.deepEqual([at(listed, "refunds", 0, "reason"), at(listed, "refunds", 1, "reason")], ["A wish", undefined]);
});

test("names the tickets that cannot be refunded, and refunds none", async () => {
  const { key, admissions } = await sold();
  const [first, second] = admissions;
  await promoter("POST", `/admission/${first}/admit`, {});
  const refused = await promoter("POST", `/order/${key}/refund`, { admissions: [second, first, 999], fee: "returned" });
  assert.deepEqual(
    [0, 1].map((place) => [at(refused, "errors", place, "path"), at(refused, "errors", place, "code")]),
    [
      ["admissions[1]", "WRONG_STATE"],
      ["admissions[2]", "NOT_FOUND"],
    ],
  );
  assert.deepEqual(at(await shop("GET", `/payment/${key}`), "refunds"), []);
  const forced = await promoter("POST", `/order/${key}/refund`, { fee: "returned", force: true });
  assert.equal(at(forced, "refund", "amount", "amount"), 95);
});

test("the figures count refunded tickets apart, and keep what was not given back in the revenue", async () => {
  const { key, date, type, admissions } = await sold();
  const figures = async () => {
    const read = await promoter("GET", `/eventDate/${date}`);
    return [
      at(read, "ticketsSold"),
      at(read, "ticketsRefunded"),
      at(read, "revenue", "amount"),
      at(read, "ticketsAvailable"),
    ];
  };
  const before = await figures();
  assert.deepEqual(before.slice(0, 3), [2, 0, 90]);
  await promoter("POST", `/admission/${admissions[0]}/refund`, { fee: "kept" });
  assert.deepEqual(await figures(), [1, 1, 45, Number(before[3]) + 1]);
  await promoter("POST", `/order/${key}/refund`, { fee: "returned" });
  assert.deepEqual(await figures(), [0, 2, 0, Number(before[3]) + 2]);
  assert.equal(at(await promoter("GET", `/ticketType/${type}`), "ticketsRefunded"), 2);
});
