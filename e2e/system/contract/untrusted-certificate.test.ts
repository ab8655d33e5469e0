import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { payCart } from "#lib/ticketing/carts.ts";
import { NotSent } from "#lib/ticketing/client/fault.ts";
import { getEvent } from "#lib/ticketing/events.ts";

// The service's certificate is from another authority, so the TLS handshake fails before a request is sent.
const untrusted = await fixture.startFixtureService();
const authority = await fixture.startFixtureService();
after(() => Promise.all([untrusted.close(), authority.close()]));
applySettings({ TICKETING_URL: untrusted.url, TICKETING_CA: authority.ca });
untrusted.behave(fixture.answers({ type: "SUCCESS" }));

test("sends no request to a service with an untrusted certificate", async () => {
  await assert.rejects(getEvent(1), NotSent);
  assert.deepEqual(untrusted.received, []);
});

test("P05: answers busy, not unknown, for a payment that was never sent", async () => {
  const amount = { minor: 9700, currency: "AUD" };
  assert.deepEqual(await payCart("CART567890", amount, [], "attempt"), { ok: false, refusal: "busy" });
  assert.deepEqual(untrusted.received, []);
});

test("gives the second attempt of a payment the rest of the timeout", async (context) => {
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
  await payCart("CART567890", { minor: 9700, currency: "AUD" }, [], "attempt");
  const [first = 0, second = 0] = limits;
  assert.equal(limits.length, 2);
  assert.ok(first < 33_000 && second <= first - 1_000, `${first} ms, then ${second} ms`);
});
