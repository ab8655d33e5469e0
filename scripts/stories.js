import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environmentFor, inHouse, root } from "./house.js";
import { run } from "./run.js";
import { say } from "./say.js";

/** Ended well, the product failed, or the environment could not be used: whoever reads the code must know which. */
export const EXIT = { passed: 0, failed: 1, unusable: 2 };

/** Relative to the checkout: Playwright splits its reporters at commas, which a path may hold. */
const COUNTING = "./scripts/playwright-count.js";

const MAY_BE_SET = [
  "CI",
  "E2E_PICTURES",
  "E2E_SIZE",
  "E2E_WORKERS",
  "FOYER_RACE_SIZE",
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
];
/** Playwright's own variables, such as PWDEBUG and PLAYWRIGHT_HTML_OPEN, and those by which terminals steer programs. */
const OF_PLAYWRIGHT = /^(PW|PLAYWRIGHT_|DEBUG(_|$)|FORCE_COLOR$|NO_COLOR$)/;

/** What the stories are told about a sandbox of ours. */
export function toldAbout(addresses) {
  return {
    E2E_ADDRESS: addresses.storefront,
    E2E_PROJECT: "sandbox",
    E2E_SERVICE: addresses.service,
    E2E_CA: addresses.ca,
    E2E_SERVICE_USER: addresses.user,
    E2E_SERVICE_PASSWORD: addresses.password,
    E2E_PROCESSOR: addresses.processor,
    E2E_CONTROL: addresses.control,
    E2E_COOKIE_KEYS: addresses.cookieKeys,
    E2E_GOOD_CARD: addresses.goodCard,
    E2E_BAD_CARD: addresses.badCard,
    // So that the browser trusts nothing more than usual, and the suite's own calls trust our authority.
    NODE_EXTRA_CA_CERTS: addresses.ca,
  };
}

export function storyEnvironment(told) {
  const ofPlaywright = Object.keys(process.env).filter((name) => OF_PLAYWRIGHT.test(name));
  return environmentFor([...MAY_BE_SET, ...ofPlaywright], told);
}

/** Is it a test system? Answers the reason why it may not be written to, or nothing. */
export async function handshakeRefusal(node, env) {
  const { code, output } = await run(node, [inHouse("e2e", "handshake.ts")], { cwd: root, env });
  return code === 0 ? undefined : output.trim();
}

/**
 * Runs the browser tests in front of the user, and returns what our own reporter counted beside whatever reporters were
 * asked for, with Playwright's exit code.
 */
export async function tellStories(node, env, parameters = []) {
  const folder = mkdtempSync(join(tmpdir(), "foyer-count-"));
  const file = join(folder, "counts.json");
  const playwright = inHouse("node_modules", "@playwright", "test", "cli.js");
  const { code } = await run(node, [playwright, "test", ...withCounting(parameters)], {
    cwd: root,
    env: { ...env, E2E_COUNTS: file },
    stdio: "inherit",
  });
  const counts = read(file);
  rmSync(folder, { recursive: true, force: true });
  return { ...counts, failed: counts.failed || (code === 0 ? 0 : 1), code };
}

/**
 * Returns the exit code of these counts. A test system of somebody else's that went away in the middle says nothing about
 * the product: `askAgain` returns why it cannot be used now. It is left out for a sandbox of our own, where only the
 * product itself can go away.
 */
export async function exitCodeOf({ failed, code }, askAgain) {
  if (code === 0 && failed === 0) return EXIT.passed;
  const gone = await askAgain?.();
  if (gone) say(gone);
  return gone ? EXIT.unusable : EXIT.failed;
}

/** A reporter on the command line replaces those of playwright.config.ts, and ours with them: it is named there again. */
export function withCounting(parameters) {
  return parameters.map((parameter, at) => {
    if (parameter.startsWith("--reporter=") || parameters[at - 1] === "--reporter") return `${parameter},${COUNTING}`;
    return parameter;
  });
}

/** A story that passed only when it was told again counts as passed where that is allowed, and is shown by the report. */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
