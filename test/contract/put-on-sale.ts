import assert from "node:assert/strict";
import { lockCart } from "#lib/ticketing/carts.ts";
import { Card } from "#lib/ticketing/payment-means.ts";
import { createReservation } from "#lib/ticketing/reservations.ts";
import { PROMOTER, SERVICE } from "#test/contract/sandbox.ts";

type TicketTypeOnSale = {
  readonly name: string;
  readonly price?: number;
  readonly fee?: number;
};

export type OnSale = {
  readonly eventId: number;
  readonly eventDateId: number;
  readonly ticketTypeIds: readonly number[];
};

/** Sends a call as the promoter, and not by the shop's client, which may only sell. Throws unless it answers 200. */
export async function send(method: "POST" | "PUT", path: `/${string}`, body: object): Promise<unknown> {
  const answer = await fetch(`${SERVICE}${path}`, {
    method,
    headers: { "Content-Type": "application/json", Authorization: PROMOTER.authorization() },
    body: JSON.stringify(body),
  });
  const answered: unknown = await answer.json();
  if (answer.status !== 200)
    throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answered)}`);
  return answered;
}

/** Creates a resource and returns its id. */
export async function create(path: `/${string}`, body: object): Promise<number> {
  const answer = await send("POST", path, body);
  if (typeof answer === "object" && answer !== null && "id" in answer && typeof answer.id === "number")
    return answer.id;
  throw new Error(`POST ${path} answered no id: ${JSON.stringify(answer)}`);
}

/** Creates an event for one test, so that no other test can take its places. */
export async function putOnSale(
  name: string,
  ticketTypes: readonly TicketTypeOnSale[],
  { capacity = 20 }: { readonly capacity?: number } = {},
): Promise<OnSale> {
  const address = { streetAddress1: "1 Quay Street", city: "Nelson", postcode: "7010", country: "NZ" };
  const venue = await create("/venue/", { name: `${name} Hall`, address, timeZone: "Pacific/Auckland" });
  const venueSection = await create("/venueSection/", { venue, name: "Floor", capacity });
  const venueSections = [venueSection];
  const venueConfiguration = await create("/venueConfiguration/", { venue, name: "All of it", venueSections });
  const words = { description: "Created by a contract test.", abstractText: "In short.", tags: ["contract"] };
  const event = await create("/event/", { name, venue, venueConfiguration, ...words });
  const eventDateId = await create("/eventDate/", { event, venueConfiguration, eventStart: nextYear() });
  const ticketTypeIds: number[] = [];
  for (const { name, price = 45, fee = 2.5 } of ticketTypes) {
    const place = { eventDate: eventDateId, venueSection };
    ticketTypeIds.push(await create("/ticketType/", { name, prefix: "", price, fee, ...place }));
  }
  await send("PUT", `/event/${event}/publish/true`, {});
  return { eventId: event, eventDateId, ticketTypeIds };
}

/** Returns a local time of next year in the service's format. */
function nextYear(): string {
  return `04-12-${new Date().getFullYear() + 1}T19:30`;
}

/** Returns a selection of `quantity` of the first ticket type. */
export function wanted({ ticketTypeIds: [ticketTypeId = 0] }: OnSale, quantity: number) {
  return [{ ticketTypeId, quantity }];
}

export function card(number: string): Card {
  return new Card({ name: "Ada Lovelace", number, expiryMonth: 12, expiryYear: 2090, cvv: "123" });
}

/** Reserves tickets of an event, and locks the cart for a buyer. */
export async function lockTickets(onSale: OnSale, quantity: number): Promise<{ cartId: string; key: string }> {
  const outcome = await createReservation(onSale.eventId, wanted(onSale, quantity));
  assert.ok(outcome.ok);
  const { cartId, key } = outcome.reservation;
  const buyer = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", optIn: false };
  assert.ok((await lockCart(cartId, buyer, "en")).ok);
  return { cartId, key };
}
