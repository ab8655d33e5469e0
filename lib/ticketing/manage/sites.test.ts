import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import {
  createSite,
  getSite,
  listAccountSites,
  removeSite,
  saveSite,
  siteValuesOf,
} from "#lib/ticketing/manage/sites.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, TICKETING_ACCOUNT: "1" });

const MANAGER = new PromoterCredential("manager", "secret");
const SITE = {
  id: 7,
  version: 2,
  origin: "https://longlight.example",
  returnPrefix: "/thanks",
  created: "2026-11-01T10:00:00Z",
  tickets: 212,
};

const sent = () =>
  service.received.map(({ method, path, body }) => [`${method} ${path.slice(3)}`, JSON.parse(body || "{}")]);

test("reads sites, and none from a service without them", async () => {
  service.behave(fixture.answers({ sites: [SITE, { id: 8, origin: "https://b.example" }, { id: "no id" }] }));
  const sites = await listAccountSites(MANAGER, 1);
  assert.deepEqual(
    sites?.map(({ origin, tickets }) => [origin, tickets]),
    [
      ["https://longlight.example", 212],
      ["https://b.example", 0],
    ],
  );
  service.behave(fixture.answers({ ...SITE, returnPrefix: null }));
  const site = await getSite(MANAGER, 7);
  assert.deepEqual(site && siteValuesOf(site), { returnPrefix: "", version: "2" });
  service.behave(fixture.answers({}, 405));
  assert.equal(await listAccountSites(MANAGER, 1), undefined);
});

test("registers the origin of a typed address; a refusal is at its field", async () => {
  service.behave(fixture.answers({ successful: true, id: 9 }));
  const saved = await createSite(MANAGER, 1, { origin: "blog.example/tonight" });
  assert.deepEqual(saved, { result: "saved", id: 9 });
  assert.deepEqual(sent(), [["POST /account/1/sites", { origin: "https://blog.example" }]]);

  const errors = [{ path: "origin", code: "RANGE", reason: "origin_unfit" }];
  service.behave(fixture.answers({ successful: false, errors }, 400));
  assert.deepEqual(await createSite(MANAGER, 1, { origin: "no address" }), { result: "refused", errors });
  assert.deepEqual(sent().at(-1)?.[1], { origin: "no address" });
});

test("changes where buyers come back to, with the version that was read, and removes a site", async () => {
  service.behave(fixture.answers({ successful: true }));
  const opened = { returnPrefix: "/thanks", version: "2" };
  await saveSite(MANAGER, { id: 7, opened, values: { returnPrefix: "" } });
  await saveSite(MANAGER, { id: 7, opened, values: { returnPrefix: "/thanks" } });
  await removeSite(MANAGER, 7);
  assert.deepEqual(sent(), [
    ["PUT /site/7", { returnPrefix: null, version: 2 }],
    ["DELETE /site/7", {}],
  ]);
});
