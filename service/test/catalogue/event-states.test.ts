import assert from "node:assert/strict";
import test from "node:test";
import { type Answered, type Ask, at, BUYER, make, openShop, publishAnyway } from "#test/test-app.ts";

const testApp = await openShop();
const { db, accountId, shop, promoter, place, putOn, reserve, addUser, close } = testApp;
test.after(close);
const orders = await addUser("orders", ["ORDERS"]);
const reports = await addUser("reports", ["REPORTS"]);
const boxOffice = await addUser("box-office", ["BOX_OFFICE"]);

async function events(query: string, ask: Ask = promoter) {
  const answered = await ask("GET", `/account/${accountId}/eventSummaries?${query}`);
  assert.equal(answered.status, 200, JSON.stringify(answered.body));
  const rows = answered.body as readonly Record<string, unknown>[];
  return { rows, names: rows.map(({ name }) => name), total: answered.headers["x-total-count"] };
}

type Plan = { readonly name: string; readonly dates?: readonly string[]; readonly isDraft?: boolean };

async function plan({ name, dates = [], isDraft = false }: Plan) {
  const event = await make(promoter, "/event", { name, venue: place.venue, venueConfiguration: place.whole });
  const eventDates: number[] = [];
  for (const eventStart of dates) eventDates.push(await make(promoter, "/eventDate", { event, eventStart }));
  if (!isDraft) await publishAnyway(db, event);
  return { event, eventDates };
}

/** Sells tickets of 45.00 with a fee of 2.50 at the box office. */
async function sell(on: { readonly event: number; readonly type: number }, quantity: number): Promise<string> {
  const key = String(at(await reserve(promoter, on, quantity), "key"));
  await promoter("POST", `/reservation/${key}/lock`, BUYER);
  const paid = await promoter("POST", `/reservation/${key}/payment`, { amounts: { CASH: 47.5 * quantity } });
  assert.equal(at(paid, "type"), "SUCCESS", JSON.stringify(paid.body));
  return key;
}

async function moveIntoThePast(eventDate: number): Promise<void> {
  await db.query(
    `UPDATE event_date SET starts_local = '2020-12-04 19:30', starts_at = '2020-12-04 06:30Z', ends_at = '2020-12-04 09:30Z'
      WHERE id = $1`,
    [eventDate],
  );
}

await plan({ name: "A draft", isDraft: true, dates: ["05-12-2099T19:30"] });
await plan({ name: "Past draft", isDraft: true, dates: ["04-12-2019T19:30"] });
await plan({ name: "élan", dates: ["06-12-2099T19:30", "01-05-2020T19:30"] });
await plan({ name: "Dateless" });
await plan({ name: "Zither", dates: ["05-12-2099T19:30"] });
await plan({ name: "Gone first", dates: ["04-12-2018T19:30"] });
await plan({ name: "Gone last", dates: ["04-12-2020T19:30", "04-12-2017T19:30"] });
const COMING = ["Zither", "élan", "Dateless"];

test("lists each event in one state: drafts with the newest first, events ahead with the soonest, past ones with the last", async () => {
  assert.deepEqual((await events("state=DRAFT")).names, ["Past draft", "A draft"]);
  assert.deepEqual((await events("state=COMING")).names, COMING);
  assert.deepEqual((await events("state=OVER")).names, ["Gone last", "Gone first"]);
  assert.deepEqual(await events("state=ARCHIVED"), { rows: [], names: [], total: "0" });
  const { rows } = await events("state=OVER&pageSize=1");
  assert.deepEqual([rows[0]?.state, rows[0]?.version], ["OVER", 1]);
});

test("sorts by name without accents and capitals, and by date, either way and over pages", async () => {
  assert.deepEqual((await events("state=COMING&sort=name")).names, ["Dateless", "élan", "Zither"]);
  assert.deepEqual((await events("state=COMING&sort=-name")).names, ["Zither", "élan", "Dateless"]);
  assert.deepEqual((await events("state=COMING&sort=date")).names, COMING);
  assert.deepEqual((await events("state=COMING&sort=-date")).names, COMING.toReversed());
  assert.deepEqual((await events("state=OVER&sort=date")).names, ["Gone first", "Gone last"]);
  assert.deepEqual((await events("state=DRAFT&sort=-date")).names, ["A draft", "Past draft"]);
  const second = await events("state=COMING&sort=name&page=2&pageSize=2");
  assert.deepEqual([second.names, second.total], [["Zither"], "3"]);
});

test("searches and filters the events of a state", async () => {
  assert.deepEqual((await events("state=OVER&q=LAST%20gone")).names, ["Gone last"]);
  assert.deepEqual((await events("state=DRAFT&q=draft&sort=name")).names, ["A draft", "Past draft"]);
  assert.deepEqual((await events("state=DRAFT&q=zither")).names, []);
  assert.deepEqual((await events("state=OVER&from=2017-01-01&to=2017-12-31")).names, ["Gone last"]);
  // A past date of an event ahead is not a reason to list it.
  assert.deepEqual((await events("state=COMING&from=2020-01-01&to=2020-12-31")).names, []);
  assert.deepEqual((await events(`state=COMING&venue=${place.venue}`)).names, COMING);
  assert.deepEqual((await events(`state=COMING&venue=${place.venue + 1000}`)).names, []);
});

test("without a state it answers as before, and refuses a sort", async () => {
  const [before] = (await events("")).rows;
  const added = ["state", "version", "sold", "reserved", "left", "revenue"];
  assert.deepEqual([before?.name, added.filter((name) => name in Object(before))], ["Zither", []]);
  const sorted = await promoter("GET", `/account/${accountId}/eventSummaries?sort=name`);
  assert.deepEqual(refusalOf(sorted), [400, "sort", "UNKNOWN_FIELD"]);
  for (const query of ["state=GONE", "state=COMING&sort=price"])
    assert.equal((await promoter("GET", `/account/${accountId}/eventSummaries?${query}`)).status, 400, query);
});

test("lists drafts, past and archived events for ORDERS and BOX_OFFICE, and events ahead for all", async () => {
  const refusedIn = async (ask: Ask) => {
    const states: string[] = [];
    for (const state of ["DRAFT", "COMING", "OVER", "ARCHIVED"]) {
      const answered = await ask("GET", `/account/${accountId}/eventSummaries?state=${state}`);
      if (answered.status === 200) continue;
      assert.deepEqual(refusalOf(answered), [403, "state", "NOT_ALLOWED"]);
      states.push(state);
    }
    return states;
  };
  for (const ask of [promoter, orders, boxOffice]) assert.deepEqual(await refusedIn(ask), []);
  for (const ask of [shop, reports]) assert.deepEqual(await refusedIn(ask), ["DRAFT", "OVER", "ARCHIVED"]);
});

const refusalOf = (answered: Answered) => [
  answered.status,
  at(answered, "errors", 0, "path"),
  at(answered, "errors", 0, "code"),
];

test("counts the tickets of dates ahead, of past events those of all dates, for those who may see them", async () => {
  const on = await putOn();
  const gone = await make(promoter, "/eventDate", { event: on.event, eventStart: "07-12-2099T19:30" });
  const adult = { name: "Adult", eventDate: gone, venueSection: place.balcony, price: 45, fee: 2.5 };
  const goneType = await make(promoter, "/ticketType", adult);
  const hidden = { name: "Friends", eventDate: on.date, venueSection: place.balcony, price: 5, hidden: true };
  await make(promoter, "/ticketType", hidden);
  await sell(on, 3);
  const key = await sell({ event: on.event, type: goneType }, 4);
  const refunded = await promoter("POST", `/order/${key}/refund`, { fee: "returned" });
  assert.equal(refunded.status, 200, JSON.stringify(refunded.body));
  await sell({ event: on.event, type: goneType }, 2);
  await reserve(shop, on, 2);
  await moveIntoThePast(gone);

  const row = async (query: string, ask?: Ask) => {
    const { rows } = await events(query, ask);
    const { sold, reserved, left, revenue } = Object(rows.find(({ id }) => id === on.event));
    return { sold, reserved, left, revenue };
  };
  // 20 places in the stalls less 5, and the 5 of the balcony that only a code reveals.
  const counts = { sold: 3, reserved: 2, left: 20 };
  const revenue = { amount: 135, currency: "NZD" };
  assert.deepEqual(await row("state=COMING"), { ...counts, revenue });
  assert.deepEqual(await row("state=COMING", orders), { ...counts, revenue: undefined });
  const none = { sold: undefined, reserved: undefined, left: undefined };
  assert.deepEqual(await row("state=COMING", reports), { ...none, revenue });
  for (const ask of [shop, boxOffice])
    assert.deepEqual(await row("state=COMING", ask), { ...none, revenue: undefined });

  await promoter("PUT", `/eventDate/${on.date}`, { cancelled: true });
  assert.equal((await row("state=COMING")).left, 0);
  await promoter("PUT", `/eventDate/${on.date}`, { cancelled: false });
  await moveIntoThePast(on.date);
  const all = { sold: 5, reserved: 2, left: 23, revenue: { amount: 225, currency: "NZD" } };
  assert.deepEqual(await row("state=OVER"), all);
});
