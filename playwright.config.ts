import { join } from "node:path";
import { defineConfig, devices, type Project } from "@playwright/test";
import { configuration, isOwnSandbox, timeoutsOf } from "./e2e/support/target/env.ts";
import { contextOptions } from "./e2e/support/target/network.ts";
import { isTestCard } from "./e2e/support/target/target.ts";
import { newRun, runFolder } from "./e2e/tools/run-folder.ts";

// The workers of a run read this file too, and inherit the name.
process.env.E2E_RUN ??= newRun(new Date());
const env = configuration();
const own = isOwnSandbox(env);
const timeouts = timeoutsOf(env);
const results = runFolder(process.env.E2E_RUN);
const target = own || env.address === undefined ? "sandbox of the suite" : new URL(env.address).host;
const isList = process.argv.includes("--list");
// merge-reports makes one report of the blobs of all shards.
const isShard = process.argv.some((parameter) => parameter.startsWith("--shard"));
// A trace has every header, so none is kept of a run with a login. Its screenshots would show a foreign card.
const hasTrace = env.basicLogin === undefined && [env.goodCard, env.badCard].every(({ number }) => isTestCard(number));

const chromium = {
  launchOptions: {
    ...(env.browser === undefined ? {} : { executablePath: env.browser }),
    // Chromium's sandbox does not work for root. More than one renderer costs a tenth more processor time. Graphics keep a process of their
    // own: as a thread of the browser (--in-process-gpu) they set an environment variable while the main thread reads one, and the browser
    // ends in getenv with a segmentation fault, about once in two days of tests.
    args: [
      "--no-sandbox",
      "--disable-quic",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-gpu",
      "--renderer-process-limit=1",
    ],
  },
};
const onDesktop = { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 900 }, ...chromium };
const PHONE = { width: 390, height: 844 };

/** Tests of the first two tags have projects of their own. What a target cannot do is left out by the fixture `leaveOut`. */
const without = (...tags: readonly string[]) => ({
  grepInvert: new RegExp(["@outage", "@pictures", ...(env.size === "gate" ? ["@in-full"] : []), ...tags].join("|")),
});
// Tests that do not depend on the screen run on the desktop alone; @phone-in-full runs on the phone only at full size.
const onPhone = without("@once", ...(env.size === "gate" ? ["@phone-in-full"] : []));

// `npm test` runs these against its sandbox by address alone, and not again in the run that knows the sandbox.
const byAddressAlone = env.size === "gate" && own ? ["@elsewhere"] : [];

/** The desktop and the phone of each engine. Firefox has no emulation of a phone but its size and touch. */
const screens: readonly Project[] = [
  { name: "desktop", use: onDesktop, ...without(...byAddressAlone) },
  { name: "phone", use: { ...devices["Pixel 7"], viewport: PHONE, ...chromium }, ...onPhone },
  { name: "firefox", use: { ...devices["Desktop Firefox"], viewport: onDesktop.viewport }, ...without() },
  { name: "firefox-phone", use: { ...devices["Desktop Firefox"], viewport: PHONE, hasTouch: true }, ...onPhone },
  { name: "webkit", use: { ...devices["Desktop Safari"], viewport: onDesktop.viewport }, ...without() },
  { name: "webkit-phone", use: { ...devices["iPhone 14"], viewport: PHONE }, ...onPhone },
];

const ofTag = (name: string): Project => ({
  name,
  grep: new RegExp(`@${name}`),
  use: { ...devices["Desktop Chrome"], ...chromium },
});

const pictures = ofTag("pictures");
/** A phone first: what opens by itself on a wide screen stays open on a narrow one. */
const FOR_PICTURES = {
  viewport: PHONE,
  deviceScaleFactor: 1.5,
  contextOptions: { reducedMotion: "reduce" },
  trace: "off",
} as const;

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  globalSetup: join(import.meta.dirname, "e2e", "support", "global-setup.ts"),
  outputDir: join(results, "tests"),
  fullyParallel: true,
  forbidOnly: true,
  retries: own ? 0 : 1,
  workers: 2,
  timeout: timeouts.test,
  expect: { timeout: timeouts.expect },
  reporter: isList
    ? "list"
    : [
        ["list"],
        ["html", { open: "never", outputFolder: join(results, "report"), title: `Foyer · ${target}` }],
        // Readers of such a file keep the first of equal names, so a failure on a phone would be lost.
        ["junit", { outputFile: join(results, "junit.xml"), includeProjectInTestName: true }],
        ...(isShard ? [["blob", { outputDir: join(results, "blob") }] as const] : []),
        [join(import.meta.dirname, "e2e", "support", "reporter.ts")],
      ],
  use: {
    ...(env.address !== undefined && { baseURL: env.address }),
    ...contextOptions(env),
    locale: "en-NZ",
    timezoneId: "Pacific/Auckland",
    // A trace takes a tenth of the browser's processor time, snapshots of the DOM a sixth of a run's time and screenshots of every step a
    // third: `npm test` records none, and `npm run e2e` repeats a failed test with a trace.
    trace: { mode: hasTrace && env.size === "full" ? "retain-on-failure" : "off", screenshots: !own },
    video: "off",
  },
  projects: [
    ...screens,
    // Runs serially, after the others: it stops the service for everything.
    { ...ofTag("outage"), workers: 1, dependencies: ["desktop", "phone"] },
    // Runs serially: some of its tests stop the service.
    { ...pictures, workers: 1, use: { ...pictures.use, ...FOR_PICTURES } },
  ],
});
