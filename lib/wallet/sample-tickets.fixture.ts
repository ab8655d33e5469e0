import { posterArt } from "#lib/tickets/art/poster-art.ts";
import type { WalletOrder, WalletTicket } from "./wallet-ticket.ts";

/** The shop of the sample. */
export const ORIGIN = "https://tickets.example";

/** An order with every optional field. */
export const ORDER: WalletOrder = {
  language: "en",
  reference: "K7M2Q9",
  shop: { name: "Foyer", fill: "#4f46e5", on: "#ffffff" },
  seller: "The Glasshouse Trust",
  labels: {
    when: "When",
    where: "Where",
    ends: "Ends",
    doors: "Doors",
    ticketType: "Ticket",
    section: "Section",
    door: "Door",
    age: "Age limit",
    name: "Name",
    order: "Order",
    soldBy: "Sold by",
    state: "Status",
    advice: "Show this code at the door.",
    moved: "New time: %@",
  },
};

export const TEMPEST: WalletTicket = {
  serial: "5d8f0c1e2b",
  group: "K7M2Q9-7",
  eventDateId: 7,
  eventName: "The Tempest",
  startsAt: "2026-12-04T19:30:00.000+13:00",
  endsAt: "2026-12-04T22:00:00.000+13:00",
  timeZone: "Pacific/Auckland",
  doors: "2026-12-04T18:45:00.000+13:00",
  venue: {
    name: "The Glasshouse",
    address: "1 Quay Street, Wellington",
    coordinates: { latitude: -41.2865, longitude: 174.7762 },
  },
  ticketType: "Adult",
  section: "Stalls",
  door: "Door B",
  ageLimit: "16+",
  holder: "Åse Ødegård",
  number: 1,
  count: 2,
  code: { text: "1b4e28ba-2fa1-4d2b-883f-0016d3cca427", shown: "1B4E 28BA" },
  url: `${ORIGIN}/en/events/7`,
  art: posterArt("event-1", 265),
};
