import assert from "node:assert/strict";
import type { PaymentWorld } from "#src/payments/use-cases/payment-world.ts";
import { type Answered, type Ask, make, makeVenue, openTestApp } from "#test/asking.ts";
import { testDatabase } from "#test/cluster.ts";
import { fakeProcessor } from "#test/fake-processor.ts";
import { testWorld } from "#test/world.ts";

export const BUYER = {
  FIRST_NAME: " Ada ",
  LAST_NAME: "Lovelace",
  EMAIL: "ada@example.com",
  OPT_IN: "true",
  "Seat wish": "aisle",
};

export const CARD = {
  name: "Ada Lovelace",
  number: "4111 1111 1111 1111",
  expiryMonth: 12,
  expiryYear: 2030,
  cvv: "123",
};

/** Opens the whole service with a venue, and the first steps of a buyer over the interface. */
export async function openShop(changes: Partial<PaymentWorld> = {}) {
  const { db, drop } = await testDatabase();
  const processor = fakeProcessor();
  const testApp = await openTestApp(testWorld(db, { processor, ...changes }));
  const { shop, promoter } = testApp;
  const place = await makeVenue(promoter);

  async function putOn(more: object = {}) {
    const named = { name: "The Tempest", venue: place.venue, venueConfiguration: place.whole };
    const event = await make(promoter, "/event", named);
    const date = await make(promoter, "/eventDate", { event, eventStart: "04-12-2099T19:30" });
    const type = await make(promoter, "/ticketType", {
      name: "Adult",
      eventDate: date,
      venueSection: place.stalls,
      price: 45,
      fee: 2.5,
      ...more,
    });
    await promoter("PUT", `/event/${event}/publish/true`);
    return { event, date, type };
  }

  const reserve = (ask: Ask, { event, type }: { event: number; type: number }, quantity = 2, more: object = {}) =>
    ask("POST", "/reservation/", { event, tickets: [{ ticketType: type, quantity }], ...more });

  async function reserved(quantity = 2) {
    const on = await putOn();
    const answered = await reserve(shop, on, quantity);
    assert.equal(at(answered, "successful"), true, JSON.stringify(answered.body));
    return { ...on, key: String(at(answered, "key")), cart: String(at(answered, "multiSaleKey")), answered };
  }

  const close = async () => {
    await testApp.app.close();
    await drop();
  };
  return { ...testApp, db, processor, place, putOn, reserve, reserved, close };
}

/** Returns the value at this path of an answer's body. */
export function at(answered: Answered, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, key) => Reflect.get(Object(value), key), answered.body);
}
