import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { EMPTY_REQUEST, replaceModules } from "#e2e/tools/replaced-modules.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";

replaceModules({ "next/headers": EMPTY_REQUEST });

const service = await fixture.startFixtureService();
const folder = await mkdtemp(join(tmpdir(), "foyer-disk-"));
after(() => Promise.all([service.close(), rm(folder, { recursive: true, force: true })]));
const data = join(folder, "data");
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, FOYER_DATA: data, LOG_LEVEL: "alarm" });
const { payCheckout } = await import("./pay-checkout.ts");
const { Card } = await import("#lib/ticketing/payment-means.ts");
const { payToken } = await import("#lib/session/purchase/form-token.ts");

/** Not a test card, of which tries are not counted. */
const card = { number: "4000000000000010", expiryMonth: 12, expiryYear: 2034, cvv: "123", name: "Ada Lovelace" };
/** More presses than the limit of tries for a cart. */
const PRESSES = 8;

const total = { minor: 4750, currency: "NZD" };
const buyer = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", optIn: false };

/** Returns a press of Pay for a cart with one sale in this state. */
function pressFor(id: string, status: "RESERVED" | "LOCKED") {
  const sale = { key: "ABCDEFGH12", status, eventId: 1, eventName: "Hamlet", total, lines: [] };
  const cart: Cart = { id, total, sales: [sale], savings: [], codes: [], advice: [] };
  const { key, eventId, eventName } = sale;
  const purchase = { checkoutId: "x", cartId: id, reservations: [{ key, eventId, eventName, lines: [] }], buyer };
  const payment = { means: [new Card(card)], card };
  return () =>
    payCheckout(
      { state: "reserved", purchase, cart, expired: [] },
      { payment, token: payToken(purchase, cart), proof: null, locale: "en" },
    );
}

const pays = () => service.received.filter(({ path }) => path.endsWith("/payment")).length;
const isPaid = fixture.answers({ successful: true, type: "SUCCESS", payments: [] });
const isLocked = fixture.answers({
  key: "ABCDEFGH12",
  status: "LOCKED",
  event: { id: 1, name: "Hamlet" },
  totalPrice: 47.5,
});

test("P04: while no attempt can be written, Pay sends nothing and takes no try, and pays once it can", async () => {
  service.behave((response, request) => (request.method === "POST" ? isPaid : isLocked)(response, request));
  const press = pressFor("CARTONDISK", "LOCKED");
  const before = pays();
  await writeFile(data, "a file where the folder should be");
  for (let at = 1; at <= PRESSES; at += 1)
    assert.deepEqual(await press(), { result: "refused", refusal: "not_written" }, `press ${at}`);
  assert.equal(pays(), before);

  await rm(data);
  assert.equal((await press()).result, "paid");
  assert.equal(pays(), before + 1);
});

test("a cart that the service does not lock takes no try", async () => {
  const press = pressFor("CARTNOLOCK", "RESERVED");
  service.behave(fixture.answers({}, 500));
  for (let at = 1; at <= PRESSES; at += 1) await assert.rejects(press(), { name: "TicketingFault" }, `press ${at}`);
  service.behave(isPaid);
  assert.equal((await press()).result, "paid");
});
