import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openClient } from "#conformance/other-service/open-client.ts";
import { startOtherService } from "#conformance/other-service/service.ts";
import { parametersFor, runConformance } from "./run-conformance.ts";

const GOOD_CARD = "4111111111111111";
const service = await startOtherService({ plain: true });
const client = openClient(service);
after(async () => {
  await client.close();
  await service.close();
});

function putOnSale(places: number, more: { readonly hasOffering?: boolean } = {}) {
  const type = { name: "Adult", price: "38.50", fee: "1.50", places };
  const starts = [new Date("2031-06-06T07:30:00Z")];
  const event = service.putOnSale({ name: "The Tempest", starts, ticketTypes: [type], ...more });
  const [date] = event.dates;
  const [sold] = date?.ticketTypes ?? [];
  if (date === undefined || sold === undefined) throw new Error("There is no ticket type.");
  return { eventId: event.id, dateId: date.id, typeId: sold.id };
}

const read = async (path: string) => (await client.call("GET", path)).body;
const namesOf = (thing: unknown) => Object.keys(Object(thing)).toSorted();

test("a summary has the fields of the reference alone, and an event, a date and a type lead to each other", async () => {
  const { eventId, dateId, typeId } = putOnSale(5);
  const summaries = Object.values(await read("/account/7/eventSummaries"));
  assert.deepEqual(namesOf(summaries[0]), [
    "description",
    "heroImageUrl",
    "iwtLandingPageUrl",
    "lowPrice",
    "name",
    "promoterLandingPageUrl",
  ]);
  assert.equal(Object(summaries[0]).lowPrice, 38.5, "without the fee of 1.50");
  const event = await read(`/event/${eventId}`);
  assert.equal(event.lowPrice, 38.5);
  assert.equal(event.firstDate, "2031-06-06T19:30:00:000+12:00");
  assert.deepEqual(event.venue, { id: 71, name: "Harbour Rooms" });
  assert.deepEqual(event.eventDates, [{ id: dateId, name: "The Tempest" }]);
  assert.equal(event.saleStatus, "SELLING");
  const date = await read(`/eventDate/${dateId}`);
  assert.deepEqual(date.ticketTypes, [{ id: typeId, name: "Adult" }]);
  assert.equal(date.ticketsAvailable, 5);
  const type = await read(`/ticketType/${typeId}`);
  assert.deepEqual([type.price, type.fee], [38.5, 1.5]);
  assert.deepEqual(type.venueSection, { id: 710, name: "Harbour Rooms, floor" });
  assert.equal((await client.call("GET", `/offering/${eventId}/PUBLIC`)).status, 404);
});

test("an offering where there is one has names of the service's own", async () => {
  const { eventId, typeId } = putOnSale(5, { hasOffering: true });
  const { groups } = await read(`/offering/${eventId}/PUBLIC`);
  assert.deepEqual(Object(groups)[0].pages[0].tickets, [
    { ticketType: { id: typeId, name: "Adult" }, sortIdx: 0, cost: 40, word: "SELLING" },
  ]);
});

test("reserves into an unused cart, locks, sells once, and sends the tickets as often as it is asked", async () => {
  const { eventId, typeId } = putOnSale(3);
  const cart = String(await read("/cart/"));
  const reserved = (await client.reserve(eventId, typeId, 2, cart)).body;
  const key = String(reserved.key);
  assert.equal(reserved.multiSaleKey, cart);
  assert.deepEqual(namesOf(reserved.invoice), ["due", "number", "rows"]);
  const refused = (await client.reserve(eventId, typeId, 2)).body;
  assert.deepEqual([refused.successful, refused.messages], [false, ["Sold out."]]);

  const held = await read(`/cart/${cart}`);
  assert.deepEqual(namesOf(held), ["expirySeconds", "gst", "key", "sales", "total"]);
  assert.deepEqual([held.total, held.gst], [80, 10.43]);
  assert.deepEqual(namesOf(Object(held.sales)[0]), ["due", "rows", "sale"]);
  assert.equal((await read(`/order/${key}/sendEmail`)).successful, false);
  assert.equal(service.emailsSent(key), 0);
  const missing = (await client.call("POST", `/cart/${cart}/lock`, { FIRST_NAME: "Ada" })).body;
  assert.deepEqual([missing.successful, missing.messages], [false, ["Missing: LAST_NAME, EMAIL."]]);

  await client.lock(cart);
  const paid = (await client.pay(cart, 80, GOOD_CARD)).body;
  assert.deepEqual([paid.type, paid.amount], ["SUCCESS", 80]);
  assert.deepEqual(namesOf(Object(paid.payments)[0]), ["charged", "outcome", "sale"]);
  assert.equal((await client.pay(cart, 80, GOOD_CARD)).body.type, "NO_SALES");
  assert.deepEqual(
    service.ledger("80.00").map(({ kind }) => kind),
    ["authorisation", "capture"],
  );
  const sale = await read(`/payment/${key}`);
  assert.deepEqual([sale.status, sale.totalPrice, Object(sale.admissions).length], ["CONFIRMED", 80, 2]);
  await read(`/order/${key}/sendEmail`);
  await read(`/order/${key}/sendEmail`);
  assert.equal(service.emailsSent(key), 2);
});

test("has none of the extensions of the reference service", async () => {
  const { eventId, typeId } = putOnSale(2);
  const { key, multiSaleKey } = (await client.reserve(eventId, typeId, 1)).body;
  for (const [method, path] of [
    ["POST", `/cart/${multiSaleKey}/extend`],
    ["PUT", `/reservation/${key}/tickets`],
    ["POST", "/quote"],
    ["GET", "/changes"],
    ["GET", "/storefrontRecords"],
    ["GET", "/account/7/facets"],
    ["GET", "/account/7/sites"],
    ["GET", "/account/7/links"],
  ] as const)
    assert.equal((await client.call(method, path)).status, 404, path);
});

test("carries out a call whose answer nobody can read", async () => {
  const { eventId, typeId } = putOnSale(2);
  service.fail(/^POST \/reservation/, "unreadable");
  assert.equal((await client.reserve(eventId, typeId, 1)).body.key, undefined);
  assert.equal(service.placesLeft(typeId), 1);
});

const { cards } = parametersFor(service);
const { password } = service;
const alone = ["--marks", "specification,reference"];

test("it meets the specification and the reference, and the kit tells first that it has all that the storefront needs", async () => {
  const run = await runConformance({ password, parameters: [...cards, ...alone] });
  assert.deepEqual(run.ids("fail"), [], run.output);
  assert.equal(run.code, 0, run.output);
  assert.ok(run.statements.every(({ mark }) => mark !== "extension"));
  const needed = run.statements.filter(({ isNeeded }) => isNeeded);
  assert.deepEqual(
    needed.map(({ result }) => result),
    Array.from({ length: 27 }, () => "pass"),
    run.output,
  );
  assert.deepEqual(run.statements.slice(0, needed.length), needed);
  assert.match(run.output, /^ {2}pass {2}CAT-60 +needed +reference/m);
  assert.match(run.output, /^Of the 27 that the storefront needs: 27 met\n\d+ passed, 0 failed, \d+ not applicable$/m);
});

test("with a price that is no amount it does not meet the reference, and its words for sale status are one of Foyer's extensions", async () => {
  service.breakBy({
    answers: (answer, call) =>
      /^GET .ticketType/.test(call) ? { ...answer, body: { ...Object(answer.body), price: "dear" } } : answer,
  });
  const only = [...cards, "--only", "CAT-60"];
  const run = await runConformance({ password, parameters: [...only, ...alone] });
  assert.deepEqual([run.code, run.ids("fail")], [1, ["CAT-60"]], run.output);
  assert.match(run.output, /^Of the 1 that the storefront needs: 0 met, 1 not met \(CAT-60\)$/m);
  service.breakBy({});
  const whole = await runConformance({ password, parameters: only });
  assert.deepEqual(whole.ids("fail"), ["CAT-60X"], whole.output);
});
