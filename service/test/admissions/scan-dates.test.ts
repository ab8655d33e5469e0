import assert from "node:assert/strict";
import test from "node:test";
import { type Answered, type Ask, asking, at, BUYER, CARD, make, openShop } from "#test/test-app.ts";

const { addUser, app, db, shop, promoter, stranger, place, putOn, close } = await openShop();
test.after(close);

// One event with two dates, and another event.
const { event, date, type } = await putOn();
const secondDate = await make(promoter, "/eventDate", { event, eventStart: "05-12-2099T19:30" });
const ofSecond = { name: "Adult", eventDate: secondDate, venueSection: place.stalls, price: 45, fee: 2.5 };
const secondType = await make(promoter, "/ticketType", ofSecond);
const other = await putOn();

const door = await addUser("door", ["SCAN"]);
const doorId = Number(at(await door("GET", "/user/login"), "id"));
/** Gives the door these dates. Absent: all. */
async function give(...scanDates: readonly object[]): Promise<void> {
  const answered = await promoter("PUT", `/user/${doorId}`, { scanDates: scanDates.length === 0 ? null : scanDates });
  assert.equal(answered.status, 200, JSON.stringify(answered.body));
}

async function buy(ofEvent: number, types: readonly number[]) {
  const tickets = types.map((ticketType) => ({ ticketType, quantity: 1 }));
  const key = String(at(await shop("POST", "/reservation/", { event: ofEvent, tickets }), "key"));
  await shop("POST", `/reservation/${key}/lock`, BUYER);
  const amounts = { CREDIT_CARD: 47.5 * types.length };
  await shop("POST", `/reservation/${key}/payment`, { amounts, creditCard: CARD });
  const sale = await shop("GET", `/payment/${key}`);
  const ids = types.map((_, nth) => Number(at(sale, "admissions", nth, "id")));
  assert.ok(ids.every((id) => id > 0));
  return { key, ids: [ids[0] ?? 0, ids[1] ?? 0] as const };
}

/** Returns "fine" or how the call was refused. */
const outcome = ({ status, body }: Answered) => {
  const [row] = Object(body).errors ?? [];
  return row === undefined ? "fine" : `${status} ${row.code} ${row.reason}`;
};
const NOT_YOURS = "403 NOT_ALLOWED not_your_date";
const admit = (id: number, body: object = {}, ask: Ask = door) => ask("POST", `/admission/${id}/admit`, body);
const isAdmitted = async (id: number) => at(await promoter("GET", `/admission/${id}`), "timeAdmitted") !== null;
const resultsOf = ({ body }: Answered) => Object(body).admissions.map((one: { result: string }) => one.result);

test("admits for one's dates alone, by the date of the ticket and not that of the body", async () => {
  const { ids } = await buy(event, [type, secondType]);
  await give({ eventDate: secondDate, endsWithDate: false });
  for (const body of [{}, { eventDate: date }, { eventDate: secondDate }]) {
    assert.equal(outcome(await admit(ids[0], body)), NOT_YOURS);
    assert.equal(await isAdmitted(ids[0]), false);
  }
  assert.equal(at(await admit(ids[1]), "result"), "ADMITTED");
  assert.equal(at(await admit(ids[1]), "result"), "ALREADY_ADMITTED");
  assert.equal((await admit(999_999_999_999_999)).status, 404);

  await give();
  assert.equal(at(await admit(ids[0]), "result"), "ADMITTED", "the control: without scan dates");
});

test("a right for an event is one for each of its dates, and for no other event", async () => {
  const [ours, theirs] = [await buy(event, [type, secondType]), await buy(other.event, [other.type])];
  await give({ event, endsWithDate: false });
  for (const id of ours.ids) assert.equal(at(await admit(id), "result"), "ADMITTED");
  assert.equal(outcome(await admit(theirs.ids[0])), NOT_YOURS);
  await give({ event, endsWithDate: false }, { eventDate: other.date, endsWithDate: false });
  assert.equal(at(await admit(theirs.ids[0]), "result"), "ADMITTED");
});

test("admits those tickets of an order that are for one's dates, and no order without one", async () => {
  const { key, ids } = await buy(event, [type, secondType]);
  const unpaid = await shop("POST", "/reservation/", { event, tickets: [{ ticketType: type, quantity: 1 }] });
  const admitOrder = (of = key) => door("POST", `/order/${of}/admit`, {});

  await give({ eventDate: other.date, endsWithDate: false });
  assert.equal(outcome(await admitOrder()), NOT_YOURS);
  assert.equal(outcome(await admitOrder(String(at(unpaid, "key")))), NOT_YOURS);
  assert.equal((await admitOrder("AAAAAAAAAA")).status, 404);

  await give({ eventDate: date, endsWithDate: false });
  const some = await admitOrder();
  assert.deepEqual([at(some, "successful"), resultsOf(some)], [true, ["ADMITTED"]]);
  assert.deepEqual([await isAdmitted(ids[0]), await isAdmitted(ids[1])], [true, false]);
  assert.equal(outcome(await admitOrder(String(at(unpaid, "key")))), "200 WRONG_STATE not_paid");
  await give();
  assert.deepEqual(resultsOf(await admitOrder()), ["ALREADY_ADMITTED", "ADMITTED"], "the control");
});

test("reads an admission, the list of a date and its count for one's dates alone", async () => {
  const { ids } = await buy(event, [type, secondType]);
  const reads = async (ofDate: number, id: number) => [
    outcome(await door("GET", `/admission/${id}`)),
    outcome(await door("GET", `/eventDate/${ofDate}/admissionsMinimal`)),
    at(await door("GET", `/eventDate/${ofDate}`), "ticketsAdmitted") !== undefined,
  ];
  await give({ eventDate: secondDate, endsWithDate: false });
  assert.deepEqual(await reads(date, ids[0]), [NOT_YOURS, NOT_YOURS, false]);
  assert.deepEqual(await reads(secondDate, ids[1]), ["fine", "fine", true]);
  assert.equal((await door("GET", "/eventDate/999999/admissionsMinimal")).status, 404);
  await give();
  assert.deepEqual(await reads(date, ids[0]), ["fine", "fine", true], "the control");
});

test("binds a user who may also manage in the calls of the door, and not in a manager's", async () => {
  const both = await addUser("both", ["SCAN", "MANAGE"]);
  const id = Number(at(await both("GET", "/user/login"), "id"));
  const { key, ids } = await buy(event, [type]);
  await promoter("PUT", `/user/${id}`, { scanDates: [{ eventDate: secondDate, endsWithDate: false }] });
  assert.equal(outcome(await admit(ids[0], {}, both)), NOT_YOURS);
  assert.equal(outcome(await both("POST", `/order/${key}/admit`, {})), NOT_YOURS);
  assert.equal(outcome(await both("GET", `/admission/${ids[0]}`)), "fine");
  assert.equal(outcome(await both("GET", `/eventDate/${date}/admissionsMinimal`)), "fine");
  await promoter("PUT", `/user/${id}`, { scanDates: null });
  assert.equal(at(await admit(ids[0], {}, both), "result"), "ADMITTED");
});

test("a token has its user's dates, at each moment", async () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const made = await door("POST", "/user/token", { scopes: ["SCAN"], name: "Scanner", expiresAt });
  const scanner = asking(app, "door", String(at(made, "token")));
  const { ids } = await buy(event, [type]);
  await give({ eventDate: secondDate, endsWithDate: false });
  assert.equal(outcome(await admit(ids[0], {}, scanner)), NOT_YOURS);
  await give({ eventDate: date, endsWithDate: false });
  assert.equal(at(await admit(ids[0], {}, scanner), "result"), "ADMITTED");
});

const until = (ask: Ask) => ask("GET", "/user/login").then((login) => at(login, "scanCapabilities"));

/** Moves a date by SQL so that it ended this long ago. */
async function endedAgo(id: number, ago: string, withEnd: boolean): Promise<void> {
  await db.query(
    `UPDATE event_date SET starts_at = now() - $2::interval - CASE WHEN $3 THEN interval '1 day' ELSE interval '0' END,
            ends_at = CASE WHEN $3 THEN now() - $2::interval ELSE now() - $2::interval + interval '20 hours' END,
            ends_local = CASE WHEN $3 THEN starts_local + interval '1 day' END
      WHERE id = $1`,
    [id, ago, withEnd],
  );
}

for (const withEnd of [true, false])
  test(`a right ends six hours after ${withEnd ? "the end of its date" : "the start of a date without an end"}, and is back when the date moves`, async () => {
    const on = await putOn();
    const { ids } = await buy(on.event, [on.type]);
    await give({ eventDate: on.date, endsWithDate: true });
    await endedAgo(on.date, "6 hours 1 second", withEnd);
    assert.equal(outcome(await admit(ids[0])), NOT_YOURS);
    assert.equal(outcome(await door("GET", `/eventDate/${on.date}/admissionsMinimal`)), NOT_YOURS);
    assert.deepEqual(await until(door), []);

    await endedAgo(on.date, "5 hours 50 minutes", withEnd);
    assert.equal(outcome(await door("GET", `/eventDate/${on.date}/admissionsMinimal`)), "fine");
    assert.equal(((await until(door)) as readonly unknown[]).length, 1);
    await endedAgo(on.date, "6 hours 1 second", withEnd);
    await give({ eventDate: on.date, endsWithDate: false });
    assert.equal(at(await admit(ids[0]), "result"), "ADMITTED", "the control: a right that does not end");
  });

test("a right for an event ends with its last date", async () => {
  const on = await putOn();
  const last = await make(promoter, "/eventDate", { event: on.event, eventStart: "08-12-2099T19:30" });
  const { ids } = await buy(on.event, [on.type]);
  await give({ event: on.event, endsWithDate: true });
  await endedAgo(on.date, "7 hours", false);
  assert.equal(outcome(await door("GET", `/admission/${ids[0]}`)), "fine");
  await endedAgo(last, "7 hours", false);
  assert.equal(outcome(await door("GET", `/admission/${ids[0]}`)), NOT_YOURS);
});

test("an empty list gives no date at all", async () => {
  const { ids } = await buy(event, [type]);
  await promoter("PUT", `/user/${doorId}`, { scanDates: [] });
  assert.equal(outcome(await admit(ids[0])), NOT_YOURS);
  assert.deepEqual(await until(door), []);
  await give();
  assert.deepEqual(await until(door), [{ eventDate: null }]);
});

test("the sign-in names what one may scan, and until when", async () => {
  await give({ eventDate: date, endsWithDate: true }, { event: other.event, endsWithDate: false });
  assert.deepEqual(await until(door), [
    {
      eventDate: { id: date, name: "The Tempest, Fri, 4 Dec 2099, 7:30 pm", link: `/v2/eventDate/${date}` },
      until: "2099-12-04T12:30:00.000+00:00",
    },
    { eventDate: null, event: { id: other.event, name: "The Tempest", link: `/v2/event/${other.event}` } },
  ]);
  assert.equal((await stranger("GET", `/user/${doorId}`)).status, 404);
});
