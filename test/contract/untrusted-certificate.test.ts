import assert from "node:assert/strict";
import { after, test } from "node:test";
import { payCart } from "#lib/ticketing/carts.ts";
import { NothingLeft } from "#lib/ticketing/client/fault.ts";
import { getEvent } from "#lib/ticketing/events.ts";
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

test("a payment sent a second time gets what is left of the one limit, so that the whole of it ends in time", async (context) => {
  const limits: number[] = [];
  const { timeout } = AbortSignal;
  context.mock.method(AbortSignal, "timeout", (limitMs: number) => {
    limits.push(limitMs);
    return timeout.call(AbortSignal, limitMs);
  });
  let now = performance.now();
  context.mock.method(performance, "now", () => {
    now += 1_000;
    return now;
  });
  await payCart("CART567890", { minor: 9700, currency: "AUD" }, undefined, "attempt");
  const [first = 0, second = 0] = limits;
  assert.equal(limits.length, 2);
  assert.ok(first < 33_000 && second <= first - 1_000, `${first} ms, then ${second} ms`);
});
