import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { findOrders } from "./find-orders.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, TICKETING_MESSAGES: "1" });

test("above the limit of an address the answer stays the same, and the service is not asked", async () => {
  service.behave(fixture.answers({ successful: true }, 200));
  const ask = (email: string) => findOrders(email, "en", undefined);
  for (let tries = 0; tries < 8; tries += 1) assert.equal(await ask("Ada@Example.com"), "accepted");
  assert.equal(service.received.length, 5);
  assert.equal(await ask("ada@example.com "), "accepted");
  assert.equal(service.received.length, 5);
  assert.equal(await ask("grace@example.com"), "accepted");
  assert.equal(service.received.length, 6);
});

test("a network that asks for many addresses is refused", async () => {
  const answers = [];
  for (let tries = 0; tries < 21; tries += 1)
    answers.push(await findOrders(`buyer-${tries}@example.com`, "en", "192.0.2.0/24"));
  assert.deepEqual(answers.slice(0, 20), Array(20).fill("accepted"));
  assert.equal(answers[20], "tooMany");
});
