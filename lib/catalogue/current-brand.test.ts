import assert from "node:assert/strict";
import { after, test } from "node:test";
import { answers, startFixtureService } from "#e2e/tools/fixture-service.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { currentBrand } from "#lib/catalogue/seller.ts";
import { markChanged } from "#lib/runtime/catalogue-changes.ts";

const service = await startFixtureService();
after(service.close);
applySettingsInFolder({ TICKETING_URL: service.url, TICKETING_CA: service.ca, BRAND_COLOUR: "teal" });

const accountWith = (name: string, colour: string) => answers({ id: 1, name, brand: { colour } });
let changes = 0;
const change = () => markChanged("everything", ++changes);

test("the account's name and colour replace the settings', at once after a change", async () => {
  service.behave(accountWith("Southerly", "#ffe600"));
  change();
  assert.deepEqual(await currentBrand(), { name: "Southerly", colour: "#ffe600" });
  service.behave(accountWith("Northerly", "#000000"));
  assert.deepEqual(currentBrand(), { name: "Southerly", colour: "#ffe600" }, "without a change no page waits");
  change();
  assert.deepEqual(await currentBrand(), { name: "Northerly", colour: "#000000" });
});

test("what the account leaves empty, or what cannot be read, is that of the settings", async () => {
  service.behave(accountWith(" ", "red;}body{display:none"));
  change();
  assert.deepEqual(await currentBrand(), { name: "Foyer", colour: "teal" });
  service.behave(answers({ id: 1 }));
  change();
  assert.deepEqual(await currentBrand(), { name: "Foyer", colour: "teal" });
});

test("an answer from before a change is not kept", async () => {
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  service.behave((...call) => void answered.then(() => accountWith("Before", "#111111")(...call)));
  change();
  const page = currentBrand();
  change();
  resolve();
  await page;
  service.behave(accountWith("After", "#222222"));
  assert.deepEqual(await currentBrand(), { name: "After", colour: "#222222" });
});
