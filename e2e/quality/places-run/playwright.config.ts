import { defineConfig, devices } from "@playwright/test";
import { configuration, timeoutsOf } from "#e2e/support/target/env.ts";

const env = configuration();
const timeouts = timeoutsOf(env);

/** The configuration of a run of a few tests, which `places.spec.ts` starts and watches. */
export default defineConfig({
  testMatch: "*.run.ts",
  globalSetup: "../../support/global-setup.ts",
  fullyParallel: true,
  workers: 2,
  timeout: timeouts.test,
  expect: { timeout: timeouts.expect },
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    ...(env.address !== undefined && { baseURL: env.address }),
    launchOptions: { ...(env.browser !== undefined && { executablePath: env.browser }), args: ["--no-sandbox"] },
  },
  projects: [{ name: "desktop" }],
});
