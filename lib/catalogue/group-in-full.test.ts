import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { readGroup } from "#lib/catalogue/find.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, TICKETING_ACCOUNT: "1" });

/** A service that returns lists in pages sends the total. */
const NO_EVENTS = fixture.answers([], 200, { "X-Total-Count": "0" });
const requests = () => service.received.map(({ path }) => path.replace(/\?.*/, ""));

test("a group that does not exist costs one request", async () => {
  service.behave(fixture.answers({ successful: false, messages: [], errors: [] }, 404));
  assert.equal(await readGroup(999_999), undefined);
  assert.deepEqual(requests(), ["/v2/eventGroup/999999"]);
});

test("a group has its own discounts", async () => {
  const discount = { rule: "festival:1", name: "Weekend pass", kind: "FESTIVAL", percentage: 15, minimumEvents: 2 };
  const group = { id: 7, name: "Harbour Weekend", events: [{ id: 1, name: "A" }], discounts: [discount] };
  service.behave(fixture.inTurn(fixture.answers(group), NO_EVENTS));
  const read = await readGroup(7);
  assert.deepEqual(requests().toSorted(), [
    "/v2/account/1/eventDates",
    "/v2/account/1/eventSummaries",
    "/v2/eventGroup/7",
  ]);
  assert.deepEqual(read?.discounts, [{ ...discount, events: [] }]);
});
