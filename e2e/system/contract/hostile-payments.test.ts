import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inspect } from "node:util";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { payCart } from "#lib/ticketing/carts.ts";
import { CredentialRefused } from "#lib/ticketing/client/fault.ts";
import { Card } from "#lib/ticketing/payment-means.ts";

const service = await fixture.startFixtureService();
const collector = await fixture.startFixtureService();
after(() => Promise.all([service.close(), collector.close()]));
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const TIMEOUT_MS = 3_000;
const card = new Card({ name: "Ada", number: "4111 1111 1111 1111", expiryMonth: 12, expiryYear: 2030, cvv: "987" });
const pay = (minor = 9700, currency = "AUD") =>
  payCart("CART567890", { minor, currency }, [card], "the-attempt", TIMEOUT_MS);
const { answers } = fixture;

const NOT_KNOWN = [
  ["HTML with 200", fixture.answersHtml],
  ["a truncated answer", fixture.answersPartially],
  ["a closed connection", fixture.closesConnection],
  ["no answer", fixture.neverAnswers],
  ["30 MB", fixture.floods(30 * 1024 * 1024)],
  ["an unknown type", answers({ type: "MAYBE" })],
  ["500 with success inside", answers({ type: "SUCCESS" }, 500)],
  ["503", answers({ successful: false, errors: [{ code: "BUSY" }] }, 503)],
  ["504", answers({ successful: false, errors: [] }, 504)],
  ["409", answers({ successful: false, errors: [] }, 409)],
  ["a redirect", answers({ type: "SUCCESS" }, 307, { location: `${collector.url}/cart/CART567890/payment` })],
] as const;

for (const [what, behaviour] of NOT_KNOWN) {
  test(`P05: ${what}: the outcome is not known, and the payment was sent once`, async () => {
    service.behave(behaviour);
    assert.equal(await pay(), "not_known");
    assert.equal(service.received.length, 1);
  });
}

test("does not follow a redirect with the card", () => assert.deepEqual(collector.received, []));

test("reads success and refusal", async () => {
  service.behave(answers({ type: "SUCCESS" }));
  assert.deepEqual(await pay(), { ok: true });
  service.behave(answers({ type: "REFUSED" }));
  assert.deepEqual(await pay(), { ok: false, refusal: "card_refused" });
});

test("sends the amount with its currency's decimals and the attempt as Idempotency-Key, on a new connection each", async () => {
  service.behave(answers({ type: "SUCCESS" }));
  await pay();
  await pay(3000);
  await pay(4500, "JPY");
  await payCart("CART567890", { minor: 0, currency: "AUD" }, [], "free");
  const details =
    '"creditCard":{"name":"Ada","number":"4111111111111111","expiryMonth":12,"expiryYear":2030,"cvv":"987"}';
  assert.deepEqual(
    service.received.map(({ path, body }) => [path, body]),
    [
      ["/v2/cart/CART567890/payment", `{"amount":97.00,${details}}`],
      ["/v2/cart/CART567890/payment", `{"amount":30.00,${details}}`],
      ["/v2/cart/CART567890/payment", `{"amount":4500,${details}}`],
      ["/v2/cart/CART567890/payment", '{"amount":0.00}'],
    ],
  );
  assert.equal(service.received[0]?.headers["idempotency-key"], "the-attempt");
  assert.equal(new Set(service.received.map(({ connection }) => connection)).size, 4);
});

test("throws a fault without card data for a refused credential", async () => {
  service.behave(answers({}, 401));
  const fault: unknown = await pay().catch((thrown: unknown) => thrown);
  assert.ok(fault instanceof CredentialRefused);
  const whole = inspect(fault, { depth: 9, showHidden: true });
  for (const needle of ["4111", "987", "CART567890"]) assert.equal(whole.includes(needle), false, needle);
});
