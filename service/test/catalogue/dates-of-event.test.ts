import assert from "node:assert/strict";
import test from "node:test";
import { type Ask, at, BUYER, make, openShop } from "#test/test-app.ts";

const { accountId, shop, promoter, stranger, place, putOn, reserve, addUser, close } = await openShop();
test.after(close);
const orders = await addUser("orders", ["ORDERS"]);
const reports = await addUser("reports", ["REPORTS"]);

async function datesOf(event: number, ask: Ask = promoter, more = "") {
  const answered = await ask("GET", `/account/${accountId}/eventDates?event=${event}${more}`);
  assert.equal(answered.status, 200, JSON.stringify(answered.body));
  return { rows: answered.body as readonly Record<string, unknown>[], total: answered.headers["x-total-count"] };
}

const on = await putOn();
const second = await make(promoter, "/eventDate", { event: on.event, eventStart: "01-12-2099T19:30" });
const other = await putOn();

test("lists the dates of one event with their versions, and all dates as before", async () => {
  const { rows, total } = await datesOf(on.event);
  assert.deepEqual(
    rows.map(({ id, version }) => [id, version]),
    [
      [second, 1],
      [on.date, 1],
    ],
  );
  assert.equal(total, "2");
  assert.deepEqual(
    (await datesOf(on.event, promoter, "&page=2&pageSize=1")).rows.map(({ id }) => id),
    [on.date],
  );
  const all = Object((await promoter("GET", `/account/${accountId}/eventDates`)).body);
  assert.deepEqual(
    all.map(({ id }: { id: number }) => id),
    [second, on.date, other.date],
  );
  for (const name of ["version", "sold", "reserved", "left", "admitted", "revenue"]) assert.ok(!(name in all[0]), name);
});

test("counts sold, reserved, left and admitted tickets for ORDERS, and revenue also of merchandise for REPORTS", async () => {
  const key = at(await reserve(promoter, on, 4), "key");
  await promoter("POST", `/reservation/${key}/lock`, BUYER);
  await promoter("POST", `/reservation/${key}/payment`, { amounts: { CASH: 190 } });
  const [admission] = Object((await promoter("GET", `/payment/${key}`)).body).admissions;
  const admitted = await promoter("POST", `/admission/${admission.id}/admit`, {});
  assert.equal(at(admitted, "result"), "ADMITTED", JSON.stringify(admitted.body));
  await reserve(shop, on, 3);
  const { date: eventDate } = on;
  const programme = { name: "Programme", eventDate, venueSection: place.balcony, price: 10, page: "MERCHANDISE" };
  const merchandise = { ...on, type: await make(promoter, "/ticketType", programme) };
  const bought = at(await reserve(promoter, merchandise, 2), "key");
  await promoter("POST", `/reservation/${bought}/lock`, BUYER);
  await promoter("POST", `/reservation/${bought}/payment`, { amounts: { CASH: 20 } });
  assert.equal(at(await reserve(shop, merchandise, 1), "successful"), true);

  const figures = async (ask: Ask) => {
    const row = (await datesOf(on.event, ask)).rows.find(({ id }) => id === on.date);
    const names = ["sold", "reserved", "left", "admitted", "revenue"];
    return Object.fromEntries(names.flatMap((name) => (name in Object(row) ? [[name, row?.[name]]] : [])));
  };
  const counts = { sold: 4, reserved: 3, left: 13, admitted: 1 };
  const revenue = { amount: 200, currency: "NZD" };
  assert.deepEqual(await figures(promoter), { ...counts, revenue });
  assert.deepEqual(await figures(orders), counts);
  assert.deepEqual(await figures(reports), { revenue });
  assert.deepEqual(await figures(shop), {});
});

test("lists the dates of a draft for those who see drafts, and of another account's event for none", async () => {
  const draft = await make(promoter, "/event", { name: "Draft", venue: place.venue, venueConfiguration: place.whole });
  await make(promoter, "/eventDate", { event: draft, eventStart: "01-12-2099T19:30" });
  assert.deepEqual([(await datesOf(draft)).total, (await datesOf(draft, orders)).total], ["1", "1"]);
  assert.deepEqual([(await datesOf(draft, shop)).total, (await datesOf(draft, reports)).total], ["0", "0"]);
  const theirs = Number(at(await stranger("GET", "/user/login"), "account", "id"));
  const answered = await stranger("GET", `/account/${theirs}/eventDates?event=${on.event}`);
  assert.deepEqual([answered.status, answered.body], [200, []]);
});
