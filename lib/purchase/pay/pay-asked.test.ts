import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Cart } from "#lib/domain/cart/cart.ts";
import { payOnce } from "#lib/purchase/pay/pay-once.ts";
import { findAttempt } from "#lib/state/attempts.ts";
import { getCart } from "#lib/ticketing/carts.ts";
import * as fixture from "#test/tools/fixture-service.ts";
import { applySettings } from "#test/tools/storefront-settings.ts";

const OWNER = { checkoutDigest: "the digest of the id that this payment issues" };
const service = await fixture.startFixtureService();
const data = await mkdtemp(join(tmpdir(), "foyer-pay-asked-"));
after(() => Promise.all([service.close(), rm(data, { recursive: true, force: true })]));
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, FOYER_DATA: data });

const total = { minor: 4850, currency: "AUD" };
const cart = (id: string): Cart => ({
  ...{ id, total, savings: [], codes: [], advice: [] },
  sales: [{ key: `${id}1`, status: "LOCKED", eventId: 1, eventName: "Hamlet", total, lines: [] }],
});

test("P05: the attempt is written down before the service hears of it", async () => {
  let written: Promise<unknown> | undefined;
  service.behave((response, request) => {
    written = findAttempt("CARTFIRST1").then((found) => [
      found?.state,
      found?.id === request.headers["idempotency-key"],
    ]);
    fixture.answers({ type: "SUCCESS" })(response, request);
  });
  assert.equal(await payOnce(cart("CARTFIRST1"), [], OWNER), "paid");
  assert.deepEqual(await written, ["open", true]);
  assert.equal((await findAttempt("CARTFIRST1"))?.state, "paid");
});

for (const [what, behaviour] of [
  ["without an answer", fixture.closesConnection],
  ["with half an answer", fixture.answersPartially],
  ["that some proxy answers with 502", fixture.answers("Bad gateway", 502)],
  ["that is sent elsewhere", fixture.answers({}, 307, { location: `${service.url}/elsewhere` })],
] as const) {
  test(`P05: a pay call ${what} is sent once and reported as not known`, async () => {
    service.behave(behaviour);
    const id = `CART${what.length}`;
    assert.equal(await payOnce(cart(id), [], OWNER), "not_known");
    assert.equal(service.received.length, 1);
    assert.equal((await findAttempt(id))?.state, "open");
  });
}

test("the control: a read that meets the same is sent twice", async () => {
  service.behave(fixture.inTurn(fixture.closesConnection, fixture.answers({}, 404)));
  assert.equal(await getCart("CARTREAD01"), undefined);
  assert.equal(service.received.length, 2);
});
