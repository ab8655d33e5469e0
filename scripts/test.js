import "./require-node.js";
import { findBrowser } from "./browser.js";
import { buildStorefront } from "./build.js";
import { explain } from "./fault.js";
import { environmentFor } from "./house.js";
import { installPackages } from "./install.js";
import { allContent, createPhases, nodeTests } from "./phases.js";
import { findRuntime } from "./runtime.js";
import { say, since, step } from "./say.js";
import { onSignal } from "./signals.js";
import { handshakeRefusal, storyEnvironment, tellStories, toldAbout } from "./stories.js";
import { openTestHouse } from "./test-house.js";

const NEXT = "node_modules/next/dist/bin/next";
const TYPESCRIPT = "node_modules/typescript/bin/tsc";
const BIOME = "node_modules/@biomejs/biome/bin/biome";
const MAY_BE_SET = ["CI", "TEST_DATABASE_URL", "FOYER_SEED", "FOYER_RACE_SIZE"];
const FULL_RACE_SIZE = "10";

/** `npm test`: everything that says whether the work is done, from a fresh clone. `npm run test:full`: at full size. */
async function test(signals) {
  const begun = Date.now();
  await installPackages();
  const node = findRuntime();
  // Everything else is told even where there is no browser, and its stories count as failed, with the reason.
  let noBrowser;
  const browser = await findBrowser(node).catch((fault) => {
    noBrowser = fault.message;
  });
  const { phase, total } = createPhases();
  const size = process.argv.includes("--full")
    ? { E2E_SIZE: "full", FOYER_RACE_SIZE: process.env.FOYER_RACE_SIZE || FULL_RACE_SIZE }
    : { E2E_SIZE: "gate" };
  const env = environmentFor(MAY_BE_SET, { ...size, NEXT_TELEMETRY_DISABLED: "1" });

  await Promise.all([
    phase("Types", () => allContent(node, TYPES, env)),
    phase("Lint", () => allContent(node, LINT, env)).then(() =>
      phase("House rules and units", () => nodeTests(node, UNITS, env)),
    ),
  ]);
  await phase("Launcher", () => nodeTests(node, ["scripts/*.test.js", "tools/**/*.test.ts"], env));
  await phase("Service", () => nodeTests(node, SERVICE, env));
  await storiesOnTheWhole({ node, browser, noBrowser, phase, signals, size });

  say(`\nAll of it took ${since(begun)}.`);
  if (total.skipped > 0) say(`${total.skipped} SKIPPED: that is not passed.`);
  say(`${total.passed} passed, ${total.failed} failed`);
  process.exit(total.failed === 0 ? 0 : 1);
}

const TYPES = [
  [NEXT, "typegen"],
  [TYPESCRIPT, "--noEmit", "--incremental", "false"],
  [TYPESCRIPT, "--noEmit", "--incremental", "false", "-p", "service"],
];
const LINT = [[BIOME, "check", "--error-on-warnings", "."]];
const UNITS = [
  "--conditions=react-server",
  "{app,components,i18n,lib,cache,e2e}/**/*.test.ts",
  "test/{,tools/}*.test.ts",
];
const SERVICE = ["--test-global-setup=service/test/cluster.ts", "service/**/*.test.ts"];
// One file at a time: the ledger is read before and after.
const CONTRACT = ["--conditions=react-server", "--test-concurrency=1", "test/contract/**/*.test.ts"];
const LEAKS = ["--conditions=react-server", "test/leak/*.test.ts"];

/** What needs everything running: the contract, and the stories in the browser. */
async function storiesOnTheWhole({ node, browser, noBrowser, phase, signals, size }) {
  const house = await openTestHouse(node, signals);
  try {
    const prepared = await step("Preparing a database", house.prepare);
    const actionsKey = await buildStorefront({ node, data: house.data });
    const { addresses } = await step("Starting", () => house.startAll(prepared, actionsKey));
    const env = storyEnvironment({ ...toldAbout(addresses), ...size, E2E_BROWSER: browser });
    await phase("Contract", () => nodeTests(node, CONTRACT, { ...env, ...house.storefrontSettings(addresses) }));
    const refusal = noBrowser ?? (await handshakeRefusal(node, env));
    await phase("Browser stories", () => (refusal ? { failed: 1, output: refusal } : tellStories(node, env)));
    const leaks = { ...env, ...house.storefrontSettings(addresses), ...house.leakSettings };
    await phase("Leaks", () => nodeTests(node, LEAKS, leaks));
  } catch (error) {
    await signals.unlessStopping();
    await phase("The whole house", () => ({ failed: 1, output: String(error?.message ?? error) }));
  } finally {
    await house.close();
  }
}

const signals = onSignal({ exitCode: 130 });
try {
  await test(signals);
} catch (error) {
  await signals.unlessStopping();
  const exitCode = explain(error);
  say("0 passed, 1 failed");
  process.exit(exitCode);
}
