import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import type { TicketedSale } from "#lib/orders/tickets.ts";
import { walletTicketOf } from "#lib/wallet/wallet-ticket.ts";
import { orderFacts } from "./order-facts.ts";

applySettings({});

const NOTHING = { minor: 0, currency: "NZD" };
const buyer = { firstName: "evil.com", lastName: "Mr.Li", email: "ada@example.com", optIn: false };
const eventDate = { id: 8, startsAt: "2099-12-04T19:30:00.000+13:00", timeZone: "Pacific/Auckland" };
const admission = {
  id: 31,
  uuid: "1b4e28ba-2fa1-4d2b-883f-0016d3cca427",
  status: "CONFIRMED",
  ticketTypeName: "Adult",
  price: NOTHING,
  fee: NOTHING,
  holder: "St.John evil.com/win",
  guestName: "www.evil.com",
};
const sale = { key: "HAMLET0001", eventId: 1, eventName: "Hamlet", total: NOTHING, savings: [], payments: [], buyer };
const sold = {
  sale,
  reference: "K7M2Q9",
  event: undefined,
  venue: undefined,
  tickets: [{ admission, eventDate }],
} as unknown as TicketedSale;

test("what looks like an address in a name is no link in mail and passes; the buyer's own address stays", () => {
  const { buyer } = orderFacts([sold], { link: "https://tickets.example/en/sales/x", locale: "en" });
  assert.deepEqual(buyer, { firstName: "evil com", lastName: "Mr Li", email: "ada@example.com" });

  const [ticket] = sold.tickets;
  assert.ok(ticket?.eventDate);
  const shop = { brand: { name: "Foyer", colour: "#4f46e5" }, seller: "Foyer" };
  const onPass = { ...sold, ...ticket, eventDate: ticket.eventDate, number: 1, count: 1 };
  assert.equal(walletTicketOf(onPass, shop, "en", false).holder, "St John evil com/win");
  assert.equal(walletTicketOf(onPass, shop, "en", true).holder, "www evil com");
});
