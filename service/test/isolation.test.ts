import assert from "node:assert/strict";
import test from "node:test";
import type { Call } from "#src/http/call.ts";
import { CALLS } from "#src/http/calls.ts";
import { make, makeVenue } from "#test/asking.ts";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";

const { db, accountId, shop, promoter, stranger, reserve, close } = await openShop();
test.after(close);

// One of everything, all of it ours.
const { venue, stalls, whole } = await makeVenue(promoter);
const event = await make(promoter, "/event", { name: "The Tempest", venue, venueConfiguration: whole });
const eventDate = await make(promoter, "/eventDate", { event, eventStart: "04-12-2099T19:30" });
const adult = { name: "Adult", eventDate, venueSection: stalls, price: 45 };
const ticketType = await make(promoter, "/ticketType", adult);
const question = { event, name: "From", label: "Where from?", inputType: "TEXT" };
const copy = { event, text: "Doors at seven." };
const discount = { name: "Ours", kind: "PER_TICKET", percentage: 10, events: [event] };
const festivalDiscount = { name: "Ours", percentage: 10, events: [event] };
const multipack = { name: "Ours", quantity: 3, discountType: "AMOUNT", discountAmount: 5, events: [event] };
await promoter("PUT", `/event/${event}/publish/true`);
const held = await reserve(shop, { event, type: ticketType }, 1);
const sold = await reserve(shop, { event, type: ticketType }, 1);
await promoter("POST", `/reservation/${at(sold, "key")}/lock`, BUYER);
await promoter("POST", `/reservation/${at(sold, "key")}/payment`, { amounts: { CASH: 45 } });
const [admission] = await db.query<{ id: number; uuid: string }>("SELECT id, uuid FROM admission");

/** Our own, by the first part of the address that names it. */
const OURS: Readonly<Record<string, unknown>> = {
  ...{ account: accountId, user: at(await promoter("GET", "/user/login"), "id"), venue, venueSection: stalls },
  ...{ venueConfiguration: whole, event, eventDate, ticketType, offering: event, order: at(sold, "key") },
  eventGroup: await make(promoter, "/eventGroup", { name: "Ours", events: [event] }),
  masterTicket: await make(promoter, "/masterTicket", { event, name: "Adult", price: 45 }),
  additionalField: await make(promoter, "/additionalField", question),
  offeringCopy: await make(promoter, "/offeringCopy", copy),
  discount: await make(promoter, "/discount", discount),
  festivalDiscount: await make(promoter, "/festivalDiscount", festivalDiscount),
  multipack: await make(promoter, "/multipack", multipack),
  code: await make(promoter, "/code", { text: "OURS", kind: "REVEAL", events: [event] }),
  ...{ reservation: at(held, "key"), cart: at(held, "multiSaleKey"), payment: at(sold, "key") },
  admission: admission?.id,
};

/** What a call needs in its body. Where it names a thing, it is ours. */
const BODIES: Readonly<Record<string, object>> = {
  "POST /venueSection": { venue, name: "Theirs", capacity: 1 },
  "POST /venueConfiguration": { venue, name: "Theirs", venueSections: [stalls] },
  "POST /event": { name: "Theirs", venue },
  "POST /eventDate": { event, eventStart: "05-12-2099T19:30" },
  "POST /ticketType": adult,
  "POST /masterTicket": { event, name: "Theirs", price: 1 },
  "POST /additionalField": { ...question, name: "Theirs" },
  "POST /offeringCopy": copy,
  "POST /discount": discount,
  "POST /festivalDiscount": festivalDiscount,
  "POST /multipack": multipack,
  "POST /code": { text: "THEIRS", kind: "REVEAL", ticketTypes: [ticketType] },
  "POST /quote": { event, tickets: [{ ticketType, quantity: 1 }] },
  "PUT /cart/{key}/codes": { bookingCode: "OURS" },
  "POST /reservation": { event, tickets: [{ ticketType, quantity: 1 }] },
  "POST /reservation/{key}/lock": BUYER,
  "POST /reservation/{key}/payment": { amounts: { CASH: 45 } },
  "POST /cart/{key}/lock": BUYER,
  "POST /cart/{key}/payment": { amount: 45, creditCard: CARD },
};

/** These name nothing, so whoever makes them gets or makes something of their own. */
const NAME_NOTHING = ["GET /user/login", "POST /user", "POST /venue", "POST /eventGroup", "GET /cart"];

const PARTS: Readonly<Record<string, string>> = { published: "false", enabled: "false", type: "PUBLIC" };

function addressOf({ path }: Call): string {
  const kind = path.split("/")[1] ?? "";
  return path.replaceAll(/\{(\w+)\}/g, (_, part: string) => {
    const value = PARTS[part] ?? OURS[kind];
    assert.ok(value !== undefined, `${path}: say which ${kind} is ours`);
    return String(value);
  });
}

const contents = async () => {
  const tables = await db.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
  );
  const each = tables.map(({ name }) =>
    db.query(`SELECT md5(string_agg(t::text, '|' ORDER BY t::text)) FROM ${name} t`),
  );
  return JSON.stringify(await Promise.all(each));
};

for (const call of CALLS) {
  const named = `${call.method} ${call.path}`;
  if (NAME_NOTHING.includes(named)) continue;
  test(`${named}: what is ours is missing for another account's user, and stays as it is`, async () => {
    const before = await contents();
    const answered = await stranger(
      call.method,
      addressOf(call),
      call.method === "GET" ? undefined : (BODIES[named] ?? {}),
    );
    assert.equal(answered.status, 404, JSON.stringify(answered.body));
    assert.equal(at(answered, "errors", 0, "code"), "NOT_FOUND");
    assert.equal(await contents(), before);
  });
}

test("the table is not empty talk: for our own user the same calls find what they name", async () => {
  for (const call of CALLS.filter(({ method, path }) => method === "GET" && !NAME_NOTHING.includes(`GET ${path}`))) {
    const { status, body } = await promoter("GET", addressOf(call));
    assert.equal(status, 200, `${call.path} ${JSON.stringify(body)}`);
  }
});

test("what another account lists holds nothing of ours", async () => {
  const theirs = Number(at(await stranger("GET", "/user/login"), "account", "id"));
  for (const { path } of CALLS.filter(({ method, path }) => method === "GET" && path.startsWith("/account/{id}/"))) {
    const { status, body } = await stranger("GET", path.replace("{id}", String(theirs)));
    assert.equal(status, 200, path);
    assert.doesNotMatch(JSON.stringify(body), /Tempest|Playhouse|Ours|Adult/, path);
  }
});
