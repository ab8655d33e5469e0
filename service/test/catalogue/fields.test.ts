import assert from "node:assert/strict";
import test from "node:test";
import { at, CARD, make, openShop } from "#test/test-app.ts";

const { shop, promoter, putOn, reserve, close } = await openShop();
test.after(close);

const ADA = { FIRST_NAME: "Ada", LAST_NAME: "Lovelace", EMAIL: "ada@example.com" };
const ask = (event: number, name: string, more: object = {}) =>
  make(promoter, "/additionalField", { event, name, label: `${name}?`, inputType: "TEXT", ...more });
const REQUIRED = { metadata: { required: true } };

/** Returns the path and code of each error row. */
function rows(answered: { readonly body: unknown }): readonly unknown[] {
  return (Object(answered.body).errors ?? []).map((row: object) => [
    Reflect.get(row, "path"),
    Reflect.get(row, "code"),
  ]);
}

async function reserveOf(on: { event: number; type: number }, quantity = 1, cart?: string) {
  const answered = await reserve(shop, on, quantity, cart === undefined ? {} : { multiOrderKey: cart });
  assert.equal(at(answered, "successful"), true, JSON.stringify(answered.body));
  return { key: String(at(answered, "key")), cart: String(at(answered, "multiSaleKey")) };
}

async function pay(cart: string) {
  const due = at(await shop("GET", `/cart/${cart}`), "total", "amount");
  const paid = await shop("POST", `/cart/${cart}/payment`, { amount: due, creditCard: CARD });
  assert.equal(at(paid, "type"), "SUCCESS", JSON.stringify(paid.body));
}

async function admissionsOf(key: string): Promise<readonly number[]> {
  const refs = at(await shop("GET", `/payment/${key}`), "admissions") as readonly { id: number }[];
  return refs.map(({ id }) => id);
}

const ofSale = (key: string) => ({ "sale-key": key });

test("creates, reads, lists, changes, disables and enables a question", async () => {
  const on = await putOn();
  const id = await ask(on.event, "Team", { inputType: "SELECT", values: ["Red", "Blue"], index: 3, ...REQUIRED });
  const read = await promoter("GET", `/additionalField/${id}`);
  assert.deepEqual(read.body, {
    id,
    version: 1,
    name: "Team",
    adminName: "Team?",
    fieldType: "CUSTOM",
    label: "Team?",
    inputType: "SELECT",
    index: 3,
    child: false,
    parent: null,
    parentAnswers: [],
    values: ["Red", "Blue"],
    metadata: { required: true, maxLength: 200 },
    ticketTypes: [],
    event: { id: on.event, link: `/v2/event/${on.event}` },
    askedOf: "BUYER",
    enabled: true,
  });
  const change = { label: "Whose side?", values: ["Red"], metadata: { required: false }, index: 1 };
  assert.equal((await promoter("PUT", `/additionalField/${id}`, change)).status, 200);
  const event = await shop("GET", `/event/${on.event}/detailed`);
  assert.equal(at(event, "fields", 0, "label"), "Whose side?");
  assert.deepEqual(at(event, "fields", 0, "metadata"), { required: false, maxLength: 200 });

  await promoter("PUT", `/additionalField/${id}/enable/false`);
  assert.deepEqual(at(await shop("GET", `/event/${on.event}/detailed`), "fields"), []);
  const listed = await promoter("GET", `/event/${on.event}/additionalFields`);
  assert.equal(at(listed, "additionalFields", 0, "enabled"), false);
  // While the question is disabled another one can take its name; then it cannot be enabled again.
  await ask(on.event, "Team");
  assert.deepEqual(rows(await promoter("PUT", `/additionalField/${id}/enable/true`)), [["name", "RANGE"]]);
});

test("refuses a lock with wrong answers by their path, and stores nothing", async () => {
  const on = await putOn();
  await ask(on.event, "Team", { inputType: "SELECT", values: ["Red", "Blue"], ...REQUIRED });
  await ask(on.event, "Born", { inputType: "DATE" });
  await ask(on.event, "PHONE", { fieldType: "PHONE", ...REQUIRED });
  const { key, cart } = await reserveOf(on);
  for (const path of [`/cart/${cart}/lock`, `/reservation/${key}/lock`]) {
    const wrong = await shop("POST", path, { ...ADA, Team: "Green", Born: "1990-02-30" });
    assert.equal(wrong.status, 400);
    assert.deepEqual(rows(wrong), [
      ["Team", "RANGE"],
      ["Born", "TYPE"],
      ["PHONE", "REQUIRED"],
    ]);
    assert.equal(at(await shop("GET", `/reservation/${key}`), "status"), "RESERVED");
  }
  const right = { ...ADA, Team: "Blue", Born: "1990-02-28", PHONE: "021 123 4567", "Seat wish": "aisle" };
  assert.equal(at(await shop("POST", `/cart/${cart}/lock`, right), "successful"), true);
  assert.deepEqual(at(await shop("GET", `/payment/${key}`), "data"), right);
});

test("answers a question of two events once, and stores each event's own answers with its sale", async () => {
  const [one, two] = [await putOn(), await putOn()];
  for (const { event } of [one, two]) await ask(event, "Heard of us", REQUIRED);
  await ask(one.event, "Needs", REQUIRED);
  const first = await reserveOf(one);
  const second = await reserveOf(two, 1, first.cart);
  assert.deepEqual(rows(await shop("POST", `/cart/${first.cart}/lock`, ADA)), [
    ["Heard of us", "REQUIRED"],
    ["Needs", "REQUIRED"],
  ]);
  const given = { ...ADA, "Heard of us": "Radio", Needs: "Ramp" };
  assert.equal(at(await shop("POST", `/cart/${first.cart}/lock`, given), "successful"), true);
  assert.deepEqual(at(await shop("GET", `/payment/${first.key}`), "data"), given);
  assert.deepEqual(at(await shop("GET", `/payment/${second.key}`), "data"), { ...ADA, "Heard of us": "Radio" });
});

test("keeps an admission pending until the last required answer of its guest", async () => {
  const on = await putOn();
  const other = await make(promoter, "/ticketType", {
    name: "Child",
    eventDate: on.date,
    venueSection: Number(await sectionOf(on.type)),
    price: 0,
  });
  const more = { askedOf: "GUEST", ticketTypes: [on.type], ...REQUIRED };
  await ask(on.event, "NAME", { ...more, fieldType: "NAME" });
  const diet = await ask(on.event, "Diet", { ...more, inputType: "SELECT", values: ["Any", "Other"] });
  await ask(on.event, "Which", { ...more, parent: diet, parentAnswers: ["Other"] });

  const tickets = [
    { ticketType: on.type, quantity: 3 },
    { ticketType: other, quantity: 1 },
  ];
  const reserved = await shop("POST", "/reservation", { event: on.event, tickets });
  const [key, cart] = [String(at(reserved, "key")), String(at(reserved, "multiSaleKey"))];
  const guest = (data: object) => ({ ticketType: on.type, data });
  const wrong = { ...ADA, guests: [guest({}), guest({ Diet: "Soup" })] };
  assert.deepEqual(rows(await shop("POST", `/cart/${cart}/lock`, wrong)), [["guests[1].data.Diet", "RANGE"]]);
  // One guest has all answers, one some, one none.
  const guests = [guest({ NAME: "Kiri Rangi", Diet: "Any", Which: "dropped" }), guest({ NAME: "Tama" })];
  assert.equal(at(await shop("POST", `/cart/${cart}/lock`, { ...ADA, guests: guests }), "successful"), true);
  // A second lock without guests keeps their answers.
  assert.equal(at(await shop("POST", `/cart/${cart}/lock`, ADA), "successful"), true);
  assert.equal(at(await shop("GET", `/order/${key}/sendEmail`), "errors", 0, "code"), "WRONG_STATE");
  await pay(cart);

  const ids = await admissionsOf(key);
  const read = await Promise.all(ids.map((id) => shop("GET", `/admission/${id}`, undefined, ofSale(key))));
  assert.deepEqual(
    read.map((one) => [at(one, "reservationStatus"), at(one, "holder"), at(one, "data")]),
    [
      ["CONFIRMED", "Kiri Rangi", { NAME: "Kiri Rangi", Diet: "Any" }],
      ["PENDING_GUEST_DETAILS", "Tama", { NAME: "Tama" }],
      ["PENDING_GUEST_DETAILS", "Ada Lovelace", {}],
      ["CONFIRMED", "Ada Lovelace", {}],
    ],
  );
  const [, second, third] = ids;
  assert.equal(at(await promoter("POST", `/admission/${second}/admit`), "result"), "NOT_CONFIRMED");
  // Two tickets are ready, and are sent.
  assert.equal(at(await shop("GET", `/order/${key}/sendEmail`), "successful"), true);

  assert.deepEqual(rows(await shop("PUT", `/admission/${second}/data`, { Diet: "Other" }, ofSale(key))), [
    ["Which", "REQUIRED"],
  ]);
  const answered = await shop("PUT", `/admission/${second}/data`, { Diet: "Other", Which: "Nuts" }, ofSale(key));
  assert.equal(at(answered, "reservationStatus"), "CONFIRMED");
  const mended = await shop("PUT", `/admission/${second}/data`, { NAME: "Tama Rangi", Diet: "Any" }, ofSale(key));
  assert.equal(at(mended, "successful"), true);
  const now = await shop("GET", `/admission/${second}`, undefined, ofSale(key));
  assert.deepEqual([at(now, "holder"), at(now, "data")], ["Tama Rangi", { NAME: "Tama Rangi", Diet: "Any" }]);
  assert.equal(at(await promoter("POST", `/admission/${second}/admit`), "result"), "ADMITTED");
  const late = await shop("PUT", `/admission/${second}/data`, { NAME: "Somebody else" }, ofSale(key));
  assert.deepEqual(rows(late), [["", "WRONG_STATE"]]);

  // A ticket in the buyer's name gets the new name; a guest's name stays.
  await shop("PUT", `/order/${key}/data`, { LAST_NAME: "King" });
  assert.equal(at(await shop("GET", `/admission/${third}`, undefined, ofSale(key)), "holder"), "Ada King");
  assert.equal(at(await shop("GET", `/admission/${second}`, undefined, ofSale(key)), "holder"), "Tama Rangi");
  await shop("PUT", `/admission/${third}/data`, { NAME: "Mere", Diet: "Any" }, ofSale(key));
});

async function sectionOf(ticketType: number): Promise<unknown> {
  return at(await promoter("GET", `/ticketType/${ticketType}`), "venueSection", "id");
}
