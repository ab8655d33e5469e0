import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { payCart } from "#lib/ticketing/carts.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { getEvent } from "#lib/ticketing/events.ts";
import { getPromoter } from "#lib/ticketing/manage/users.ts";
import { listEvents } from "#lib/ticketing/one-by-one/listed-events.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const printed: string[] = [];
const write = process.stdout.write.bind(process.stdout);
mock.method(process.stdout, "write", (text: string | Uint8Array) => {
  if (typeof text !== "string" || !text.includes('"alarm"')) return write(text);
  printed.push(text);
  return true;
});

test("P36: a refused credential causes one request in ten seconds and one alarm", async () => {
  service.behave(fixture.answers({}, 401));
  await assert.rejects(listEvents(), TicketingFault);
  for (let count = 0; count < 200; count += 1) await assert.rejects(getEvent(1), TicketingFault);
  await Promise.all(Array.from({ length: 200 }, () => assert.rejects(getEvent(1), TicketingFault)));
  assert.equal(service.received.length, 1);
  assert.equal(printed.length, 1);
});

test("P36: answers busy for a payment that the refused credential kept from being sent", async () => {
  const before = service.received.length;
  const amount = { minor: 9700, currency: "AUD" };
  assert.deepEqual(await payCart("CART567890", amount, [], "attempt"), { ok: false, refusal: "busy" });
  assert.equal(service.received.length, before);
});

test("P36: a promoter's wrong password raises no alarm and blocks no calls", async () => {
  const before = printed.length;
  assert.equal(await getPromoter(new PromoterCredential("pat", "wrong")), undefined);
  assert.equal(await getPromoter(new PromoterCredential("pat", "wrong again")), undefined);
  assert.equal(service.received.length, 3);
  assert.equal(printed.length, before);
});
