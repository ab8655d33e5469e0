import assert from "node:assert/strict";
import test from "node:test";
import type { Db, Row } from "#src/store/db.ts";
import { findUser } from "#src/store/users.ts";
import { createReservation } from "#src/use-cases/create-reservation.ts";
import { make, makeVenue } from "#test/asking.ts";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";
import { testWorld } from "#test/world.ts";

const { db, shop, promoter, reserve, close } = await openShop();
test.after(close);

async function putOnIn(currency: string) {
  const { venue, whole, stalls } = await makeVenue(promoter);
  const event = await make(promoter, "/event", { name: "Tolls", venue, venueConfiguration: whole, currency });
  const eventDate = await make(promoter, "/eventDate", { event, eventStart: "04-12-2099T19:30" });
  const type = await make(promoter, "/ticketType", { name: "Adult", eventDate, venueSection: stalls, price: 45 });
  await promoter("PUT", `/event/${event}/publish/true`);
  return { event, type };
}

const [dollars, yen] = [await putOnIn("NZD"), await putOnIn("JPY")];
const newCart = async () => String(at(await shop("GET", "/cart"), "key"));
const salesOf = async (cart: string) => Object(at(await shop("GET", `/cart/${cart}`), "sales")).length;

/** One reservation in each currency into an empty cart, both of which have looked into it before either is written. */
async function both(
  cart: string,
  looks: (looked: number, real: () => Promise<readonly Row[]>) => Promise<readonly Row[]>,
) {
  const caller = (await findUser(db, "shop"))?.caller;
  assert.ok(caller);
  let looked = 0;
  const careful = (real: Db): Db => ({
    ...real,
    prepared: async (name, text, values) => {
      if (name !== "find_cart_states") return real.prepared(name, text, values);
      looked += 1;
      return (await looks(looked, () => real.prepared(name, text, values))) as never;
    },
  });
  const world = testWorld(careful(db));
  const asked = [dollars, yen].map(({ event: eventId, type: ticketTypeId }) =>
    createReservation(world, { caller, eventId, cartKey: cart, wanted: [{ ticketTypeId, quantity: 1 }] }),
  );
  return (await Promise.all(asked)).map((outcome) => (outcome.ok ? "made" : JSON.stringify(outcome)));
}

test("two currencies that reach an empty cart at the same moment never both stay", async () => {
  for (let round = 0; round < 10; round += 1) {
    const cart = await newCart();
    const answered = await Promise.all([dollars, yen].map((on) => reserve(shop, on, 1, { multiOrderKey: cart })));
    const made = answered.filter((one) => at(one, "successful") === true);
    assert.ok(made.length <= 1);
    assert.equal(await salesOf(cart), made.length);
    for (const one of answered.filter((one) => !made.includes(one))) {
      assert.equal(at(one, "errors", 0, "code"), "MIXED_CURRENCY");
    }
  }
});

test("even where neither could see the other before it was written", async () => {
  const cart = await newCart();
  const { promise: twoHaveLooked, resolve } = Promise.withResolvers<void>();
  const outcomes = await both(cart, async (looked, real) => {
    const rows = await real();
    if (looked === 2) resolve();
    if (looked <= 2) await twoHaveLooked;
    return rows;
  });
  assert.ok(outcomes.filter((outcome) => outcome === "made").length <= 1, outcomes.join());
  assert.ok(outcomes.some((outcome) => outcome.includes("MIXED_CURRENCY")));
  const [left] = await db.query("SELECT sum(taken) AS taken FROM stock WHERE ticket_type_id = $1", [yen.type]);
  const held = await db.query("SELECT 1 FROM sale WHERE event_id = $1 AND holds_stock", [yen.event]);
  assert.equal(Object(left).taken, held.length);
});

test("without the second look both would stay, and then nothing sums, locks or pays for the two", async () => {
  const cart = await newCart();
  const [empty] = [await db.query("SELECT key, account_id, NULL AS status FROM cart WHERE key = $1", [cart])];
  assert.deepEqual(await both(cart, async () => empty), ["made", "made"]);

  const read = await shop("GET", `/cart/${cart}`);
  assert.deepEqual([read.status, await salesOf(cart), at(read, "total", "amount")], [200, 2, 45]);
  const locked = await shop("POST", `/cart/${cart}/lock`, BUYER);
  assert.deepEqual([locked.status, at(locked, "errors", 0, "code")], [200, "MIXED_CURRENCY"]);
  const keys = [0, 1].map((one) => String(at(read, "sales", one, "key")));
  for (const key of keys) assert.equal(at(await shop("POST", `/reservation/${key}/lock`, BUYER), "successful"), true);
  const pay = () => shop("POST", `/cart/${cart}/payment`, { amount: 45, creditCard: CARD });
  assert.equal(at(await pay(), "type"), "WRONG_STATE");
  await shop("DELETE", `/reservation/${keys[1]}`, {});
  assert.equal(at(await pay(), "type"), "SUCCESS");
});
