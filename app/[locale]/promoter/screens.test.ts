import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { openWork } from "#lib/promoter/open-work.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { listSources } from "#lib/ticketing/manage/sources.ts";
import { listVenues } from "#lib/ticketing/manage/venues.ts";
import { screensFor } from "./screens.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettingsInFolder({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const CAPABILITIES = ["MANAGE", "ORDERS", "REPORTS"] as const;
const ALL = ["", "/events", "/refunds", "/venues", "/messages", "/reports/sources", "/settings/brand"];
const paths = () => screensFor(CAPABILITIES).map(({ path }) => path);

/** Reads the lists behind the navigation from a service that answers so. */
async function readLists(status: number): Promise<void> {
  service.behave(fixture.answers({ successful: false, errors: [] }, status));
  const credential = new PromoterCredential("pat", "pat's password");
  const promoter = { name: "Pat", email: "pat@example.com", capabilities: CAPABILITIES };
  await openWork({ sessionId: "of the test", promoter, credential, signedInMs: 0, accountId: 1 });
  await undefinedOnFault(listVenues(credential, 1, { q: "", page: 1, pageSize: 50 }));
  await undefinedOnFault(listSources(credential, 1, { from: "2026-11-23T00:00:00.000Z" }));
}

test("the navigation leaves out what the service was found not to have, and nothing that it only refused", async () => {
  assert.deepEqual(paths(), ALL);
  for (const status of [403, 500]) {
    await readLists(status);
    assert.deepEqual(paths(), ALL, String(status));
  }
  await readLists(404);
  assert.deepEqual(paths(), ["", "/events", "/settings/brand"]);
  await readLists(404);
  assert.deepEqual(service.received, [], "what is known to be missing is not asked for again");
});
