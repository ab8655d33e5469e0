import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import { findDates, findEvents, findFacets, findIndex } from "#lib/catalogue/find.ts";
import { getSeller } from "#lib/ticketing/accounts.ts";
import { getAdmission } from "#lib/ticketing/admissions.ts";
import { Card } from "#lib/ticketing/card.ts";
import { extendCart, getCart, lockCart, payCart, unlockCart } from "#lib/ticketing/carts.ts";
import { quote, setCartCodes } from "#lib/ticketing/codes.ts";
import { getEventDate } from "#lib/ticketing/event-dates.ts";
import { getEvent } from "#lib/ticketing/events.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";
import { createReservation, getReservation, releaseReservation } from "#lib/ticketing/reservations.ts";
import { getSale } from "#lib/ticketing/sales.ts";
import { areVouchersOffered } from "#lib/ticketing/vouchers.ts";
import { startOtherService } from "#test/other-service/service.ts";
import { CARDS } from "#test/other-service/storefront.ts";
import { applySettings } from "#test/tools/storefront-settings.ts";

const service = await startOtherService();
after(service.close);
applySettings({
  TICKETING_URL: service.url,
  TICKETING_CA: service.ca,
  TICKETING_USER: service.user,
  TICKETING_PASSWORD: service.password,
  TICKETING_ACCOUNT: String(service.accountId),
  CURRENCY: service.currency,
});

const BUYER = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", optIn: false };
const card = (number: string) =>
  new Card({ name: "Ada Lovelace", number, expiryMonth: 12, expiryYear: 2090, cvv: "123" });
const nzd = (minor: number) => ({ minor, currency: "NZD" });
const callsTo = (pattern: RegExp) => service.received.filter((call) => pattern.test(call)).length;

function eventNamed(name: string) {
  const event = [...service.catalogue.events.values()].find((one) => one.name === name);
  assert.ok(event);
  return event;
}

async function reserveOne(name: string, cartId?: string) {
  const event = eventNamed(name);
  const wanted = [{ ticketTypeId: event.dates[0]?.ticketTypes[0]?.id ?? 0, quantity: 1 }];
  const outcome = await createReservation(event.id, wanted, cartId === undefined ? {} : { cartId });
  assert.ok(outcome.ok);
  return outcome.reservation;
}

test("reads the account, an event with its questions, its offering and its dates", async () => {
  assert.deepEqual(await getSeller(), { name: "Other Tickets" });
  const table = await getEvent(eventNamed("The Long Table").id);
  assert.deepEqual(
    table?.fields.map(({ name, required, choices }) => [name, required, choices]),
    [
      ["MEAL", true, ["Fish", "Beans"]],
      ["ALLERGIES", false, []],
    ],
  );
  const tides = await getOffering(eventNamed("The Tide Organ").id);
  assert.equal(tides?.groups.length, 5);
  const [first] = tides?.groups[0]?.pages[0]?.items ?? [];
  assert.ok(first?.kind === "TICKET");
  assert.deepEqual([first.ticketType.price, first.ticketType.fee], [nzd(3850), nzd(150)]);
  assert.equal(first.ticketType.available, undefined, "availability is not stated");
  const glass = await getOffering(eventNamed("Glass Harbour").id);
  const [stalls] = glass?.groups[0]?.pages[0]?.items ?? [];
  assert.deepEqual(stalls?.kind === "TICKET" && stalls.ticketType.price, nzd(2710));
  const date = await getEventDate(glass?.groups[0]?.eventDateId ?? 0);
  assert.equal(date?.eventId, glass?.eventId);
});

test("P11: searches, filters and makes a calendar from the list of all events", async () => {
  const all = await findEvents({ page: 1, pageSize: 25 });
  assert.equal(all.total, 6);
  assert.deepEqual(
    all.events.slice(0, 3).map(({ name }) => name),
    ["The Tide Organ", "Night Ferry", "Open Rehearsal"],
  );
  const statuses = new Map(all.events.map(({ name, saleStatus }) => [name, saleStatus]));
  assert.deepEqual([statuses.get("Night Ferry"), statuses.get("Glass Harbour")], ["SOLD_OUT", "ON_SALE"]);

  const found = async (query: Parameters<typeof findEvents>[0]) =>
    (await findEvents(query)).events.map(({ name }) => name);
  assert.deepEqual(await found({ q: "CHOIR" }), ["The Tide Organ"]);
  assert.deepEqual(await found({ q: "no such words" }), []);
  assert.deepEqual(await found({ venue: 72 }), ["Open Rehearsal", "The Long Table"]);
  const [second] = (await findEvents({ page: 2, pageSize: 1 })).events;
  assert.equal(second?.name, "Night Ferry");

  const facets = await findFacets();
  assert.deepEqual(
    facets.venues.map(({ name }) => name),
    ["Harbour Rooms", "The Long Barn"],
  );
  const dates = (
    await Promise.all(facets.months.map((month) => findDates({ from: `${month}-01`, to: `${month}-31` })))
  ).flat();
  assert.equal(dates.length, 11);
  const [ferry] = dates.filter(({ event }) => event.name === "Night Ferry");
  assert.deepEqual(await found({ from: ferry?.day, to: ferry?.day }), ["Night Ferry"]);
  assert.equal(ferry?.saleStatus, "SOLD_OUT");
  assert.deepEqual((await findIndex(2, 4)).events.length, 2);
});

test("does not repeat a call that the service does not have, and reads the list of all events once", async () => {
  service.received.length = 0;
  for (let count = 0; count < 3; count += 1) {
    await findEvents({ q: `word ${count}` });
    await findFacets();
    await findDates({ from: "2030-01-01" });
    assert.equal(await quote(eventNamed("Small Hours").id, [{ ticketTypeId: 1, quantity: 1 }]), undefined);
    assert.equal(await areVouchersOffered(), false);
  }
  assert.deepEqual(
    [callsTo(/facets|eventDates|eventSummaries|offering/), callsTo(/quote/), callsTo(/paymentMethods/)],
    [0, 1, 1],
  );
});

test("reserves, reads the cart with the names that the references lead to, and releases", async () => {
  const reservation = await reserveOne("The Tide Organ");
  assert.match(reservation.expiresAt ?? "", /^\d{4}-\d\d-\d\dT[\d:.]+\+1[23]:00$/);
  const cart = await getCart(reservation.cartId);
  assert.deepEqual(
    [cart?.total, cart?.sales[0]?.eventName, cart?.sales[0]?.lines[0]?.name],
    [nzd(4000), "The Tide Organ", "Adult"],
  );
  assert.ok((cart?.secondsLeft ?? 0) > 890);
  assert.equal((await getReservation(reservation.key))?.cartId, reservation.cartId);
  assert.deepEqual(await extendCart(reservation.cartId), { ok: false, refusal: "not_offered" });
  assert.deepEqual(await setCartCodes(reservation.cartId, "SAVE"), { ok: false, refusal: "not_offered" });
  assert.equal(await releaseReservation(reservation.key), true);
  assert.equal(await getReservation(reservation.key), undefined);
});

test("refuses sold-out tickets without inventing what is left", async () => {
  const ferry = eventNamed("Night Ferry");
  const wanted = [{ ticketTypeId: ferry.dates[0]?.ticketTypes[0]?.id ?? 0, quantity: 1 }];
  assert.deepEqual(await createReservation(ferry.id, wanted), { ok: false, refusal: "refused", shortages: [] });
});

test("a declined card keeps the sale locked; the good card then pays, and the ticket names its type and date", async () => {
  const { cartId, key } = await reserveOne("Glass Harbour");
  assert.ok((await lockCart(cartId, BUYER, "en")).ok);
  assert.deepEqual(await payCart(cartId, nzd(2710), [card(CARDS.bad)], randomUUID()), {
    ok: false,
    refusal: "card_refused",
  });
  assert.equal((await getSale(key))?.status, "LOCKED");
  assert.ok((await unlockCart(cartId)).ok);
  assert.ok((await lockCart(cartId, BUYER, "en")).ok);
  assert.deepEqual(await payCart(cartId, nzd(2710), [card(CARDS.good)], randomUUID()), { ok: true });
  const sale = await getSale(key);
  assert.deepEqual(
    [sale?.status, sale?.eventName, sale?.total, sale?.buyer?.email],
    ["CONFIRMED", "Glass Harbour", nzd(2710), "ada@example.com"],
  );
  const ticket = await getAdmission(key, sale?.admissionIds[0] ?? 0);
  const [date] = eventNamed("Glass Harbour").dates;
  assert.deepEqual(
    [ticket?.ticketTypeName, ticket?.eventDateId, ticket?.qrType, ticket?.uuid],
    ["Stalls", date?.id, "A", undefined],
  );
});
