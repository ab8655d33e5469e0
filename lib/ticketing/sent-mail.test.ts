import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { canSendTickets, sendTickets } from "./sent-mail.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const send = async (behaviour: Parameters<typeof service.behave>[0]) => {
  service.behave(behaviour);
  const sent = await sendTickets("SALE000001");
  return sent.ok ? "sent" : sent.refusal;
};
const refusal = (...errors: object[]) => ({ successful: false, messages: ["no"], errors });

test("asks for the tickets of an order once, whatever the answer, and says what became of it", async () => {
  const answers = [
    ["sent", fixture.answers({})],
    ["sent", fixture.answers("OK")],
    ["not_sent", fixture.answers({ successful: false, messages: ["This sale is not paid."] })],
    ["not_sent", fixture.answers("Conflict", 409)],
    ["not_sent", fixture.answers(refusal({ path: "key", code: "NOT_FOUND" }), 404)],
    ["details_missing", fixture.answers(refusal({ path: "admission/7/data", code: "REQUIRED" }))],
    ["too_many", fixture.answers(refusal({ path: "", code: "TOO_MANY_REQUESTS" }), 429)],
    ["not_known", fixture.answers("Bad Gateway", 502)],
    ["not_known", fixture.closesConnection],
  ] as const;
  for (const [became, answer] of answers) {
    assert.equal(await send(answer), became);
    assert.equal(service.received.length, 1, became);
    assert.equal(service.received[0]?.path, "/v2/order/SALE000001/sendEmail");
  }
  assert.equal(canSendTickets(), true);
});

test("is not offered any more after a service said that it does not have the call", async () => {
  assert.equal(await send(fixture.answers({ problem: "none" }, 404)), "not_offered");
  assert.equal(canSendTickets(), false);
});
