import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { getFacets } from "#lib/ticketing/calendar.ts";
import { extendCart, getCart, lockCart, payCart } from "#lib/ticketing/carts.ts";
import { isKnownMissing, MISSING_MS, recordMissing } from "#lib/ticketing/client/extension.ts";
import { ServiceBusy } from "#lib/ticketing/client/fault.ts";
import { quote, setCartCodes } from "#lib/ticketing/codes.ts";
import { areVouchersOffered } from "#lib/ticketing/payment-means.ts";
import { createReservation } from "#lib/ticketing/reservations.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const errors = [{ path: "", code: "TOO_MANY_FAILURES", message: "Try again later." }];
const CART = "CARTCART01";
const BUYER = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", optIn: false };

const CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
  getCart: () => getCart(CART),
  createReservation: () => createReservation(1, [{ ticketTypeId: 1, quantity: 1 }]),
  lockCart: () => lockCart(CART, BUYER, "en"),
  extendCart: () => extendCart(CART),
  setCartCodes: () => setCartCodes(CART, "CODE"),
};
for (const [name, call] of Object.entries(CALLS)) {
  test(`${name} reads 429 as a busy service, sends one request, and reads no refusal from its body`, async () => {
    service.behave(fixture.answers({ successful: false, messages: [], errors }, 429));
    await assert.rejects(call(), ServiceBusy);
    assert.equal(service.received.length, 1);
  });
}

test("429 says when to try again, and without a count of seconds half a minute stands", async () => {
  const moment = "Mon, 30 Nov 2026 07:00:00 GMT";
  for (const [given, seconds] of [
    ["3571", 3571],
    ["0", 1],
    [moment, 30],
    ["", 30],
    [undefined, 30],
  ] as const) {
    service.behave(fixture.answers({ errors }, 429, given === undefined ? {} : { "retry-after": given }));
    await assert.rejects(getCart(CART), (fault) => fault instanceof ServiceBusy && fault.seconds === seconds, given);
  }
});

test("payCart reads 429 as too many tries: nothing was charged, and the payment is sent once", async () => {
  service.behave(fixture.answers({ successful: false, messages: [], errors }, 429));
  const paid = await payCart(CART, { minor: 100, currency: "NZD" }, [], "attempt");
  assert.deepEqual(paid, { ok: false, refusal: "too_many_tries" });
  assert.equal(service.received.length, 1);
});

test("P37: payCart reads 429 with BUSY as a busy service: the buyer has done nothing too often", async () => {
  const busy = [{ path: "", code: "BUSY", message: "Try again." }];
  service.behave(fixture.answers({ successful: false, messages: [], errors: busy }, 429));
  const paid = await payCart(CART, { minor: 100, currency: "NZD" }, [], "attempt");
  assert.deepEqual(paid, { ok: false, refusal: "busy" });
  assert.equal(service.received.length, 1);
});

const ONE = [{ ticketTypeId: 1, quantity: 1 }];

test("returns no quote for an unknown event, and quotes the next one", async () => {
  service.behave(fixture.answers({ successful: false, errors: [{ path: "event", code: "NOT_FOUND" }] }, 404));
  assert.equal(await quote(999_999, ONE), undefined);
  service.behave(fixture.answers({ subtotal: 10, total: 10 }));
  assert.equal((await quote(1, ONE))?.total.minor, 1000);
});

test("sends a call that the service does not have once", async () => {
  service.behave(fixture.answers("Not here", 404));
  assert.deepEqual(
    [await getFacets(), await getFacets(), await quote(1, ONE), await quote(1, ONE)],
    Array(4).fill(undefined),
  );
  assert.deepEqual(
    service.received.map(({ method }) => method),
    ["GET", "POST"],
  );
});

test("repeats a call that failed for another reason, such as 503 (control)", async () => {
  service.behave(fixture.answers("Busy", 503));
  await assert.rejects(areVouchersOffered());
  service.behave(fixture.answers({ methods: ["VOUCHER"] }));
  assert.equal(await areVouchersOffered(), true);
  assert.equal(await areVouchersOffered(), true);
  assert.equal(service.received.length, 2);
});

test("sends the call again after five minutes", () => {
  recordMissing("another call", 1_000);
  assert.equal(isKnownMissing("another call", 1_000 + MISSING_MS - 1), true);
  assert.equal(isKnownMissing("another call", 1_000 + MISSING_MS), false);
});
