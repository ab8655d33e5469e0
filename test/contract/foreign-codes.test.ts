import assert from "node:assert/strict";
import { after, test } from "node:test";
import { quote, setCartCodes } from "#lib/ticketing/codes.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";
import * as fixture from "#test/tools/fixture-service.ts";
import { applySettings } from "#test/tools/storefront-settings.ts";

// A service that does not have what only ours has.
const service = await fixture.startFixture();
after(() => service.close());
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const CART = { key: "CART567890", total: { amount: 95, currency: "NZD" }, sales: [] };
const { answers, inTurn } = fixture;

for (const status of [404, 405]) {
  test(`P11: codes are not changed where the call is answered with ${status}, and the cart says whether it is there`, async () => {
    service.behave(inTurn(answers({}, status), answers(CART)));
    assert.deepEqual(await setCartCodes("CART567890", "SAVE10"), { ok: false, refusal: "not_offered" });
    service.behave(inTurn(answers({}, status), answers({}, 404)));
    assert.deepEqual(await setCartCodes("CART567890", "SAVE10"), { ok: false, refusal: "reservation_expired" });
  });
}

test("a service that quotes nothing leaves the sum to the cart", async () => {
  for (const status of [404, 405]) {
    service.behave(answers({ successful: false, errors: [] }, status));
    assert.equal(await quote(1, [{ ticketTypeId: 1, quantity: 1 }]), undefined);
  }
});

test("codes that show what is hidden travel in the query, whatever they are made of", async () => {
  service.behave(answers({ event: 1, groups: [] }));
  assert.deepEqual(await getOffering(1, { revealCodes: " FRIENDS A&B=1 " }), { eventId: 1, groups: [], discounts: [] });
  const [heard] = service.heard;
  assert.equal(new URL(String(heard?.path), service.url).searchParams.get("revealCode"), "FRIENDS A&B=1");
});
