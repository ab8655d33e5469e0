import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import { inAnotherProcess } from "#e2e/tools/another-process.ts";
import { answers, startFixtureService } from "#e2e/tools/fixture-service.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { currentBrand, currentSeller, sitesAreRead } from "#lib/catalogue/seller.ts";
import { siteOrigins } from "#lib/runtime/site-origins.ts";

const service = await startFixtureService();
after(service.close);
const data = applySettingsInFolder({
  TICKETING_URL: service.url,
  TICKETING_CA: service.ca,
  BRAND_NAME: "Southerly",
  BRAND_COLOUR: "teal",
  SUPPORT_EMAIL: "shop@southerly.example",
  TERMS_URL: "https://shop.example/terms",
});
mock.method(process.stdout, "write", () => true);

const SETTINGS = { name: "Southerly", email: "shop@southerly.example", termsUrl: "https://shop.example/terms" };

test("uses the settings while the service is down, then the account's data, field by field", async () => {
  service.behave(answers({}, 503));
  assert.deepEqual(await currentSeller(0), SETTINGS);
  service.behave(
    answers({
      id: 1,
      name: "Southerly Arts",
      legalName: "Southerly Presents Ltd",
      supportEmail: null,
      termsUrl: "http://plain.example",
      privacyUrl: "javascript:alert(1)",
      refundPolicyUrl: "https://southerly.example/refunds",
    }),
  );
  await currentSeller(1_000);
  assert.equal(service.received.length, 0, "a failed read is not repeated by the next page");

  await currentSeller(5_000);
  const account = { name: "Southerly Presents Ltd", refundPolicyUrl: "https://southerly.example/refunds" };
  await eventually(async () => assert.deepEqual(await currentSeller(5_001), { ...SETTINGS, ...account }));
  assert.equal(service.received.length, 1);
  assert.deepEqual(currentBrand(5_002), { name: "Southerly", colour: "teal" }, "a name of the operator stays");

  service.behave(answers({}, 503));
  await Promise.all([currentSeller(70_000), currentSeller(70_000)]);
  await eventually(async () => assert.ok(service.received.length > 0));
  assert.deepEqual(await currentSeller(70_001), { ...SETTINGS, ...account }, "the last answer outlives an outage");
});

test("the sites of the account may frame its embeds, without what is no origin, also while the service is down", async () => {
  const embedOrigins = ["https://longlight.example", "http://127.0.0.1:8080", "https://a.example; script-src *", 7];
  service.behave(answers({ id: 1, embedOrigins }));
  await sitesAreRead(140_000);
  await eventually(async () => assert.deepEqual(siteOrigins(), ["https://longlight.example", "http://127.0.0.1:8080"]));
  service.behave(answers({}, 503));
  await sitesAreRead(210_000);
  await eventually(async () => assert.ok(service.received.length > 0));
  assert.equal(siteOrigins().length, 2);
});

test("a restarted shop has the sites of the last answer until its service answers, and none of another account", async () => {
  service.behave(answers({ id: 1, embedOrigins: ["https://longlight.example"] }));
  await sitesAreRead(280_000);
  await eventually(async () => assert.deepEqual(siteOrigins(), ["https://longlight.example"]));
  // The last line: those before are of the log.
  const afterRestart = (settings: Readonly<Record<string, string>>) =>
    inAnotherProcess(
      `import { sitesAreRead } from "#lib/catalogue/seller.ts";
      import { siteOrigins } from "#lib/runtime/site-origins.ts";
      await sitesAreRead();
      console.log(JSON.stringify(siteOrigins()));`,
      { FOYER_DATA: data, TICKETING_URL: "https://localhost:1/v2", ...settings },
    )
      .split("\n")
      .at(-1);
  assert.equal(afterRestart({}), '["https://longlight.example"]');
  assert.equal(afterRestart({ TICKETING_ACCOUNT: "2" }), "[]");
});

async function eventually(check: () => Promise<void>): Promise<void> {
  const deadline = AbortSignal.timeout(5_000);
  for (;;) {
    try {
      return await check();
    } catch (fault) {
      if (deadline.aborted) throw fault;
      await new Promise(setImmediate);
    }
  }
}
