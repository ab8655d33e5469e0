import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { allowedSites } from "#lib/promoter/allowed-sites.ts";
import { isRegistered } from "#lib/promoter/host-check.ts";

applySettings({ EMBED_ORIGINS: "https://operator.example https://both.example:8443 http://127.0.0.1:*" });

const siteAt = (origin: string, id = 1) =>
  ({ id, origin, version: 1, returnPrefix: undefined, created: undefined, tickets: 0 }) as const;

test("lists the account's sites, then those of the operator alone", () => {
  const rows = allowedSites([siteAt("https://longlight.example", 7), siteAt("https://both.example:8443", 8)]);
  assert.deepEqual(
    rows.map(({ host, isOfOperator, site }) => [host, isOfOperator, site?.id]),
    [
      ["longlight.example", false, 7],
      ["both.example:8443", true, 8],
      ["operator.example", true, undefined],
      ["127.0.0.1:*", true, undefined],
    ],
  );
});

test("what the pages' policy leaves out is no site that may show embeds, and makes no page registered", () => {
  const unfit = ["https://*.com", "https://a.example;sandbox", "https://my_site.example", "http://plain.example"];
  const registered = allowedSites(unfit.map((origin) => siteAt(origin))).map(({ origin }) => origin);
  assert.ok(!unfit.some((origin) => registered.includes(origin)));
  assert.equal(isRegistered("https://evil.com", registered), false);
  assert.equal(isRegistered("https://operator.example", registered), true);
});
