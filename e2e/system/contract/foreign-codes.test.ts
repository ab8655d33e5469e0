import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { setCartCodes } from "#lib/ticketing/codes.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";

// A service without the interface's extensions.
const service = await fixture.startFixtureService();
after(() => service.close());
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const CART = { key: "CART567890", total: { amount: 95, currency: "NZD" }, sales: [] };
const { answers, inTurn } = fixture;

for (const status of [404, 405]) {
  test(`P11: a ${status} to the call for codes means not offered when the cart exists, and expired when it does not`, async () => {
    service.behave(inTurn(answers({}, status), answers(CART)));
    assert.deepEqual(await setCartCodes("CART567890", "SAVE10"), { ok: false, refusal: "not_offered" });
    service.behave(inTurn(answers({}, status), answers({}, 404)));
    assert.deepEqual(await setCartCodes("CART567890", "SAVE10"), { ok: false, refusal: "reservation_expired" });
  });
}

test("encodes reveal codes in the query", async () => {
  service.behave(answers({ event: 1, groups: [] }));
  assert.deepEqual(await getOffering(1, { revealCodes: " FRIENDS A&B=1 " }), { eventId: 1, groups: [], discounts: [] });
  const [request] = service.received;
  assert.equal(new URL(String(request?.path), service.url).searchParams.get("revealCode"), "FRIENDS A&B=1");
});
