import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inspect } from "node:util";
import { Card } from "#lib/ticketing/card.ts";
import { payCart } from "#lib/ticketing/carts.ts";
import { CredentialRefused } from "#lib/ticketing/client/fault.ts";
import * as fixture from "#test/tools/fixture-service.ts";
import { applySettings } from "#test/tools/storefront-settings.ts";

const service = await fixture.startFixture();
const collector = await fixture.startFixture();
after(() => Promise.all([service.close(), collector.close()]));
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, TICKETING_PAY_MS: "3000" });

const card = new Card({ name: "Ada", number: "4111 1111 1111 1111", expiryMonth: 12, expiryYear: 2030, cvv: "987" });
const pay = (minor = 9700, currency = "AUD") => payCart("CART567890", { minor, currency }, card, "the-attempt");
const { answers } = fixture;

const NOT_KNOWN = [
  ["a page with 200", fixture.answersAPage],
  ["half an answer", fixture.answersHalf],
  ["a connection hung up", fixture.hangsUp],
  ["silence", fixture.keepsSilent],
  ["30 MB", fixture.floods(30 * 1024 * 1024)],
  ["an unknown type", answers({ type: "MAYBE" })],
  ["500 with success inside", answers({ type: "SUCCESS" }, 500)],
  ["503", answers({ successful: false, errors: [{ code: "BUSY" }] }, 503)],
  ["504", answers({ successful: false, errors: [] }, 504)],
  ["409", answers({ successful: false, errors: [] }, 409)],
  ["a redirect", answers({ type: "SUCCESS" }, 307, { location: `${collector.url}/cart/CART567890/payment` })],
] as const;

for (const [what, behaviour] of NOT_KNOWN) {
  test(`P05: ${what}: nobody can say, and it was sent once`, async () => {
    service.behave(behaviour);
    assert.equal(await pay(), "not_known");
    assert.equal(service.heard.length, 1);
  });
}

test("a redirect takes no card with it: the other side hears nothing", () => assert.deepEqual(collector.heard, []));

test("the control: success is success, and refused is refused", async () => {
  service.behave(answers({ type: "SUCCESS" }));
  assert.deepEqual(await pay(), { ok: true });
  service.behave(answers({ type: "REFUSED" }));
  assert.deepEqual(await pay(), { ok: false, refusal: "card_refused" });
});

test("the amount leaves with its currency's own decimals, the attempt as its key, on a connection of its own", async () => {
  service.behave(answers({ type: "SUCCESS" }));
  await pay();
  await pay(3000);
  await pay(4500, "JPY");
  await payCart("CART567890", { minor: 0, currency: "AUD" }, undefined, "free");
  const details =
    '"creditCard":{"name":"Ada","number":"4111111111111111","expiryMonth":12,"expiryYear":2030,"cvv":"987"}';
  assert.deepEqual(
    service.heard.map(({ path, body }) => [path, body]),
    [
      ["/v2/cart/CART567890/payment", `{"amount":97.00,${details}}`],
      ["/v2/cart/CART567890/payment", `{"amount":30.00,${details}}`],
      ["/v2/cart/CART567890/payment", `{"amount":4500,${details}}`],
      ["/v2/cart/CART567890/payment", '{"amount":0.00}'],
    ],
  );
  assert.equal(service.heard[0]?.headers["idempotency-key"], "the-attempt");
  assert.equal(new Set(service.heard.map(({ connection }) => connection)).size, 4);
});

test("a refused credential charges nothing, and its fault holds no card", async () => {
  service.behave(answers({}, 401));
  const fault: unknown = await pay().catch((thrown: unknown) => thrown);
  assert.ok(fault instanceof CredentialRefused);
  const whole = inspect(fault, { depth: 9, showHidden: true });
  for (const needle of ["4111", "987", "CART567890"]) assert.equal(whole.includes(needle), false, needle);
});
