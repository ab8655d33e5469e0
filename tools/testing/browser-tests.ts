import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { childEnvironment, type Variables } from "#tools/lib/child-environment.ts";
import { readJson } from "#tools/lib/json-file.ts";
import { fromRoot, root } from "#tools/lib/paths.ts";
import { run } from "#tools/lib/run.ts";
import { print } from "#tools/lib/terminal.ts";
import type { SandboxAddresses } from "#tools/sandbox/sandbox-types.ts";
import { matrixParameters, playwrightParameters, reporterVariables } from "./browser-test-reporters.ts";
import type { Counts } from "./count-reporter.ts";

/** Exit codes: all tests passed, a test failed, or the environment is unusable. */
export const EXIT = { passed: 0, failed: 1, unusable: 2 };

const RESULTS_FOLDER = "e2e-results";
const PLAYWRIGHT = fromRoot("node_modules", "@playwright", "test", "cli.js");

/** What a run of the browser tests returns. */
export type BrowserCounts = Counts & {
  /** The titles of tests that failed, and passed on a retry. */
  readonly flaky: readonly string[];
  /** Whether the target had trouble in every failed test. */
  readonly isExplained: boolean;
  /** The number of artefacts that were deleted because they contained a secret. */
  readonly leaks: number;
  /** Whether an engine of the run is installed. Without one every test is left out. */
  readonly hasEngine: boolean;
  /** Whether no test matched the parameters. */
  readonly foundNoTests?: boolean;
};

/** `nothingRan` is why no test ran. A run without a test counts as failed. */
type Run = BrowserCounts & { readonly code: number; readonly nothingRan?: string };

/**
 * The E2E_TIMEOUT_FACTOR of many tests at a time in one sandbox: each takes longer, and longer still on a slow machine. Only a failure
 * waits for a timeout.
 */
export const SANDBOX_TIMEOUT_FACTOR = "2";

const PASSED_ON = [
  "CI",
  "E2E_ENGINES",
  "E2E_LANGUAGE",
  "E2E_LEAVE_OUT",
  "E2E_PICTURES",
  "E2E_RESULTS",
  "E2E_SIZE",
  "E2E_TIMEOUT_FACTOR",
  "E2E_TITLES",
  "E2E_WORKERS",
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
  return {
    E2E_ADDRESS: addresses.storefront,
    E2E_SERVICE: addresses.service,
    E2E_CA: addresses.ca,
    E2E_SERVICE_USER: addresses.user,
    E2E_SERVICE_PASSWORD: addresses.password,
    // A sandbox lets pages of every port of this host embed it.
    E2E_EMBED_ORIGIN: "http://127.0.0.1",
    E2E_MAILBOX: addresses.mail,
    E2E_PROCESSOR: addresses.processor,
    E2E_CONTROL: addresses.control,
    E2E_COOKIE_KEYS: addresses.cookieKeys,
    E2E_GOOD_CARD: addresses.goodCard,
    E2E_BAD_CARD: addresses.badCard,
    // For calls of the tests themselves. The browser does not use it.
    NODE_EXTRA_CA_CERTS: addresses.ca,
  };
}

/** Returns the settings that a sandbox would give, for a matrix without a sandbox. They lead nowhere. */
export function settingsOfFutureSandbox(): Variables {
  const nowhere = "http://sandbox.invalid";
  const names = ["ADDRESS", "SERVICE", "EMBED_ORIGIN", "MAILBOX", "PROCESSOR", "CONTROL"].map((name) => [
    `E2E_${name}`,
    nowhere,
  ]);
  const texts = ["SERVICE_USER", "SERVICE_PASSWORD", "COOKIE_KEYS"].map((name) => [`E2E_${name}`, "-"]);
  return Object.fromEntries([...names, ...texts]);
}

/** Returns the environment of the browser tests: these variables, and what the caller may set. */
export function browserTestEnvironment(own: Variables): NodeJS.ProcessEnv {
  const ofPlaywright = Object.keys(process.env).filter((name) => OF_PLAYWRIGHT.test(name));
  return childEnvironment([...PASSED_ON, ...ofPlaywright], own);
}

/** Returns why the storefront must not be tested, or `undefined` when it is a test system. */
export async function handshakeRefusal(node: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { code, output } = await run(node, [fromRoot("e2e", "support", "target", "handshake.ts")], { cwd: root, env });
  return code === 0 ? undefined : output.trim();
}

/** Runs the browser tests in the foreground with the caller's reporters. Returns their counts and Playwright's exit code. */
export async function runBrowserTests(
  node: string,
  env: NodeJS.ProcessEnv,
  parameters: readonly string[] = [],
): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), "foyer-count-"));
  const file = join(folder, "counts.json");
  const variables = { ...reporterVariables(env.E2E_RESULTS ?? RESULTS_FOLDER), ...env, E2E_COUNTS: file };
  const { code } = await playwright(node, variables, playwrightParameters(parameters));
  const none: BrowserCounts = {
    passed: 0,
    failed: 0,
    skipped: 0,
    flaky: [],
    isExplained: false,
    leaks: 0,
    hasEngine: true,
  };
  const written = readJson<BrowserCounts>(file);
  rmSync(folder, { recursive: true, force: true });
  const counts = written ?? none;
  const result = { ...counts, failed: counts.failed || (code === 0 ? 0 : 1), code };
  if (counts.foundNoTests) return { ...result, nothingRan: counts.hasEngine ? NO_MATCH : NO_ENGINE };
  // Without counts Playwright refused its parameters or crashed. If it cannot list the tests either, it refused them.
  const isRefused = written === undefined && code !== 0 && !(await canList(node, variables, parameters));
  return isRefused ? { ...result, nothingRan: REFUSED } : result;
}

const NO_MATCH =
  "No test ran: none matches the files, --grep and --project of the command line. `npx playwright test --list` lists all.";
const NO_ENGINE = "No test ran: no engine of the chosen projects is installed.";
const REFUSED = "No test ran: Playwright refused its parameters. `npx playwright test --help` lists them.";

async function canList(node: string, env: NodeJS.ProcessEnv, parameters: readonly string[]): Promise<boolean> {
  const options = { cwd: root, env };
  const { code } = await run(node, [PLAYWRIGHT, "test", ...playwrightParameters(parameters), "--list"], options);
  return code === 0;
}

/** Prints which tests would run and which would be left out, and runs none. Returns Playwright's exit code. */
export async function printMatrix(
  node: string,
  env: NodeJS.ProcessEnv,
  parameters: readonly string[],
): Promise<number> {
  return (await playwright(node, env, matrixParameters(parameters))).code;
}

function playwright(node: string, env: NodeJS.ProcessEnv, parameters: readonly string[]) {
  // After Ctrl-C Playwright ends its tests, which release their places, and writes the reports.
  return run(node, [PLAYWRIGHT, "test", ...parameters], { cwd: root, env, stdio: "inherit", endsCleanly: true });
}

/** Returns the last line of a run: "58 passed, 0 failed", with the titles of flaky tests when there are some. */
export function lastLineOf({ passed, failed, flaky, nothingRan }: BrowserCounts & Pick<Run, "nothingRan">): string {
  const titles = flaky.length === 0 ? "" : `, ${flaky.length} flaky: ${flaky.join("; ")}`;
  return `${passed} passed, ${nothingRan === undefined ? failed : 0} failed${titles}`;
}

/**
 * Returns the exit code for these counts. After a failure `checkAgain` returns why a remote test system is unusable now,
 * if it is: then the environment failed, not the product. So it did when the target had trouble in every failed test.
 * A run without a test is no result. A secret in a report is a failure in any case. `checkAgain` is omitted for a sandbox, whose failure is the product's.
 */
export async function exitCodeOf(
  {
    failed,
    code,
    isExplained = false,
    leaks = 0,
    hasEngine = true,
    nothingRan,
  }: Pick<Run, "failed" | "code"> & Partial<Run>,
  checkAgain?: () => Promise<string | undefined>,
): Promise<number> {
  if (code === 0 && failed === 0) return hasEngine ? EXIT.passed : EXIT.unusable;
  if (nothingRan !== undefined && leaks === 0) return EXIT.unusable;
  if (checkAgain === undefined || leaks > 0) return EXIT.failed;
  const refusal = await checkAgain();
  if (refusal) print(refusal);
  return refusal || isExplained ? EXIT.unusable : EXIT.failed;
}
