import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Credential } from "#lib/ticketing/client/credential.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import * as fixture from "#test/tools/fixture-service.ts";
import { applySettings } from "#test/tools/storefront-settings.ts";
import { eventsOf } from "./promoter-events.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const promoter = { name: "Ada", email: "ada@example.com", mayScan: true, maySellAtBoxOffice: true };
const credential = new Credential("ada@example.com", "changed since");
const ada = { promoter: { ...promoter, account: { id: 7, name: "Shed 6" } }, credential };

test("a changed password requires a new sign-in; a service fault does not sign out", async () => {
  service.behave(fixture.answers({}, 401));
  assert.equal(await eventsOf(ada), "signed_out");
  service.behave(fixture.answers({}, 503));
  await assert.rejects(eventsOf(ada), TicketingFault);
  assert.deepEqual(await eventsOf({ promoter, credential }), []);
});
