import assert from "node:assert/strict";
import test from "node:test";
import { at, BUYER, CARD, openShop } from "#test/test-app.ts";
import { refundFaults } from "./refund-story.ts";

const { db, accountId, shop, promoter, reserved, close } = await openShop();
test.after(close);
test.afterEach(async () => assert.deepEqual(await refundFaults(db), []));

/** Sells two tickets of 45 and a fee of 2.50 each, for an event with this policy. */
async function sold(refundPolicy: object | null) {
  const on = await reserved(2);
  await promoter("PUT", `/event/${on.event}`, { refundPolicy });
  await shop("POST", `/cart/${on.cart}/lock`, BUYER);
  const paid = await shop("POST", `/cart/${on.cart}/payment`, { amount: 95, creditCard: CARD });
  assert.equal(at(paid, "type"), "SUCCESS");
  const receipt = await shop("GET", `/payment/${on.key}`);
  return { ...on, admissions: [0, 1].map((place) => Number(at(receipt, "admissions", place, "id"))) };
}

const POLICY = { untilHoursBefore: 24, percentage: 80, keepsFee: true };
/** Sets the clock forward to this time before a date. The organiser has not moved it. */
async function startsIn(date: number, interval: string): Promise<void> {
  await db.query(
    `UPDATE event_date SET starts_at = now() + $2::interval, ends_at = now() + $2::interval + interval '1 hour' WHERE id = $1`,
    [date, interval],
  );
  await db.query(`DELETE FROM event_date_move WHERE event_date_id = $1`, [date]);
}
const codes = (answered: Awaited<ReturnType<typeof shop>>) =>
  (at(answered, "errors") as readonly { path: string; code: string }[]).map(({ path, code }) => `${path} ${code}`);

test("a buyer refunds inside the policy: its percentage, less the fee, until its hours before the date", async () => {
  const { key, date, admissions } = await sold(POLICY);
  const refund = (id: number | undefined) => shop("POST", `/order/${key}/refundByBuyer`, { admissions: [id] });
  await startsIn(date, "24 hours 1 minute");
  const first = await refund(admissions[0]);
  assert.equal(at(first, "successful"), true, JSON.stringify(first.body));
  assert.deepEqual([at(first, "refund", "state"), at(first, "refund", "amount", "amount")], ["REFUNDED", 36]);
  assert.equal(at(first, "refund", "feeKept", "amount"), 2.5);
  await startsIn(date, "24 hours");
  assert.deepEqual(codes(await refund(admissions[1])), ["admissions[0] CLOSED"]);
  assert.equal((at(await shop("GET", `/payment/${key}`), "refunds") as unknown[]).length, 1);
  const other = await shop("POST", "/order/NOSUCHSALE/refundByBuyer", { admissions: [admissions[1]] });
  assert.equal(other.status, 404);
});

test("without a policy, after entry, of another sale or of a cancelled date the buyer refunds nothing alone", async () => {
  const without = await sold(null);
  const refund = (key: string, id: number | undefined) =>
    shop("POST", `/order/${key}/refundByBuyer`, { admissions: [id] });
  assert.deepEqual(codes(await refund(without.key, without.admissions[0])), ["admissions[0] CLOSED"]);
  const { key, date, admissions } = await sold({ ...POLICY, keepsFee: false, percentage: 100 });
  assert.deepEqual(codes(await refund(key, without.admissions[0])), ["admissions[0] NOT_FOUND"]);
  await promoter("POST", `/admission/${admissions[0]}/admit`, {});
  assert.deepEqual(codes(await refund(key, admissions[0])), ["admissions[0] WRONG_STATE"]);
  await promoter("PUT", `/eventDate/${date}`, { cancelled: true });
  assert.deepEqual(codes(await refund(key, admissions[1])), ["admissions[0] CLOSED"]);
  await promoter("PUT", `/eventDate/${date}`, { cancelled: false });
  assert.equal(at(await refund(key, admissions[1]), "refund", "amount", "amount"), 47.5);
});

test("a request goes to the organiser once, who approves or declines it", async () => {
  await promoter("PUT", `/account/${accountId}`, { supportEmail: "help@foyer.example" });
  const { key, admissions } = await sold(null);
  const ask = (ids: readonly number[]) =>
    shop("POST", `/order/${key}/refundRequest`, { admissions: ids, reason: "I broke my leg." });
  assert.equal(at(await ask(admissions.slice(0, 1)), "successful"), true);
  assert.equal(at(await ask(admissions.slice(0, 1)), "successful"), true);
  assert.equal(at(await ask(admissions), "successful"), true);
  const listed = async () => {
    const { body } = await promoter("GET", `/account/${accountId}/refundRequests`);
    const { requests, open } = body as {
      open: number;
      requests: readonly { id: number; state: string; admissions: { id: number }[] }[];
    };
    return { open, requests: requests.map((one) => ({ ...one, admissions: one.admissions.map(({ id }) => id) })) };
  };
  const before = await listed();
  assert.equal(before.open, 2);
  assert.deepEqual(
    before.requests.map((one) => one.admissions),
    [[admissions[1]], [admissions[0]]],
  );
  const messages = await db.query(
    `SELECT recipient, details FROM message WHERE kind = 'REFUND_REQUESTED' ORDER BY created_at`,
  );
  assert.deepEqual(messages, [
    { recipient: "help@foyer.example", details: { admissions: [admissions[0]], reason: "I broke my leg." } },
    { recipient: "help@foyer.example", details: { admissions: [admissions[1]], reason: "I broke my leg." } },
  ]);
  const [second, first] = before.requests.map(({ id }) => id);
  const approved = await promoter("POST", `/refundRequest/${first}/approve`, { fee: "kept" });
  assert.deepEqual([at(approved, "refund", "state"), at(approved, "refund", "amount", "amount")], ["REFUNDED", 45]);
  const reason = "The evening is over.";
  assert.equal(
    at(await promoter("POST", `/refundRequest/${second}/decline`, { reason: ` ${reason} ` }), "successful"),
    true,
  );
  for (const id of [first, second]) {
    assert.equal(at(await promoter("POST", `/refundRequest/${id}/approve`, { fee: "kept" }), "successful"), false);
    assert.equal(at(await promoter("POST", `/refundRequest/${id}/decline`), "successful"), false);
  }
  const after = await listed();
  assert.deepEqual([after.open, after.requests.map(({ state }) => state)], [0, ["DECLINED", "APPROVED"]]);
  assert.deepEqual(codes(await ask(admissions.slice(0, 1))), ["admissions[0] WRONG_STATE"]);
  const declined = await db.query(`SELECT recipient, sale_keys, details FROM message WHERE kind = 'REFUND_DECLINED'`);
  const details = { admissions: [admissions[1]], reason };
  assert.deepEqual(declined, [{ recipient: "ada@example.com", sale_keys: [key], details }], "the buyer is told once");
  const requests = at(await shop("GET", `/payment/${key}`), "refundRequests") as readonly Record<string, unknown>[];
  assert.deepEqual(
    requests.map((one) => [one.state, one.admissions, one.declineReason]),
    [
      ["APPROVED", [admissions[0]], null],
      ["DECLINED", [admissions[1]], reason],
    ],
  );
});

test("refunds a ticket and then the rest, shown on the receipt, the admission and the list", async () => {
  const { key, admissions } = await sold(null);
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
  const { key, admissions } = await sold(null);
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
  const { key, date, type, admissions } = await sold(null);
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
