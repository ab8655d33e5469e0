import assert from "node:assert/strict";
import test from "node:test";
import { make } from "#test/asking.ts";
import { at, openShop } from "#test/selling.ts";

const { accountId, shop, promoter, stranger, putOn, reserve, close } = await openShop();
test.after(close);

const ids = (body: unknown) => (Array.isArray(body) ? body.map(({ id }) => Number(id)) : body);
const codes = (body: unknown) => Object(body).errors?.map(({ code, path }: Record<string, unknown>) => [code, path]);

test("keeps the events of a group in order, and shows it to the public once published", async () => {
  const [first, second] = [await putOn(), await putOn()];
  const events = [second.event, first.event, second.event];
  const group = await make(promoter, "/eventGroup", { name: "Harbour Weekend", abstractText: "Three days.", events });
  assert.equal((await shop("GET", `/eventGroup/${group}`)).status, 404);
  assert.deepEqual(at(await shop("GET", `/account/${accountId}/eventgroups`), "refs"), []);
  assert.deepEqual(at(await shop("GET", `/event/${first.event}`), "eventGroups"), []);
  assert.deepEqual(ids((await shop("GET", `/account/${accountId}/eventSummaries?eventGroup=${group}`)).body), []);

  assert.equal((await promoter("PUT", `/eventGroup/${group}/publish/true`)).status, 200);
  const link = { id: group, name: "Harbour Weekend", link: `/v2/eventGroup/${group}` };
  assert.deepEqual((await shop("GET", `/eventGroup/${group}`)).body, {
    ...{ id: group, name: "Harbour Weekend", description: "", abstract: "Three days.", heroImageUrl: null, tags: [] },
    published: true,
    events: [second, first].map(({ event }) => ({ id: event, name: "The Tempest", link: `/v2/event/${event}` })),
    discounts: [],
  });
  assert.deepEqual(at(await shop("GET", `/account/${accountId}/eventgroups`), "refs"), [link]);
  assert.deepEqual(at(await shop("GET", `/event/${first.event}`), "eventGroups"), [link]);
  const found = await shop("GET", `/account/${accountId}/eventSummaries?eventGroup=${group}`);
  assert.deepEqual(ids(found.body), [first.event, second.event]);
  assert.deepEqual([found.headers["x-total-count"], at(found, 0, "eventGroups")], ["2", [link]]);

  assert.equal(
    (await promoter("PUT", `/eventGroup/${group}`, { name: "Two Days", events: [first.event] })).status,
    200,
  );
  await promoter("PUT", `/event/${second.event}/publish/false`);
  assert.deepEqual(at(await shop("GET", `/eventGroup/${group}`), "events", 0, "id"), first.event);
  assert.equal(at(await shop("GET", `/eventGroup/${group}`), "name"), "Two Days");
  assert.equal(at(await shop("GET", `/eventGroup/${group}`), "abstract"), "Three days.");

  assert.equal((await promoter("PUT", `/eventGroup/${group}/publish/false`)).status, 200);
  assert.equal((await shop("GET", `/eventGroup/${group}`)).status, 404);
});

test("hides a draft event in a published group from the public", async () => {
  const draft = (await putOn()).event;
  await promoter("PUT", `/event/${draft}/publish/false`);
  const group = await make(promoter, "/eventGroup", { name: "With a secret", events: [draft] });
  await promoter("PUT", `/eventGroup/${group}/publish/true`);
  assert.deepEqual(at(await shop("GET", `/eventGroup/${group}`), "events"), []);
  assert.equal(at(await promoter("GET", `/eventGroup/${group}`), "events", 0, "id"), draft);
});

test("refuses groups and events of another account", async () => {
  const { event } = await putOn();
  const group = await make(promoter, "/eventGroup", { name: "Ours", events: [event] });
  await promoter("PUT", `/eventGroup/${group}/publish/true`);
  assert.equal((await stranger("GET", `/eventGroup/${group}`)).status, 404);
  assert.equal((await stranger("PUT", `/eventGroup/${group}`, { name: "Theirs" })).status, 404);
  assert.equal((await stranger("PUT", `/eventGroup/${group}/publish/false`)).status, 404);
  assert.equal((await stranger("GET", `/account/${accountId}/eventgroups`)).status, 404);
  const theirs = await stranger("POST", "/eventGroup", { name: "Theirs", events: [event] });
  assert.deepEqual([theirs.status, codes(theirs.body)], [404, [["NOT_FOUND", "events[0]"]]]);
  const own = await make(stranger, "/eventGroup", { name: "Theirs" });
  assert.equal((await stranger("PUT", `/eventGroup/${own}`, { events: [event] })).status, 404);
  assert.equal((await shop("PUT", `/eventGroup/${group}`, { name: "Mine" })).status, 403);
});

test("lists groups in pages", async () => {
  for (const name of ["Zephyr A", "Zephyr B"]) await make(promoter, "/eventGroup", { name });
  const page = async (query: string) => {
    const answered = await promoter("GET", `/account/${accountId}/eventgroups?${query}`);
    return [at(answered, "refs"), answered.headers["x-total-count"]];
  };
  const [all, total] = await page("");
  assert.ok(Array.isArray(all));
  assert.equal(total, String(all.length));
  assert.deepEqual(await page(`page=${all.length}&pageSize=1`), [[all.at(-1)], total]);
  assert.deepEqual(await page(`page=${all.length + 1}&pageSize=1`), [[], total]);
});

test("keeps an event's own currency exact, and refuses two currencies in one cart", async () => {
  const inNZD = await putOn();
  const { venue, venueConfiguration } = Object((await promoter("GET", `/event/${inNZD.event}`)).body);
  const place = { venue: venue.id, venueConfiguration: venueConfiguration.id };
  const event = await make(promoter, "/event", { name: "能", ...place, currency: "JPY" });
  const eventDate = await make(promoter, "/eventDate", { event, eventStart: "04-12-2099T19:30" });
  const section = at(await promoter("GET", `/ticketType/${inNZD.type}`), "venueSection", "id");
  const adult = { name: "Adult", eventDate, venueSection: section };
  const inexact = await promoter("POST", "/ticketType", { ...adult, price: 4500.5 });
  assert.deepEqual([inexact.status, codes(inexact.body)], [400, [["RANGE", "price"]]]);
  const type = await make(promoter, "/ticketType", { ...adult, price: 4500, fee: 250 });
  assert.equal((await promoter("PUT", `/ticketType/${type}`, { fee: 0.5 })).status, 400);
  await promoter("PUT", `/event/${event}/publish/true`);

  assert.equal(at(await shop("GET", `/event/${event}`), "currency"), "JPY");
  assert.deepEqual(at(await shop("GET", `/event/${event}`), "lowPrice"), { amount: 4750, currency: "JPY" });
  const reserved = await reserve(shop, { event, type }, 2);
  assert.deepEqual(at(reserved, "invoice", "total"), { amount: 9500, currency: "JPY" });
  const cart = at(reserved, "multiSaleKey");
  const mixed = await reserve(shop, inNZD, 1, { multiOrderKey: cart });
  assert.deepEqual([mixed.status, codes(mixed.body)], [200, [["MIXED_CURRENCY", "multiOrderKey"]]]);
  assert.equal(at(await reserve(shop, { event, type }, 1, { multiOrderKey: cart }), "successful"), true);
  assert.deepEqual(at(await shop("GET", `/cart/${cart}`), "total"), { amount: 14250, currency: "JPY" });
  assert.equal((await promoter("POST", "/event", { name: "x", ...place, currency: "XXY" })).status, 400);
});

test("keeps the name and price of a sold ticket", async () => {
  const on = await putOn();
  const key = at(await reserve(shop, on, 1), "key");
  await promoter("PUT", `/ticketType/${on.type}`, { name: "Grown-up", price: 60 });
  const kept = await shop("GET", `/reservation/${key}`);
  assert.equal(at(kept, "invoice", "lines", 0, "ticketType", "name"), "Adult");
  assert.deepEqual(at(kept, "invoice", "total"), { amount: 47.5, currency: "NZD" });
  await promoter("POST", `/reservation/${key}/lock`, { FIRST_NAME: "Ada", LAST_NAME: "L", EMAIL: "ada@example.com" });
  await promoter("POST", `/reservation/${key}/payment`, { amounts: { CASH: 47.5 } });
  const sold = await shop("GET", `/payment/${key}`);
  assert.equal(at(sold, "status"), "CONFIRMED");
  assert.equal(at(sold, "admissions", 0, "name"), "Adult");
  const admission = await promoter("GET", `/admission/${at(sold, "admissions", 0, "id")}`);
  assert.equal(at(admission, "ticketType", "name"), "Adult");
  assert.equal(at(await shop("GET", `/ticketType/${on.type}`), "name"), "Grown-up");
});

test("lists the discounts that span a group's events, and no others", async () => {
  const [one, two, three, draft] = [
    (await putOn()).event,
    (await putOn()).event,
    (await putOn()).event,
    (await putOn()).event,
  ];
  await promoter("PUT", `/event/${draft}/publish/false`);
  const group = await make(promoter, "/eventGroup", { name: "Trio", events: [one, two, draft] });
  await promoter("PUT", `/eventGroup/${group}/publish/true`);
  const spanning = async () =>
    (at(await shop("GET", `/eventGroup/${group}`), "discounts") as { name: string; events: unknown }[]).map(
      ({ name, events }) => [name, ids(events)],
    );
  const pass = { percentage: 15, eventGroup: group, minimumEvents: 2 };
  const rules: readonly (readonly [path: string, body: object])[] = [
    ["/festivalDiscount", { name: "Weekend pass", ...pass }],
    [
      "/multipack",
      { name: "Two of us", quantity: 2, discountType: "PERCENTAGE", discountAmount: 5, events: [one, two, three] },
    ],
    ["/festivalDiscount", { name: "For friends", ...pass, codeRequired: true }],
    ["/festivalDiscount", { name: "Over", ...pass, validTo: "2020-01-01T00:00:00Z" }],
    ["/festivalDiscount", { name: "In yen", amount: 500, eventGroup: group, currency: "JPY" }],
    ["/festivalDiscount", { name: "Elsewhere", percentage: 15, events: [one, three, draft] }],
    ["/discount", { name: "One alone", kind: "PER_TICKET", percentage: 15, events: [two] }],
  ];
  const made: string[] = [];
  for (const [path, body] of rules) made.push(`${path}/${await make(promoter, path, body)}`);
  assert.deepEqual(await spanning(), []);
  for (const path of made) assert.equal((await promoter("PUT", `${path}/enable/true`)).status, 200);
  assert.deepEqual(await spanning(), [
    ["Weekend pass", [one, two]],
    ["Two of us", [one, two]],
  ]);
  await promoter("PUT", `/event/${two}/publish/false`);
  assert.deepEqual(await spanning(), []);
});
