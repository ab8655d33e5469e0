import assert from "node:assert/strict";
import test from "node:test";
import { createApp } from "#src/app.ts";
import { callsOf } from "#src/calls.ts";
import { asking } from "#test/asking.ts";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";
import { testWorld } from "#test/world.ts";
import { refundFaults } from "./refund-story.ts";

const { db, accountId, shop, promoter, stranger, processor, reserved, close } = await openShop();
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

test("shows a refund under way as PROCESSING, and one that the processor refused to managers only", async () => {
  const { key, admissions } = await sold();
  processor.script("refundPart", "refused", "not_known");
  const refused = await promoter("POST", `/order/${key}/refund`, { fee: "returned" });
  assert.deepEqual(
    [at(refused, "successful"), at(refused, "errors", 0, "code"), at(refused, "refund", "state")],
    [false, "REFUND_REFUSED", "REFUSED"],
  );
  assert.deepEqual(at(await shop("GET", `/payment/${key}`), "refunds"), []);
  const open = await promoter("POST", `/admission/${admissions[0]}/refund`, { fee: "returned" });
  assert.deepEqual([at(open, "successful"), at(open, "refund", "state")], [true, "PROCESSING"]);
  assert.equal(at(await shop("GET", `/payment/${key}`), "refunds", 0, "state"), "PROCESSING");
  const listed = await promoter("GET", `/order/${key}/refunds`);
  assert.deepEqual([at(listed, "refunds", 0, "state"), at(listed, "refunds", 1, "state")], ["REFUSED", "PROCESSING"]);
});

test("honours an idempotency key, and refuses a malformed one", async () => {
  const { key, admissions } = await sold();
  const body = { admissions: [admissions[0]], fee: "returned" };
  const refund = (more: object, idempotencyKey: string) =>
    promoter("POST", `/order/${key}/refund`, { ...body, ...more }, { "idempotency-key": idempotencyKey });
  const first = await refund({}, "r-1");
  const again = await refund({}, "r-1");
  assert.deepEqual(again.body, first.body);
  assert.deepEqual([first.headers["idempotency-replayed"], again.headers["idempotency-replayed"]], [undefined, "true"]);
  assert.equal((await refund({ fee: "kept" }, "r-1")).status, 422);
  assert.equal((await refund({}, "two words")).status, 400);
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

test("only a manager of the account refunds", async () => {
  const { key, admissions } = await sold();
  for (const path of [`/order/${key}/refund`, `/admission/${admissions[0]}/refund`]) {
    assert.equal((await shop("POST", path, { fee: "returned" })).status, 403);
    assert.equal((await stranger("POST", path, { fee: "returned" })).status, 404);
  }
  assert.equal((await stranger("GET", `/order/${key}/refunds`)).status, 404);
  assert.equal((await promoter("POST", `/order/${key}/refund`, {})).status, 400);
  assert.deepEqual(at(await shop("GET", `/payment/${key}`), "refunds"), []);
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

test("under STRICT_V2 no call refunds, cancels with a decision about the money, or chooses", async () => {
  const { key, event, date, admissions } = await sold();
  const strict = createApp(testWorld(db), { calls: callsOf({ strictV2: true }) });
  const [strictShop, strictPromoter] = [asking(strict, "shop"), asking(strict, "promoter")];
  for (const [ask, method, path, body] of [
    [strictPromoter, "POST", `/order/${key}/refund`, { fee: "returned" }],
    [strictPromoter, "POST", `/admission/${admissions[0]}/refund`, { fee: "returned" }],
    [strictPromoter, "GET", `/order/${key}/refunds`, undefined],
    [strictPromoter, "PUT", `/event/${event}/cancel`, { refund: "all" }],
    [strictPromoter, "PUT", `/eventDate/${date}/cancel`, { refund: "all" }],
    [strictPromoter, "GET", "/refundJob/1", undefined],
    [strictShop, "POST", `/order/${key}/choice`, { eventDate: date, choice: "keep" }],
    [strictShop, "POST", `/order/${key}/refundByBuyer`, { admissions }],
    [strictShop, "POST", `/order/${key}/refundRequest`, { admissions, reason: "I am ill." }],
    [strictPromoter, "GET", `/account/${accountId}/refundRequests`, undefined],
    [strictPromoter, "POST", "/refundRequest/1/approve", { fee: "returned" }],
    [strictPromoter, "POST", "/refundRequest/1/decline", undefined],
  ] as const) {
    const answered = await ask(method, path, body);
    assert.deepEqual([answered.status, at(answered, "errors", 0, "path")], [404, ""], path);
  }
  await strict.close();
  assert.equal(at(await promoter("GET", `/event/${event}`), "cancelled"), false);
  assert.deepEqual(at(await shop("GET", `/payment/${key}`), "refunds"), []);
});
