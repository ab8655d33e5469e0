import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sealSaleLink } from "#lib/session/sale-link.ts";
import * as fixture from "#test/tools/fixture-service.ts";
import { applySettings } from "#test/tools/storefront-settings.ts";
import { openTickets } from "./tickets.ts";

const service = await fixture.startFixture();
after(() => service.close());
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

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

/** A sale of two tickets, whose event the catalogue shows or does not. */
function sells(ofTicket: object, catalogue: Readonly<Record<string, object>> = {}): void {
  service.behave((response, heard) => {
    const id = Number(/^\/v2\/admission\/(\d+)/.exec(heard.path)?.[1]);
    const known = heard.path === "/v2/payment/HAMLET0001" ? sale : catalogue[heard.path];
    const body = id ? { ...ticket, ...ofTicket, id } : known;
    fixture.answers(body ?? {}, body ? 200 : 404)(response, heard);
  });
}

const opened = async () => (await openTickets(await sealSaleLink(["HAMLET0001"])))?.[0];

test("when and where stand on the tickets of an event that has left the catalogue, and two of one date share it", async () => {
  sells(onTicket);
  const hamlet = await opened();
  const [first, second] = hamlet?.tickets ?? [];
  assert.equal(hamlet?.event, undefined);
  assert.deepEqual([hamlet?.venue?.name, hamlet?.venue?.address], ["Shed 6", "Wellington"]);
  const date = { id: 8, startsAt: "2026-12-04T19:30:00.000+13:00", timeZone: "Pacific/Auckland" };
  assert.deepEqual(first?.eventDate, date);
  assert.equal(second?.eventDate, first?.eventDate, "an entry for each date in the calendar, not for each ticket");
});

test("what the catalogue shows comes first, and a service whose tickets name nothing has nothing to fall back on", async () => {
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
