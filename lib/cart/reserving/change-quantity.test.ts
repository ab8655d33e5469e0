import assert from "node:assert/strict";
import { registerHooks } from "node:module";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { EMPTY_REQUEST, replaceModules } from "#e2e/tools/replaced-modules.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import type { QuantityChange } from "./change-quantity.ts";

registerHooks({
  resolve: (specifier, context, next) =>
    next(/^next\/[a-z]+$/.test(specifier) ? `${specifier}.js` : specifier, context),
});
replaceModules({ "next/headers": EMPTY_REQUEST });

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, LOG_LEVEL: "alarm" });
const { changeQuantity } = await import("./change-quantity.ts");

const nzd = (minor: number) => ({ minor, currency: "NZD" });
const NOW = new Date("2099-01-01T00:00:00Z");

/** A cart with sales of so many tickets of 47.50, of which a code or a rule took something off. */
function cartOf(saved: number, ...quantities: readonly number[]): Cart {
  const sales = quantities.map((quantity, at) => {
    const total = nzd(4_750 * quantity - (at === 0 ? saved : 0));
    const line = { ticketTypeId: 4, name: "Adult", eventDateId: 1, quantity, price: nzd(4_500), fee: nzd(250) };
    const lines = [{ ...line, total: nzd(4_750 * quantity), savings: [] }];
    return { key: `HAMLET000${at}`, status: "RESERVED" as const, eventId: 7, eventName: "Hamlet", total, lines };
  });
  const total = nzd(sales.reduce((sum, sale) => sum + sale.total.minor, 0));
  const savings = saved > 0 ? [{ rule: "ticket:1", name: "Early bird", amount: nzd(saved) }] : [];
  return { id: "CART567890", total, secondsLeft: 900, sales, savings, codes: [], advice: [] };
}

/** Returns the outcome of a change, and the paths of what was written. */
async function change(cart: Cart, quantity: number, options: Partial<QuantityChange> = {}) {
  const purchase = { checkoutId: "x", cartId: cart.id, reservations: [] };
  const line = {
    eventId: 7,
    ticketTypeId: 4,
    each: 4_750,
    quantity,
    said: 4_750,
    accepted: new Map(),
    acceptedTotal: 0,
    ...options,
  };
  const { outcome } = await changeQuantity({ state: "reserved", purchase, cart, expired: [] }, line, undefined, NOW);
  const writes = service.received.filter(({ method, path }) => method !== "GET" && !path.endsWith("/quote"));
  return { outcome, writes: writes.map(({ method, path }) => `${method} ${path}`) };
}

function behave(offering: Behaviour, quote: Behaviour = fixture.answers({}, 404)): void {
  service.behave((response, { path, ...request }) => {
    if (path.includes("/offering/")) return offering(response, { path, ...request });
    return (path.endsWith("/quote") ? quote : fixture.answers({}, 429))(response, { path, ...request });
  });
}
type Behaviour = Parameters<typeof service.behave>[0];

const money = (amount: number) => ({ amount, currency: "NZD" });

/** Adult at 47.50, of which two must be bought. */
const adult = {
  kind: "TICKET",
  id: 4,
  name: "Adult",
  venueSection: { id: 1, name: "" },
  price: money(45),
  fee: money(2.5),
};
const group = { name: "", eventDate: { id: 1, name: "" }, startDate: "2099-06-01T10:00:00Z", saleStatus: "ON_SALE" };
const items = [{ ...adult, saleStatus: "ON_SALE", available: 50, minimum: 2 }];
const offering = fixture.answers({ groups: [{ ...group, pages: [{ name: "", items }] }], discounts: [] });
/** A cart's price of today. */
const quoted = (total: number) =>
  fixture.answers({ subtotal: money(total), total: money(total), savings: [], codes: [], advice: [] });

test("one ticket fewer that no reservation can give back is refused in words, and nothing is sent; the control is sent", async () => {
  behave(offering);
  const { outcome, writes } = await change(cartOf(0, 2, 2), 3);
  const refused = { refusal: "under_minimum", shortages: [] };
  assert.deepEqual([outcome, writes], [{ result: "short", refused, names: new Map() }, []]);
  const { writes: sent } = await change(cartOf(0, 2, 3), 4);
  assert.deepEqual(sent, ["PUT /v2/reservation/HAMLET0001/tickets"]);
});

test("one more for which the rest of the cart loses savings is first said with both totals, and then added", async () => {
  behave(offering, quoted(142.5));
  const { outcome, writes } = await change(cartOf(1_900, 2), 3);
  const asked = { result: "asks_total", price: nzd(4_750), total: nzd(14_250), expected: nzd(12_350) };
  assert.deepEqual([outcome, writes], [asked, []]);
  const adds = async (cart: Cart, acceptedTotal = 0) => (await change(cart, 3, { acceptedTotal })).writes.length > 0;
  assert.equal(await adds(cartOf(1_900, 2), 14_249), false);
  assert.equal(await adds(cartOf(1_900, 2), 14_250), true);
  assert.equal(await adds(cartOf(0, 2)), true, "nothing can be lost");
  behave(offering, quoted(123.5));
  assert.equal(await adds(cartOf(1_900, 2)), true, "as the page said");
  behave(offering, quoted(70));
  assert.equal(await adds(cartOf(1_900, 2)), true, "less is welcome");
});

test("nothing is reserved at a price that could not be read; the control has no such call", async () => {
  for (const [prices, quote] of [[fixture.answers({}, 500)], [offering, fixture.answers({}, 500)]] as const) {
    behave(prices, quote);
    const { outcome, writes } = await change(cartOf(1_900, 2), 3);
    assert.deepEqual([outcome, writes], [{ result: "refused", refusal: "no_answer" }, []]);
  }
  // A service without quotes.
  behave(offering, fixture.answers({}, 404));
  assert.equal((await change(cartOf(1_900, 2), 3)).writes.length, 1);
});
