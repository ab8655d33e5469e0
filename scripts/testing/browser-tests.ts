import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromRoot, readJson, root } from "#scripts/lib/files.ts";
import { childEnvironment, run, type Variables } from "#scripts/lib/run.ts";
import { print } from "#scripts/lib/terminal.ts";
import type { SandboxAddresses } from "#scripts/sandbox/addresses.ts";

/** Exit codes: all tests passed, a test failed, or the environment is unusable. */
export const EXIT = { passed: 0, failed: 1, unusable: 2 };

const PLAYWRIGHT = fromRoot("node_modules", "@playwright", "test", "cli.js");
/** Relative to the checkout, since Playwright splits reporters at commas, which an absolute path may contain. */
const REPORTER = "./e2e/support/reporter.ts";

/** What e2e/support/reporter.ts writes. */
type Counts = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The engines in which no test could run, since they are not installed. */
  readonly missingEngines: readonly string[];
  readonly flaky: readonly string[];
  /** Whether the target had trouble in every failed test. */
  readonly isExplained: boolean;
  /** The number of reports and traces that contained a secret. */
  readonly leaks: number;
};

/** What a run of the browser tests returns. */
type BrowserRun = Counts & { readonly code: number };

/**
 * The E2E_TIMEOUT_FACTOR of many tests at a time in one sandbox: each takes longer, and longer still on a slow machine. Only a failure
 * waits for a timeout.
 */
export const SANDBOX_TIMEOUT_FACTOR = "2";

const PASSED_ON = [
  "CI",
  "E2E_LANGUAGE",
  "E2E_RUN",
  "E2E_SIZE",
  "E2E_TIMEOUT_FACTOR",
  "FOYER_RACE_SIZE",
  "FOYER_SEED",
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
];
/** Playwright's own variables, such as PWDEBUG and PLAYWRIGHT_HTML_OPEN, and those for colours in terminals. */
const OF_PLAYWRIGHT = /^(PW|PLAYWRIGHT_|DEBUG(_|$)|FORCE_COLOR$|NO_COLOR$)/;

/** Returns the settings of the browser tests for a sandbox. */
export function sandboxVariables(addresses: SandboxAddresses): Variables {
  const { control, processor, cookieKeys } = addresses;
  return {
    E2E_ADDRESS: addresses.storefront,
    E2E_SERVICE: addresses.service,
    E2E_CA: addresses.ca,
    E2E_SERVICE_LOGIN: `${addresses.user}:${addresses.password}`,
    // A sandbox lets pages of every port of this host embed it.
    E2E_EMBED_ORIGIN: "http://127.0.0.1",
    E2E_MAILBOX: addresses.mail,
    E2E_SANDBOX: JSON.stringify({ control, processor, cookieKeys }),
    E2E_GOOD_CARD: addresses.goodCard,
    E2E_BAD_CARD: addresses.badCard,
    // For calls of the tests themselves. The browser does not use it.
    NODE_EXTRA_CA_CERTS: addresses.ca,
  };
}

/** Returns the environment of the browser tests: these variables, and what the caller may set. */
export function browserTestEnvironment(own: Variables): NodeJS.ProcessEnv {
  const ofPlaywright = Object.keys(process.env).filter((name) => OF_PLAYWRIGHT.test(name));
  return childEnvironment([...PASSED_ON, ...ofPlaywright], own);
}

/** Returns why the storefront must not be tested, or `undefined` when it is a test system. */
export async function handshakeRefusal(node: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { code, output } = await run(node, [fromRoot("e2e", "support", "target", "target.ts")], { cwd: root, env });
  return code === 0 ? undefined : output.trim();
}

/** Runs the browser tests in the foreground. Returns their counts and Playwright's exit code. */
export async function runBrowserTests(
  node: string,
  env: NodeJS.ProcessEnv,
  parameters: readonly string[] = [],
): Promise<BrowserRun> {
  const folder = mkdtempSync(join(tmpdir(), "foyer-counts-"));
  const file = join(folder, "counts.json");
  // After Ctrl-C Playwright ends its tests, which release their places, and writes the reports.
  const options = { cwd: root, env: { ...env, E2E_COUNTS: file }, stdio: "inherit", endsCleanly: true } as const;
  const { code } = await run(node, [PLAYWRIGHT, "test", ...playwrightParameters(parameters, env)], options);
  const none: Counts = {
    passed: 0,
    failed: 0,
    skipped: 0,
    missingEngines: [],
    flaky: [],
    isExplained: false,
    leaks: 0,
  };
  const counts = readJson<Counts>(file) ?? none;
  rmSync(folder, { recursive: true, force: true });
  return { ...counts, failed: counts.failed || (code === 0 ? 0 : 1), code };
}

/** An engine in which no test ran makes the run unusable, and one that is missing an error of the doctor. */
export const STRICT = "--strict";

/** Runs the browser tests and prints their counts. Returns the exit code; `checkAgain` is that of `exitCodeOf`. */
export async function runAndReport(
  node: string,
  env: NodeJS.ProcessEnv,
  parameters: readonly string[],
  checkAgain?: () => Promise<string | undefined>,
): Promise<number> {
  const ofPlaywright = parameters.filter((parameter) => parameter !== STRICT);
  const counts = await runBrowserTests(node, env, ofPlaywright);
  const notRun = parameters.includes(STRICT) ? counts.missingEngines.join(" ") : "";
  const exitCode = (await exitCodeOf(counts, checkAgain)) || (notRun === "" ? EXIT.passed : EXIT.unusable);
  if (notRun !== "") print(`${STRICT}: ${notRun} did not run. Install it: npx playwright install ${notRun}`);
  if (counts.skipped > 0) print(`${counts.skipped} skipped; skipped tests do not count as passed.`);
  print(lastLineOf(counts));
  return exitCode;
}

/**
 * Returns the parameters for Playwright. Reporters of the command line replace those of playwright.config.ts, so the
 * suite's own is added. A sandbox of the suite's own runs in Chromium unless the parameters name projects.
 */
function playwrightParameters(parameters: readonly string[], env: NodeJS.ProcessEnv): readonly string[] {
  const isChosen = parameters.some((parameter) => /^--(project|config)\b/.test(parameter));
  const isOwnSandbox = env.E2E_SANDBOX !== undefined || env.E2E_ADDRESS === undefined;
  const projects = isOwnSandbox && !isChosen ? ["desktop", "phone", "outage"] : [];
  const withOwn = parameters.map((parameter, at) =>
    parameter.startsWith("--reporter=") || parameters[at - 1] === "--reporter" ? `${parameter},${REPORTER}` : parameter,
  );
  return [...withOwn, ...projects.map((name) => `--project=${name}`)];
}

/** Returns the last line of a run: "58 passed, 0 failed", with the titles of flaky tests when there are some. */
function lastLineOf({ passed, failed, flaky }: BrowserRun): string {
  const titles = flaky.length === 0 ? "" : `, ${flaky.length} flaky: ${flaky.join("; ")}`;
  return `${passed} passed, ${failed} failed${titles}`;
}

/**
 * Returns the exit code for these counts. After a failure `checkAgain` returns why a remote test system is unusable now,
 * if it is: then the environment failed, not the product. So it did when the target had trouble in every failed test. A
 * run that left every test out is no result. `checkAgain` is omitted for a sandbox, whose failure is the product's.
 */
async function exitCodeOf(
  { passed, failed, skipped, leaks, isExplained }: BrowserRun,
  checkAgain?: () => Promise<string | undefined>,
): Promise<number> {
  if (failed === 0) return passed === 0 && skipped > 0 ? EXIT.unusable : EXIT.passed;
  if (checkAgain === undefined || leaks > 0) return EXIT.failed;
  const refusal = await checkAgain();
  if (refusal) print(refusal);
  return refusal || isExplained ? EXIT.unusable : EXIT.failed;
}
