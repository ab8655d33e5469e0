import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { totalWithUndo } from "./new-total.ts";
import { freshOffering, offeringNow } from "./reserving/live-offering.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const NOW = new Date("2099-01-01T00:00:00Z");
const events = [{ eventId: 7, eventName: "Hamlet", lines: [{ ticketTypeId: 4, quantity: 2 }] }];
const undo = { id: "x", at: NOW.getTime(), events, isOneOfSeveral: false, codes: [] };

test("what is reserved next has a total, or no answer; a page only leaves it out, as from a service without prices", async () => {
  const total = (read: typeof freshOffering) => totalWithUndo(undo, undefined, { now: NOW, read });
  service.behave(fixture.answers({}, 500));
  await assert.rejects(total(freshOffering), { name: "TicketingFault" });
  assert.equal(await total(offeringNow), undefined);
  service.behave(fixture.answers({}, 404));
  assert.equal(await total(freshOffering), undefined);
});
