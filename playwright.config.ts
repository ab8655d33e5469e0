import { defineConfig, devices } from "@playwright/test";
import { contextOptions } from "./e2e/support/target/browser-network.ts";
import { configuration, isOwnSandbox } from "./e2e/support/target/env.ts";
import { timeoutsOf } from "./e2e/support/target/timeouts.ts";

const env = configuration();
const own = isOwnSandbox(env);
const timeouts = timeoutsOf(env);
const launchOptions = {
  ...(env.browser === undefined ? {} : { executablePath: env.browser }),
  // Chromium's sandbox does not work for root.
  args: ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update"],
};
const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, launchOptions };

/** Tests of these tags have projects of their own. What a target cannot do is left out by the fixture `leaveOut`. */
const without = (...tags: readonly string[]) => ({
  grepInvert: new RegExp(["@outage", "@pictures", ...tags].join("|")),
});
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
  globalSetup: "./e2e/support/target/handshake.ts",
  fullyParallel: true,
  forbidOnly: true,
  retries: own ? 0 : 1,
  workers: env.workers,
  timeout: timeouts.test,
  expect: { timeout: timeouts.expect },
  // The count reporter gives npm run e2e its exit code. It is also appended to reporters of the command line.
  reporter: [["list"], ["html", { open: "never" }], ["./tools/testing/playwright-count.ts"]],
  use: {
    ...(env.address !== undefined && { baseURL: env.address }),
    ...contextOptions(env),
    locale: "en-NZ",
    timezoneId: "Pacific/Auckland",
    // Screenshots of every step take a third of the run's time, and the trace has the DOM snapshots.
    trace: { mode: "retain-on-failure", snapshots: true, screenshots: !own },
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
    outage,
    ...(env.pictures === undefined ? [] : [pictures]),
  ],
});
