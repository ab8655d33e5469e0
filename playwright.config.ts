import { defineConfig, devices } from "@playwright/test";
import { configuration } from "./e2e/support/env.ts";

const env = configuration();
const uat = env.project === "uat";
const launchOptions = {
  ...(env.browser === undefined ? {} : { executablePath: env.browser }),
  // Chromium's sandbox does not work for root.
  args: ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update"],
};
const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, launchOptions };

/** Tags that a project skips. Faults, test events and the ledger exist only in the sandbox. */
const skipped = uat ? ["@sandbox-only", "@pictures"] : ["@outage", "@pictures"];
const without = (...tags: readonly string[]) => ({ grepInvert: new RegExp([...skipped, ...tags].join("|")) });
const pictures = { name: "pictures", grep: /@pictures/, use: { ...devices["Desktop Chrome"], launchOptions } };
/** These tests stop the service for everything, so they run serially, after the other projects. */
const outage = {
  name: "outage",
  grep: /@outage/,
  workers: 1,
  dependencies: ["desktop", "phone"],
  use: { ...devices["Desktop Chrome"], launchOptions },
};

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: "./e2e/support/handshake.ts",
  fullyParallel: true,
  forbidOnly: true,
  retries: uat ? 1 : 0,
  workers: uat ? 2 : env.workers,
  timeout: uat ? 120_000 : 60_000,
  expect: { timeout: uat ? 20_000 : 10_000 },
  // The count reporter gives npm run e2e its exit code. It is also appended to reporters of the command line.
  reporter: [["list"], ["html", { open: "never" }], ["./tools/testing/playwright-count.ts"]],
  use: {
    ...(env.address !== undefined && { baseURL: env.address }),
    locale: "en-NZ",
    timezoneId: "Pacific/Auckland",
    // Screenshots of every step take a third of the run's time, and the trace has the DOM snapshots.
    trace: { mode: "retain-on-failure", snapshots: true, screenshots: uat },
    video: "off",
    launchOptions,
  },
  projects: [
    {
      name: "desktop",
      use: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 900 }, launchOptions },
      ...without(),
    },
    // Tests that do not depend on the screen run on the desktop alone; @phone-in-full run here only at full size.
    { name: "phone", use: phone, ...without("@once", ...(env.size === "gate" ? ["@phone-in-full"] : [])) },
    ...(uat ? [] : [outage]),
    ...(env.pictures === undefined ? [] : [pictures]),
  ],
});
