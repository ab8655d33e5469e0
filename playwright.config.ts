import { defineConfig, devices } from "@playwright/test";
import { configuration } from "./e2e/support/env.ts";

const env = configuration();
const uat = env.project === "uat";
const launchOptions = {
  ...(env.browser === undefined ? {} : { executablePath: env.browser }),
  // A browser that runs as root cannot start its own sandbox.
  args: ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update"],
};
const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, launchOptions };

/** Tests that need faults, made-up stock or the ledger: only our own sandbox provides them. */
const elsewhere = uat ? ["@sandbox-only", "@pictures"] : ["@outage", "@pictures"];
const without = (...tags: readonly string[]) => ({ grepInvert: new RegExp([...elsewhere, ...tags].join("|")) });
const pictures = { name: "pictures", grep: /@pictures/, use: { ...devices["Desktop Chrome"], launchOptions } };
/** Stops the service for all tests, so it runs after the other projects, one test at a time. */
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
  // The last one counts for the exit code of npm run e2e, which adds it to reporters of the command line too.
  reporter: [["list"], ["html", { open: "never" }], ["./tools/testing/playwright-count.ts"]],
  use: {
    ...(env.address !== undefined && { baseURL: env.address }),
    locale: "en-NZ",
    timezoneId: "Pacific/Auckland",
    // Pictures of every step would cost a third of the run's time; the trace has the pages in any case.
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
    // A test that ends the same on any screen runs on one; a long one that hardly differs runs here at full size alone.
    { name: "phone", use: phone, ...without("@once", ...(env.size === "gate" ? ["@phone-in-full"] : [])) },
    ...(uat ? [] : [outage]),
    ...(env.pictures === undefined ? [] : [pictures]),
  ],
});
