import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { childEnvironment, type Variables } from "#tools/lib/child-environment.ts";
import { readJson } from "#tools/lib/json-file.ts";
import { fromRoot, root } from "#tools/lib/paths.ts";
import { run } from "#tools/lib/run.ts";
import { print } from "#tools/lib/terminal.ts";
import type { SandboxAddresses } from "#tools/sandbox/sandbox-types.ts";
import type { Counts } from "./count-reporter.ts";

/** Exit codes: all tests passed, a test failed, or the environment is unusable. */
export const EXIT = { passed: 0, failed: 1, unusable: 2 };

/** Relative to the checkout, since Playwright splits reporters at commas, which an absolute path may contain. */
const COUNT_REPORTER = "./tools/testing/playwright-count.ts";

const PASSED_ON = [
  "CI",
  "E2E_ENGINES",
  "E2E_LANGUAGE",
  "E2E_LEAVE_OUT",
  "E2E_PICTURES",
  "E2E_SIZE",
  "E2E_WORKERS",
  "FOYER_RACE_SIZE",
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
    E2E_PROCESSOR: addresses.processor,
    E2E_CONTROL: addresses.control,
    E2E_COOKIE_KEYS: addresses.cookieKeys,
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
  const { code, output } = await run(node, [fromRoot("e2e", "support", "target", "handshake.ts")], { cwd: root, env });
  return code === 0 ? undefined : output.trim();
}

/**
 * Runs the browser tests in the foreground with the caller's reporters. Returns the counts of the count reporter and
 * Playwright's exit code. A test that passes on a retry counts as passed.
 */
export async function runBrowserTests(
  node: string,
  env: NodeJS.ProcessEnv,
  parameters: readonly string[] = [],
): Promise<Counts & { readonly code: number }> {
  const folder = mkdtempSync(join(tmpdir(), "foyer-count-"));
  const file = join(folder, "counts.json");
  const playwright = fromRoot("node_modules", "@playwright", "test", "cli.js");
  const { code } = await run(node, [playwright, "test", ...withCountReporter(parameters)], {
    cwd: root,
    env: { ...env, E2E_COUNTS: file },
    stdio: "inherit",
  });
  const counts = readJson<Counts>(file) ?? { passed: 0, failed: 0, skipped: 0 };
  rmSync(folder, { recursive: true, force: true });
  return { ...counts, failed: counts.failed || (code === 0 ? 0 : 1), code };
}

/**
 * Returns the exit code for these counts. After a failure `checkAgain` returns why a remote test system is unusable now,
 * if it is: then the environment failed, not the product. It is omitted for a sandbox, whose failure is the product's.
 */
export async function exitCodeOf(
  { failed, code }: { readonly failed: number; readonly code: number },
  checkAgain?: () => Promise<string | undefined>,
): Promise<number> {
  if (code === 0 && failed === 0) return EXIT.passed;
  const refusal = await checkAgain?.();
  if (refusal) print(refusal);
  return refusal ? EXIT.unusable : EXIT.failed;
}

/** Appends the count reporter to the reporters of the command line, which replace those of playwright.config.ts. */
export function withCountReporter(parameters: readonly string[]): readonly string[] {
  return parameters.map((parameter, at) => {
    if (parameter.startsWith("--reporter=") || parameters[at - 1] === "--reporter")
      return `${parameter},${COUNT_REPORTER}`;
    return parameter;
  });
}
