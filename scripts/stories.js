import { readFileSync, rmSync } from "node:fs";
import { environmentFor, inHouse, root } from "./house.js";
import { run } from "./run.js";

const REPORT = inHouse("test-results", "browser.json");
const MAY_BE_SET = ["CI", "DISPLAY", "E2E_PICTURES", "E2E_WORKERS", "PLAYWRIGHT_BROWSERS_PATH"];

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
    E2E_GOOD_CARD: addresses.goodCard,
    E2E_BAD_CARD: addresses.badCard,
    // So that the browser trusts nothing more than usual, and the suite's own calls trust our authority.
    NODE_EXTRA_CA_CERTS: addresses.ca,
  };
}

export const storyEnvironment = (told) => environmentFor(MAY_BE_SET, told);

/** Is it a test system? Answers the reason why it may not be written to, or nothing. */
export async function handshakeRefusal(node, env) {
  const { code, output } = await run(node, [inHouse("e2e", "handshake.ts")], { cwd: root, env });
  return code === 0 ? undefined : output.trim();
}

/** Runs the browser stories before one's eyes, and answers what the report counted. */
export async function tellStories(node, env, parameters = []) {
  rmSync(REPORT, { force: true });
  const playwright = inHouse("node_modules", "@playwright", "test", "cli.js");
  const { code } = await run(node, [playwright, "test", ...parameters], {
    cwd: root,
    env,
    stdio: "inherit",
  });
  const counts = counted();
  return { ...counts, failed: counts.failed || (code === 0 ? 0 : 1) };
}

/** A story that passed only when it was told again counts as passed where that is allowed, and is shown by the report. */
function counted() {
  try {
    const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(REPORT, "utf8")).stats;
    return { passed: expected + flaky, failed: unexpected, skipped };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
