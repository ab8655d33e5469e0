import assert from "node:assert/strict";
import { after, test } from "node:test";
import { payCart } from "#lib/ticketing/carts.ts";
import { getEvent } from "#lib/ticketing/events.ts";
import { NothingLeft } from "#lib/ticketing/fault.ts";
import * as fixture from "#test/tools/fixture-service.ts";
import { applySettings } from "#test/tools/storefront-settings.ts";

// A service whose certificate another authority made: the call ends before a word is said.
const stranger = await fixture.startFixture();
const authority = await fixture.startFixture();
after(() => Promise.all([stranger.close(), authority.close()]));
applySettings({ TICKETING_URL: stranger.url, TICKETING_CA: authority.ca });
stranger.behave(fixture.answers({ type: "SUCCESS" }));

test("whoever our authority does not vouch for is told nothing", async () => {
  await assert.rejects(getEvent(1), NothingLeft);
  assert.deepEqual(stranger.heard, []);
});

test("a payment that cannot have left is no mystery: nothing is charged, and the buyer may press again", async () => {
  const amount = { minor: 9700, currency: "AUD" };
  assert.deepEqual(await payCart("CART567890", amount, undefined, "attempt"), { ok: false, refusal: "busy" });
  assert.deepEqual(stranger.heard, []);
});
