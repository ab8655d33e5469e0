import assert from "node:assert/strict";
import { after, test } from "node:test";
import { answers, startFixtureService } from "#e2e/tools/fixture-service.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { sitesAreRead } from "#lib/catalogue/seller.ts";
import { siteOrigins } from "#lib/runtime/site-origins.ts";
import { listSites } from "#lib/ticketing/sites.ts";

const service = await startFixtureService();
after(service.close);
applySettingsInFolder({
  TICKETING_URL: service.url,
  TICKETING_CA: service.ca,
  FOYER_ENVIRONMENT: "production",
  FOYER_ORIGIN: "https://tickets.example",
  FOYER_PAYMENTS: "live",
});

const ORIGINS = ["https://longlight.example", "http://127.0.0.1:8080", "https://localhost", "https://shop.localhost"];

test("a real shop shows embeds on public pages alone", async () => {
  service.behave(answers({ id: 1, embedOrigins: ORIGINS }));
  await sitesAreRead(0);
  assert.deepEqual(siteOrigins(), ["https://longlight.example"]);
});

test("a real shop sends buyers back to public pages alone", async () => {
  const sites = ORIGINS.map((origin, at) => ({ id: at + 1, origin, returnPrefix: "/thanks" }));
  service.behave(answers({ sites }));
  assert.deepEqual(
    (await listSites()).map(({ origin }) => origin),
    ["https://longlight.example"],
  );
});
