import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { type Claimant, claimPlaces } from "#lib/security/live-reservations.ts";
import { extendReserved, releaseReserved } from "./release-and-extend.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const NETWORK = "203.0.113.0/24";
const stranger: Claimant = { network: NETWORK, isProven: true };
const refuses = (code: string) => fixture.answers({ successful: false, messages: [], errors: [{ path: "", code }] });

/** Reserves places, and returns the key of the reservation. */
function reservePlaces(eventId: number, places: number, key: string, expiresAt = inMinutes(15)): string {
  const claim = claimPlaces(eventId, places, stranger);
  assert.ok(claim.ok);
  claim.keep({ key, cartId: "CART567890", expiresAt });
  return key;
}

function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}

/** Returns whether the network may reserve so many more places of the event, now or in so many minutes. */
function mayTake(eventId: number, places: number, minutes = 0): boolean {
  const claim = claimPlaces(eventId, places, stranger, Date.now() + minutes * 60_000);
  if (claim.ok) claim.drop();
  return claim.ok;
}

test("places that are not released during a payment stay counted", async () => {
  const key = reservePlaces(1, 40, "ABCDEFGH11");
  service.behave(refuses("WRONG_STATE"));
  assert.equal(await releaseReserved([key]), false);
  assert.equal(mayTake(1, 30), false);
  service.behave(fixture.answers({ successful: true }));
  assert.equal(await releaseReserved([key]), true);
  assert.equal(mayTake(1, 30), true);
});

test("of several reservations only the released ones stop counting, and the result is false", async () => {
  const keys = [
    reservePlaces(2, 40, "ABCDEFGH21"),
    reservePlaces(3, 40, "ABCDEFGH22"),
    reservePlaces(4, 40, "ABCDEFGH23"),
  ];
  const answers = [fixture.answers({ successful: true }), refuses("WRONG_STATE"), fixture.closesConnection];
  service.behave((response, request) => {
    const at = keys.findIndex((key) => request.path.endsWith(key));
    answers[at]?.(response, request);
  });
  assert.equal(await releaseReserved(keys), false);
  assert.deepEqual([mayTake(2, 30), mayTake(3, 30), mayTake(4, 30)], [true, false, false]);
});

test("a reservation that is unknown to the service, or expired, counts as released", async () => {
  const answers = [fixture.answers({}, 404), refuses("NOT_FOUND"), refuses("HOLD_ENDED")];
  for (const [at, behaviour] of answers.entries()) {
    const key = reservePlaces(5, 40, `ABCDEFGH3${at}`);
    service.behave(behaviour);
    assert.equal(await releaseReserved([key]), true);
    assert.equal(mayTake(5, 50), true);
  }
});

test("each sale of an extended cart counts until its own end", async () => {
  reservePlaces(6, 40, "ABCDEFGH41", inMinutes(1));
  reservePlaces(7, 40, "ABCDEFGH42", inMinutes(1));
  behaveExtended(
    { ...sale("ABCDEFGH41", 6), expiry: inMinutes(1) },
    { ...sale("ABCDEFGH42", 7), expiry: inMinutes(15) },
  );
  const extension = await extendReserved("CART567890", NETWORK);
  assert.equal(extension.ok && extension.cart?.sales.length, 2);
  assert.deepEqual([mayTake(6, 30, 0), mayTake(7, 30, 0)], [false, false]);
  assert.deepEqual([mayTake(6, 30, 2), mayTake(7, 30, 2)], [true, false]);
  assert.equal(mayTake(7, 30, 16), true);
});

test("an extension counts sales that were not counted, and shortens none where the cart cannot be read", async () => {
  behaveExtended({ ...sale("ABCDEFGH51", 8), expiry: inMinutes(15) });
  assert.equal((await extendReserved("CART567890", NETWORK)).ok, true);
  assert.deepEqual([mayTake(8, 30, 14), mayTake(8, 30, 16)], [false, true]);

  reservePlaces(9, 40, "ABCDEFGH52");
  service.behave(fixture.inTurn(fixture.answers({ successful: true, expirySeconds: 0 }), fixture.answers({}, 503)));
  assert.deepEqual(await extendReserved("CART567890", NETWORK), { ok: true });
  assert.deepEqual([mayTake(9, 30, 14), mayTake(9, 30, 16)], [false, true]);
});

/** The service extends the cart; one sale is at its maximum, so the earliest end is now. */
function behaveExtended(...sales: readonly object[]): void {
  const cart = fixture.answers({ key: "CART567890", total: 10, expirySeconds: 0, sales });
  service.behave(fixture.inTurn(fixture.answers({ successful: true, expirySeconds: 0 }), cart));
}

function sale(key: string, event: number) {
  const line = { ticketType: event, eventDate: event, quantity: 40, price: 1, total: 40 };
  return { key, status: "RESERVED", event, total: 40, items: [line] };
}
