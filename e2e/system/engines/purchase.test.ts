import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventOnSale } from "#e2e/tools/purchase.ts";
import { onSignal } from "#scripts/lib/signals.ts";
import { BAD_CARD, GOOD_CARD, type SandboxAddresses } from "#scripts/sandbox/addresses.ts";
import { openTestSandbox } from "#scripts/sandbox/test-sandbox.ts";
import { howToInstall, missingPrograms } from "#scripts/testing/edge.ts";
import { type Engine, until } from "./engine.ts";
import { startFirefox } from "./firefox.ts";
import { startWebKit } from "./webkit.ts";

const missing = missingPrograms(["firefox-esr", "WebKitWebDriver", "Xvfb"]);
assert.deepEqual(missing, [], howToInstall(missing));

const sandbox = await openTestSandbox(process.execPath, onSignal(), { forTests: false });
let addresses: SandboxAddresses;
before(async () => {
  ({ addresses } = await sandbox.bringUp());
});
after(sandbox.close);

const button = (name: string) =>
  `[...document.querySelectorAll("main button")].find((one) => one.innerText.trim().startsWith(${JSON.stringify(name)}))`;
const MORE = 'document.querySelector(\'main button[aria-label^="One more "]:not([aria-disabled="true"])\')';
/** A button works once React knows it. */
const isHydrated = (element: string) => `Object.keys(${element} ?? {}).some((key) => key.startsWith("__reactProps$"))`;
const field = (label: string) =>
  `[...document.querySelectorAll("label")].find((one) => one.innerText.trim().startsWith(${JSON.stringify(label)}))?.control`;
const endsWith = (path: string) => `location.pathname.endsWith(${JSON.stringify(path)})`;

const DECLINED = "You have not been charged.";

/** Buys one ticket as a visitor: the bad card is declined, then the good one pays for the same reservation. */
async function buyWithBothCards(engine: Engine): Promise<void> {
  const shop = { origin: addresses.storefront, ca: addresses.ca, network: "127.0.0.1" };
  await engine.open(new URL(await eventOnSale(shop), addresses.storefront).href);
  await until(engine, isHydrated(MORE));
  await engine.click(MORE);
  await until(
    engine,
    "[...document.querySelectorAll('main input[name^=\"qty.\"]')].some(({ value }) => value === '1')",
  );
  await engine.click(button("Continue"));

  await until(engine, `${endsWith("/checkout")} && ${isHydrated(button("Go to payment"))}`);
  const buyer = { "First name": "Ada", "Last name": "Lovelace", Email: "ada@example.com" };
  for (const [label, text] of Object.entries(buyer)) await engine.type(field(label), text);
  await engine.click(button("Go to payment"));

  await until(engine, `${endsWith("/checkout/pay")} && ${isHydrated(button("Pay NZ$"))}`);
  const card = { "Card number": BAD_CARD, Expiry: "12 / 34", "Security code": "123", "Name on card": "Ada Lovelace" };
  for (const [label, text] of Object.entries(card)) await engine.type(field(label), text);
  await engine.click(button("Pay NZ$"));
  await until(engine, `document.querySelector("main [role=alert]")?.innerText.includes(${JSON.stringify(DECLINED)})`);
  assert.equal(await engine.read(endsWith("/checkout/pay")), true);

  await engine.read(`${field("Card number")}.select()`);
  await engine.type(field("Card number"), GOOD_CARD);
  await engine.type(field("Security code"), "123");
  await engine.click(button("Pay NZ$"));
  await until(engine, 'location.pathname.startsWith("/en/sales/") && document.querySelector("main h1")');
  await until(engine, 'document.body.innerText.includes("Paid NZ$")');
  await until(engine, "document.querySelector('main [role=img][aria-label^=\"QR code of ticket 1\"]')");
}

for (const [name, start] of [
  ["Firefox", startFirefox],
  ["WebKitGTK", startWebKit],
] as const)
  test(`in ${name} the bad card is declined, and the good card pays for the same reservation`, async () => {
    const engine = await start();
    try {
      await buyWithBothCards(engine);
    } finally {
      await engine.close();
    }
  });
