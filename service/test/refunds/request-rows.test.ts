import assert from "node:assert/strict";
import test from "node:test";
import { type Answered, at, BUYER, CARD, openShop } from "#test/test-app.ts";

const { db, processor, accountId, shop, promoter, reserved, close } = await openShop();
test.after(close);

const FULL = { untilHoursBefore: 24, percentage: 100, keepsFee: false };

/** Sells two tickets of 45 and a fee of 2.50 each, and asks for a refund of each. Returns the requests, the first ticket's first. */
async function asked(refundPolicy: object | null) {
  const on = await reserved(2);
  await promoter("PUT", `/event/${on.event}`, { refundPolicy });
  await shop("POST", `/cart/${on.cart}/lock`, BUYER);
  assert.equal(at(await shop("POST", `/cart/${on.cart}/payment`, { amount: 95, creditCard: CARD }), "type"), "SUCCESS");
  const receipt = await shop("GET", `/payment/${on.key}`);
  for (const place of [0, 1]) {
    const admissions = [at(receipt, "admissions", place, "id")];
    await shop("POST", `/order/${on.key}/refundRequest`, { admissions, reason: "Ill." });
  }
  const rows = async (query = "") => {
    const { requests } = Object((await promoter("GET", `/account/${accountId}/refundRequests${query}`)).body);
    return (requests as Record<string, unknown>[]).filter(({ key }) => key === on.key).toReversed();
  };
  return { ...on, reference: at(receipt, "reference"), rows };
}

const approve = (row: Record<string, unknown> | undefined, fee: "kept" | "returned"): Promise<Answered> =>
  promoter("POST", `/refundRequest/${row?.id}/approve`, { fee });

test("a request says order, date and sum, and keeps them when it is decided, with who decided and when", async () => {
  const { rows, reference, date } = await asked(null);
  assert.match(String(reference), /^[A-Z0-9]{6,}$/);
  const shared = { order: reference, refundPolicy: null, insidePolicy: null };
  const money = (amount: number) => ({ amount, currency: "NZD" });
  const [first, second] = await rows();
  for (const row of [first, second]) {
    assert.partialDeepStrictEqual(row, { ...shared, amount: money(47.5), fee: money(2.5), decided: null });
    assert.equal(at({ body: row } as Answered, "eventDates", 0, "id"), date);
    assert.match(String(at({ body: row } as Answered, "eventDates", 0, "startDate")), /^20\d\d-.*[+]1[23]:00$/);
  }
  assert.deepEqual((await promoter("GET", `/refundRequest/${first?.id}`)).body, first);
  await approve(first, "kept");
  await promoter("POST", `/refundRequest/${second?.id}/decline`, { reason: "It is over." });
  const [approved, declined] = await rows();
  assert.partialDeepStrictEqual(approved, { ...shared, amount: money(47.5), refunded: money(45) });
  assert.partialDeepStrictEqual(declined, { ...shared, amount: money(47.5), eventDates: first?.eventDates });
  assert.equal(declined?.refunded, undefined);
  for (const row of [approved, declined]) {
    const { at: when, by } = Object(row?.decided);
    assert.deepEqual([/^20\d\d-/.test(when), by], [true, "Ada Lovelace"]);
  }
});

test("a request that the buyer's own refund decides names no manager", async () => {
  const { key, rows } = await asked(FULL);
  const admissions = [at({ body: (await rows())[0] } as Answered, "admissions", 0, "id")];
  await shop("POST", `/order/${key}/refundByBuyer`, { admissions });
  const [own] = await rows();
  assert.deepEqual([own?.state, Object(own?.decided).by], ["APPROVED", null]);
});

test("a page has the requests that are open, or those that are decided", async () => {
  const { rows } = await asked(null);
  const [first, second] = await rows();
  await approve(first, "returned");
  const ids = async (query: string) => (await rows(query)).map(({ id }) => id);
  assert.deepEqual(await ids("?state=OPEN&page=1&pageSize=100"), [second?.id]);
  assert.deepEqual(await ids("?state=DECIDED&page=1&pageSize=100"), [first?.id]);
  const open = await promoter("GET", `/account/${accountId}/refundRequests?state=OPEN&page=1&pageSize=1`);
  assert.equal(open.headers["x-total-count"], String(at(open, "open")));
  assert.equal((at(open, "requests") as unknown[]).length, 1);
});

test("a request says whether the event's policy still covers it", async () => {
  const { rows, date } = await asked(FULL);
  assert.partialDeepStrictEqual((await rows())[0], { refundPolicy: FULL, insidePolicy: true });
  await db.query(
    `UPDATE event_date SET starts_at = now() + interval '23 hours', ends_at = now() + interval '25 hours' WHERE id = $1`,
    [date],
  );
  await db.query(`DELETE FROM event_date_move WHERE event_date_id = $1`, [date]);
  assert.equal((await rows())[0]?.insidePolicy, false);
  await promoter("PUT", `/eventDate/${date}`, { cancelled: true });
  assert.equal((await rows())[0]?.insidePolicy, null);
});

test("a request whose refund the processor refused says so, and stays open", async () => {
  const { rows } = await asked(FULL);
  const [first, second] = await rows();
  assert.equal(first?.refused, undefined);
  processor.script("refundPart", "refused");
  assert.equal(at(await approve(first, "returned"), "successful"), false);
  const [refused, other] = await rows();
  assert.equal(refused?.state, "OPEN");
  assert.match(String(refused?.refused), /^20\d\d-/);
  assert.deepEqual(other, second, "the control: no refund of the other ticket was tried");
});
