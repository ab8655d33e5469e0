import assert from "node:assert/strict";
import test from "node:test";
import { type Answered, at, BUYER, CARD, make, openShop } from "#test/test-app.ts";

const { addUser, db, shop, promoter, stranger, place, putOn, close } = await openShop();
test.after(close);

const door = await addUser("door", ["SCAN"]);

const { event, date, type } = await putOn();
const secondDate = await make(promoter, "/eventDate", { event, eventStart: "05-12-2099T19:30" });
const ofSecond = { name: "Adult", eventDate: secondDate, venueSection: place.stalls, price: 45, fee: 2.5 };
const secondType = await make(promoter, "/ticketType", ofSecond);

async function reserve(): Promise<string> {
  const tickets = [type, secondType].map((ticketType) => ({ ticketType, quantity: 1 }));
  return String(at(await shop("POST", "/reservation/", { event, tickets }), "key"));
}

/** Buys a ticket for each of the two dates. */
async function buy() {
  const key = await reserve();
  await shop("POST", `/reservation/${key}/lock`, BUYER);
  await shop("POST", `/reservation/${key}/payment`, { amounts: { CREDIT_CARD: 95 }, creditCard: CARD });
  const sale = await shop("GET", `/payment/${key}`);
  return { key, ids: [0, 1].map((nth) => Number(at(sale, "admissions", nth, "id"))) };
}

const admit = (key: string) => door("POST", `/order/${key}/admit`, {});
const resultsOf = ({ body }: Answered) => Object(body).admissions.map((one: { result: string }) => one.result);
const list = (id: number, since?: unknown) =>
  door("GET", `/eventDate/${id}/admissionsMinimal${since === undefined ? "" : `?modifiedAfter=${since}`}`);
const idsOf = ({ body }: Answered) => Object(body).admissions.map((one: { id: number }) => one.id);

test("admits every ticket of an order, whatever its date, and refuses each a second time", async () => {
  const { key, ids } = await buy();
  const first = await admit(key);
  assert.equal(at(first, "successful"), true);
  assert.deepEqual(resultsOf(first), ["ADMITTED", "ADMITTED"]);
  for (const id of ids) assert.notEqual(at(await promoter("GET", `/admission/${id}`), "timeAdmitted"), null);
  const second = await admit(key);
  assert.equal(at(second, "successful"), false);
  assert.deepEqual(resultsOf(second), ["ALREADY_ADMITTED", "ALREADY_ADMITTED"]);
  assert.equal(at(second, "errors", 1, "path"), "admissions[1]");
  assert.doesNotMatch(JSON.stringify([first.body, second.body]), /ada@example|entryToken|uuid/);
});

test("admits each ticket once for two devices with the same order", async () => {
  const { key } = await buy();
  const results = (await Promise.all([admit(key), admit(key)])).flatMap(resultsOf);
  assert.deepEqual(results.toSorted(), ["ADMITTED", "ADMITTED", "ALREADY_ADMITTED", "ALREADY_ADMITTED"].toSorted());
});

test("refuses to admit an unpaid order, an unknown one, and one of another account", async () => {
  const unpaid = await admit(await reserve());
  assert.deepEqual([unpaid.status, at(unpaid, "errors", 0, "code")], [200, "WRONG_STATE"]);
  assert.equal((await admit("AAAAAAAAAA")).status, 404);
  const { key } = await buy();
  assert.equal((await stranger("POST", `/order/${key}/admit`, {})).status, 404);
  assert.deepEqual(resultsOf(await admit(key)), ["ADMITTED", "ADMITTED"]);
});

test("lists the admissions of a date without codes and contact data", async () => {
  const { ids } = await buy();
  const [listed, ofOther] = [await list(date), await list(secondDate)];
  assert.deepEqual([idsOf(listed).includes(ids[0]), idsOf(listed).includes(ids[1])], [true, false]);
  assert.deepEqual([idsOf(ofOther).includes(ids[0]), idsOf(ofOther).includes(ids[1])], [false, true]);
  const fields = ["holder", "id", "modified", "reservationStatus", "ticketType", "timeAdmitted"];
  for (const one of Object(listed.body).admissions) assert.deepEqual(Object.keys(one).toSorted(), fields);
  assert.equal((await stranger("GET", `/eventDate/${date}/admissionsMinimal`)).status, 404);
  assert.equal((await list(date, "soon")).status, 400);
});

test("lists what changed since a timestamp, though its transaction ended after the list", async () => {
  const { ids } = await buy();
  const [id = 0] = ids;
  await db.query("UPDATE admission SET modified_at = now() - interval '1 hour'", []);
  const before = await list(date);
  assert.ok(idsOf(before).includes(id));
  assert.deepEqual(idsOf(await list(date, at(before, "timestamp"))), []);
  const during = await db.transaction(async (tx) => {
    await tx.query("UPDATE admission SET admitted_at = now(), modified_at = now() WHERE id = $1", [id]);
    return list(date, at(before, "timestamp"));
  });
  assert.deepEqual(idsOf(during), []);
  assert.deepEqual(idsOf(await list(date, at(during, "timestamp"))), [id]);
});
