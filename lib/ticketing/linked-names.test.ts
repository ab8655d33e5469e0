import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { getCart } from "#lib/ticketing/carts.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

/** Answers a cart with one ticket of this type and event; their names are behind links unless they are given. */
function behave(id: number, { status = 200, name }: { readonly status?: number; readonly name?: string } = {}): void {
  const ref = (thing: string) => (name === undefined ? { link: `/v2/${thing}/${id}/` } : { id, name });
  const line = { ticketType: ref("ticketType"), eventDate: ref("eventDate"), quantity: 1, price: 10, total: 10 };
  const sale = { key: "SALE567890", status: "RESERVED", event: ref("event"), total: 10, items: [line] };
  service.behave((response, request) => {
    if (request.path.includes("/cart/"))
      return fixture.answers({ key: "CART567890", total: 10, sales: [sale] })(response, request);
    const [, thing] = /\/v2\/(\w+)\//.exec(request.path) ?? [];
    return fixture.answers({ name: `The ${thing}` }, status)(response, request);
  });
}

const reads = () => service.received.filter(({ path }) => !path.includes("/cart/")).length;

async function namesInCart(): Promise<readonly (string | undefined)[]> {
  const cart = await getCart("CART567890");
  return [cart?.sales[0]?.eventName, cart?.sales[0]?.lines[0]?.name];
}

test("reads the names behind links once", async () => {
  behave(1);
  assert.deepEqual(await namesInCart(), ["The event", "The ticketType"]);
  assert.deepEqual(await namesInCart(), ["The event", "The ticketType"]);
  assert.equal(reads(), 2);
});

test("reads no name that the reference has (control)", async () => {
  behave(2, { name: "Adult" });
  assert.deepEqual([await namesInCart(), reads()], [["Adult", "Adult"], 0]);
});

test("returns the cart without the names that cannot be read, and reads them again the next time", async () => {
  behave(3, { status: 500 });
  assert.deepEqual(await namesInCart(), ["", ""]);
  behave(3);
  assert.deepEqual(await namesInCart(), ["The event", "The ticketType"]);
});
