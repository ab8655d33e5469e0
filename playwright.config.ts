import { join, resolve } from "node:path";
import { defineConfig, devices, type Project } from "@playwright/test";
import { contextOptions } from "./e2e/support/target/browser-network.ts";
import { areOnTestList } from "./e2e/support/target/cards.ts";
import { type EngineName, enginesOf } from "./e2e/support/target/engines.ts";
import { configuration, isOwnSandbox } from "./e2e/support/target/env.ts";
import { timeoutsOf } from "./e2e/support/target/timeouts.ts";

const env = configuration();
const own = isOwnSandbox(env);
const timeouts = timeoutsOf(env);
const results = resolve(import.meta.dirname, env.results);
// merge-reports makes one report of the blobs of all shards.
const isShard = process.argv.some((parameter) => parameter.startsWith("--shard"));
const reporterOf = (name: string) => join(import.meta.dirname, "e2e", "reports", `${name}-reporter.ts`);

// Names the target in the HTML report. The reporters of a command line have no options, so the variable is the only way.
const target = env.address === undefined ? "no target" : new URL(env.address).host;
process.env.PLAYWRIGHT_HTML_TITLE ??= `Foyer · ${own ? "sandbox of the suite" : target}`;

const chromium = {
  launchOptions: {
    ...(env.browser === undefined ? {} : { executablePath: env.browser }),
    // Chromium's sandbox does not work for root.
    args: ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update"],
  },
};
const onDesktop = { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 900 }, ...chromium };
const PHONE = { width: 390, height: 844 };

/** The desktop and the phone of each engine. Firefox has no emulation of a phone but its size and touch. */
const SCREENS: Readonly<Record<EngineName, readonly Project[]>> = {
  chromium: [
    { name: "desktop", use: onDesktop },
    { name: "phone", use: { ...devices["Pixel 7"], viewport: PHONE, ...chromium } },
  ],
  firefox: [
    { name: "firefox", use: { ...devices["Desktop Firefox"], viewport: onDesktop.viewport } },
    { name: "firefox-phone", use: { ...devices["Desktop Firefox"], viewport: PHONE, hasTouch: true } },
  ],
  webkit: [
    { name: "webkit", use: { ...devices["Desktop Safari"], viewport: onDesktop.viewport } },
    { name: "webkit-phone", use: { ...devices["iPhone 14"], viewport: PHONE } },
  ],
};

/** Tests of these tags have projects of their own. What a target cannot do is left out by the fixture `leaveOut`. */
const without = (...tags: readonly string[]) => ({
  grepInvert: new RegExp(["@outage", "@pictures", ...tags].join("|")),
});
// Tests that do not depend on the screen run on the desktop alone; @phone-in-full runs on the phone only at full size.
const onPhone = without("@once", ...(env.size === "gate" ? ["@phone-in-full"] : []));

const engines = enginesOf(env);
const hasEngine = engines.some(({ missing }) => missing === undefined);
const NOTHING = /(?!)/;
const screens = engines.flatMap((engine) =>
  SCREENS[engine.engine].map((screen, at) => ({
    ...screen,
    ...(at === 0 ? without() : onPhone),
    // The reports name an engine that is not installed once. Where no engine is, its tests are left out one by one.
    ...(hasEngine && engine.missing !== undefined ? { grep: NOTHING } : {}),
    metadata: { engine },
  })),
);
/** Projects for a tag, in Chromium alone. These run serially, after the others: they stop the service for everything. */
const ofChromium = (name: string): Project => ({
  name,
  grep: new RegExp(`@${name}`),
  use: { ...devices["Desktop Chrome"], ...chromium },
  metadata: { engine: engines.find(({ engine }) => engine === "chromium") },
});
const outage = { ...ofChromium("outage"), workers: 1, dependencies: screens.map(({ name }) => name ?? "") };

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: join(import.meta.dirname, "e2e", "support", "global-setup.ts"),
  // Playwright empties this folder at the start of a run.
  outputDir: join(results, "tests"),
  fullyParallel: true,
  forbidOnly: true,
  retries: own ? 0 : 1,
  workers: env.workers,
  timeout: timeouts.test,
  expect: { timeout: timeouts.expect },
  // npm run e2e adds the same to the reporters of its command line.
  reporter: [
    [reporterOf("mask")],
    ["list"],
    ["html", { open: "never", outputFolder: join(results, "report") }],
    ...(isShard ? [["blob", { outputDir: join(results, "blob") }] as const] : []),
    [reporterOf("results")],
  ],
  use: {
    ...(env.address !== undefined && { baseURL: env.address }),
    ...contextOptions(env),
    locale: "en-NZ",
    timezoneId: "Pacific/Auckland",
    // Screenshots of every step take a third of a run's time, and snapshots of the DOM a sixth: `npm test` has neither,
    // and `npm run e2e` repeats a failed test with snapshots. A picture of a card that is not on the test list could not be
    // masked.
    trace: { mode: "retain-on-failure", snapshots: env.size === "full", screenshots: !own && areOnTestList(env) },
    video: "off",
  },
  projects: [
    ...screens,
    ...(screens.some(({ name }) => name === "desktop") ? [outage] : []),
    ...(env.pictures === undefined ? [] : [ofChromium("pictures")]),
  ],
});
