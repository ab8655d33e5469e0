import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { openGuestTicket, ticketOfLink } from "#lib/orders/tickets.ts";
import { openGuestLink, sealGuestLink, sealSaleLink } from "#lib/session/links/links.ts";
import { revokeLinks } from "#lib/session/revocations.ts";
import { cancelledOrder, hasCode, openTickets } from "./tickets.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettingsInFolder({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const price = { amount: 45, currency: "AUD" };
const event = { id: 1, name: "Hamlet" };
const sale = { key: "HAMLET0001", status: "CONFIRMED", event, totalPrice: price, admissions: [{ id: 31 }, { id: 32 }] };
const ticket = {
  lastName: "Lovelace",
  ticketType: { id: 4, name: "Adult" },
  event,
  price,
  reservationStatus: "CONFIRMED",
};
const onTicket = {
  eventDate: { id: 8, name: "Opening night", startDate: "2026-12-04T19:30:00.000+13:00", endDate: null },
  venue: { id: 5, name: "Shed 6", address: { city: "Wellington" }, timeZone: "Pacific/Auckland" },
};

/** A sale of two tickets, whose event is in the catalogue or not. */
function sells(ofTicket: object, catalogue: Readonly<Record<string, object>> = {}): void {
  service.behave((response, request) => {
    const id = Number(/^\/v2\/admission\/(\d+)/.exec(request.path)?.[1]);
    const known = catalogue[request.path] ?? (request.path === "/v2/payment/HAMLET0001" ? sale : undefined);
    const body = id ? { ...ticket, ...ofTicket, id } : known;
    fixture.answers(body ?? {}, body ? 200 : 404)(response, request);
  });
}

const opened = async () => (await openTickets(await sealSaleLink(["HAMLET0001"])))?.[0];

test("tickets keep date and venue of an event that has left the catalogue", async () => {
  sells(onTicket);
  const hamlet = await opened();
  const [first, second] = hamlet?.tickets ?? [];
  assert.equal(hamlet?.event, undefined);
  assert.deepEqual([hamlet?.venue?.name, hamlet?.venue?.address], ["Shed 6", "Wellington"]);
  const date = { id: 8, startsAt: "2026-12-04T19:30:00.000+13:00", timeZone: "Pacific/Auckland" };
  assert.deepEqual(first?.eventDate, date);
  assert.equal(second?.eventDate, first?.eventDate, "an entry for each date in the calendar, not for each ticket");
});

test("the catalogue's data comes first; without it and without data on the tickets there is none", async () => {
  const shown = { ...onTicket.eventDate, event, startDate: "2026-12-05T19:30:00.000+13:00", saleStatus: "ON_SALE" };
  sells(onTicket, {
    "/v2/eventDate/8": shown,
    "/v2/event/1/detailed": { ...event, venue: { ...onTicket.venue, name: "Shed 7" }, saleStatus: "ON_SALE" },
  });
  const moved = await opened();
  assert.deepEqual([moved?.venue?.name, moved?.tickets[0]?.eventDate?.startsAt], ["Shed 7", shown.startDate]);

  sells({ eventDate: { id: 8, name: "Opening night" } });
  const bare = await opened();
  assert.deepEqual([bare?.venue, bare?.tickets[0]?.eventDate], [undefined, undefined]);
});

test("tickets of a cancelled event or date say so, and have no code", async () => {
  const dateOf = (saleStatus: string) => ({ ...onTicket.eventDate, event, saleStatus });
  const eventOf = (saleStatus: string) => ({ ...event, venue: onTicket.venue, saleStatus });
  const read = async (ofEvent: string, ofDate: string) => {
    sells(onTicket, { "/v2/event/1/detailed": eventOf(ofEvent), "/v2/eventDate/8": dateOf(ofDate) });
    const hamlet = await opened();
    const guest = await openGuestTicket(await sealGuestLink("HAMLET0001", 31));
    const [ticket] = hamlet?.tickets ?? [];
    return [ticket?.cancelled, guest?.cancelled, hamlet && cancelledOrder([hamlet]), ticket && hasCode(ticket)];
  };
  assert.deepEqual(await read("ON_SALE", "ON_SALE"), [undefined, undefined, undefined, true]);
  assert.deepEqual(await read("CANCELLED", "CANCELLED"), ["event", "event", "event", false]);
  assert.deepEqual(await read("ON_SALE", "CANCELLED"), ["date", "date", "date", false]);
});

test("a ticket that says whether it is cancelled has its own date, and its date is not asked for", async () => {
  const read = async (cancelled: boolean) => {
    sells(
      { ...onTicket, cancelled },
      { "/v2/event/1/detailed": { ...event, venue: onTicket.venue, saleStatus: "ON_SALE" } },
    );
    const [ticket] = (await opened())?.tickets ?? [];
    const isDateAsked = service.received.some(({ path }) => path.startsWith("/v2/eventDate/"));
    return [ticket?.cancelled, ticket?.eventDate?.startsAt, isDateAsked];
  };
  assert.deepEqual(await read(false), [undefined, onTicket.eventDate.startDate, false]);
  assert.deepEqual(await read(true), ["date", onTicket.eventDate.startDate, false]);
});

const DAY = 24 * 60 * 60 * 1000;
const LAST = Date.parse(onTicket.eventDate.startDate);

/** Returns the result of each use of a link. */
async function at(nowMs: number, links: readonly [sale: string, guest: string]): Promise<readonly boolean[]> {
  mock.timers.enable({ apis: ["Date"], now: nowMs });
  try {
    const [sale, guest] = links;
    const found = await Promise.all([openTickets(sale), ticketOfLink(sale, 31), openGuestTicket(guest)]);
    return found.map((one) => one !== undefined);
  } finally {
    mock.timers.reset();
  }
}

const linksOf = () => Promise.all([sealSaleLink(["HAMLET0001"]), sealGuestLink("HAMLET0001", 31)]);

test("P26: the links of an order and its guests end 30 days after the last date", async () => {
  sells(onTicket);
  const links = await linksOf();
  assert.deepEqual(await at(LAST + 29 * DAY, links), [true, true, true]);
  assert.deepEqual(await at(LAST + 31 * DAY, links), [false, false, false]);
});

test("P26: a new link revokes the older ones of the order and its guests, and of no other order", async () => {
  sells(onTicket);
  const links = await linksOf();
  const nowMs = Date.now() + 1;
  await revokeLinks(["ANOTHER001"], nowMs + 1_000);
  assert.deepEqual(await at(nowMs, links), [true, true, true]);
  await revokeLinks(["HAMLET0001"], nowMs);
  assert.deepEqual(await at(nowMs, links), [false, false, false]);
  const renewed = [await sealSaleLink(["HAMLET0001"], nowMs), await sealGuestLink("HAMLET0001", 31, nowMs)] as const;
  assert.deepEqual(await at(nowMs, renewed), [true, true, true]);
});

const OURS = 31;
const THEIRS = 32;

/** Two sales with a ticket each; the service's user may read both. */
function sellsTwo(status = "CONFIRMED"): void {
  const event = { id: 1, name: "Hamlet" };
  const sale = (key: string, id: number) => ({ key, status, event, totalPrice: price, admissions: [{ id }] });
  const found: Readonly<Record<string, object>> = {
    "/v2/payment/OURSALE001": sale("OURSALE001", OURS),
    "/v2/payment/THEIRSALE1": sale("THEIRSALE1", THEIRS),
  };
  service.behave((response, request) => {
    const id = Number(/^\/v2\/admission\/(\d+)/.exec(request.path)?.[1]);
    const ticket = { id, lastName: "Lovelace", ticketType: { id: 4, name: "Adult" }, price, fee: price };
    const body = id ? { ...ticket, reservationStatus: "CONFIRMED", timeAdmitted: null, data: {} } : found[request.path];
    fixture.answers(body ?? {}, body ? 200 : 404)(response, request);
  });
}

test("P19: a link opens the tickets of its own sale only", async () => {
  sellsTwo();
  const link = await sealSaleLink(["OURSALE001"]);
  assert.equal((await ticketOfLink(link, OURS))?.admission.id, OURS);
  for (const other of [THEIRS, 33, 0, -31, Number.NaN]) assert.equal(await ticketOfLink(link, other), undefined);
  assert.equal((await ticketOfLink(await sealSaleLink(["OURSALE001", "THEIRSALE1"]), THEIRS))?.saleKey, "THEIRSALE1");
});

test("P19: requests a ticket with the key of its own sale", async () => {
  sellsTwo();
  await ticketOfLink(await sealSaleLink(["OURSALE001", "THEIRSALE1"]), THEIRS);
  const keys = service.received
    .filter(({ path }) => path.startsWith("/v2/admission/"))
    .map(({ headers }) => headers["sale-key"]);
  assert.deepEqual(keys, ["THEIRSALE1"]);
});

test("an unpaid sale has no ticket", async () => {
  for (const status of ["PROCESSING", "LOCKED", "UNFULFILLED"]) {
    sellsTwo(status);
    assert.equal(await ticketOfLink(await sealSaleLink(["OURSALE001"]), OURS), undefined, status);
  }
});

test("a guest's link opens no sale, and a sale's link opens no guest's ticket", async () => {
  sellsTwo();
  const guests = await sealGuestLink("OURSALE001", OURS);
  assert.deepEqual(await openGuestLink(guests), { saleKey: "OURSALE001", admissionId: OURS });
  assert.equal(await ticketOfLink(guests, OURS), undefined);
  assert.equal(await openGuestLink(await sealSaleLink(["OURSALE001"])), undefined);
  for (const nothing of ["", "x.y.z"]) assert.equal(await ticketOfLink(nothing, OURS), undefined);
});
