import assert from "node:assert/strict";
import { lockCart } from "#lib/ticketing/carts.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { Card } from "#lib/ticketing/payment-means.ts";
import { createReservation } from "#lib/ticketing/reservations.ts";

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

/** Sends a call as the promoter or another user, and not by the shop's client, which may only sell. Throws unless it answers 200. */
export async function send(
  method: "GET" | "POST" | "PUT",
  path: `/${string}`,
  body?: object,
  as: PromoterCredential = PROMOTER,
): Promise<unknown> {
  const answer = await fetch(`${SERVICE}${path}`, {
    method,
    headers: {
      "Content-Type": "application/json",
      Accepts: "application/json",
      Authorization: as.authorization(),
    },
    body: body === undefined ? null : JSON.stringify(body),
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
  const published = await send("PUT", `/event/${event}/publish/true`, {});
  assert.notEqual(Reflect.get(Object(published), "successful"), false, JSON.stringify(published));
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

/** Returns a setting that the contract tests need. Throws when it is not set. */
function required(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === "") throw new Error(`${name} is not set, and the contract needs it.`);
  return value;
}

/** A promoter with every capability in the shop's account. */
const PROMOTER = new PromoterCredential(...loginIn(required("E2E_SERVICE_LOGIN")));

export const CARDS = { good: required("E2E_GOOD_CARD"), bad: required("E2E_BAD_CARD") };

type OwnSandbox = { readonly control: string; readonly processor: string };

/** The sandbox's control port and processor. */
const { control: CONTROL, processor: PROCESSOR } = JSON.parse(required("E2E_SANDBOX")) as OwnSandbox;

/** The address of the service. */
const SERVICE = required("E2E_SERVICE");

/** The address of the storefront under test. */
export const STOREFRONT = required("E2E_ADDRESS");

/** Returns the address of the storefront's metrics. */
export function storefrontMetrics(): string {
  const [address = ""] = required("LEAK_METRICS").split(",");
  return address;
}

/** Returns the two parts of `user:password`. */
function loginIn(text: string): readonly [user: string, password: string] {
  const at = text.indexOf(":");
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Returns the secrets that the storefront must never serve, and the folder of its logs. */
export function storefrontSecrets() {
  return {
    data: required("FOYER_DATA"),
    shop: { user: required("TICKETING_USER"), password: required("TICKETING_PASSWORD") },
    keys: [...required("COOKIE_KEYS").split(","), ...required("LINK_KEYS").split(","), required("NEXTAUTH_SECRET")],
  };
}

async function post(path: string, body: object): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${CONTROL}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
}

/** Moves the expiry of an event's reservations this many seconds closer. */
export function ageReservations(event: number, seconds: number): Promise<void> {
  return post("/age-holds", { event, seconds });
}

/** Lets the service process the next call of this path, but drops the answer. */
export function loseAnswer(path: string): Promise<void> {
  return post("/lose-answer", { path, times: 1 });
}

/** Returns a function that lists the ledger's entries since this call. Tests run serially, so all are the test's own. */
export async function watchLedger(): Promise<() => Promise<readonly string[]>> {
  const before = (await entries()).length;
  return async () => (await entries()).slice(before).map(({ kind, amount }) => `${kind} ${amount}`);
}

type Entry = { readonly kind: string; readonly amount: string };

async function entries(): Promise<readonly Entry[]> {
  const answer = await fetch(`${PROCESSOR}/_ledger`);
  // The sandbox processor defines this shape.
  return ((await answer.json()) as { entries: readonly Entry[] }).entries;
}
