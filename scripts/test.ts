import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { newRun } from "#e2e/tools/run-folder.ts";
import { childEnvironment, type Variables } from "./lib/run.ts";
import { runCommand, type Signals } from "./lib/signals.ts";
import { print, since } from "./lib/terminal.ts";
import { openTestSandbox } from "./sandbox/test-sandbox.ts";
import {
  browserTestEnvironment,
  handshakeRefusal,
  runBrowserTests,
  SANDBOX_TIMEOUT_FACTOR,
  sandboxVariables,
} from "./testing/browser-tests.ts";
import { findBrowser } from "./testing/find-browser.ts";
import { withOtherStorefront } from "./testing/other-storefront.ts";
import {
  ALL_CORES,
  createPhases,
  LINT,
  nodeTests,
  nodeTestsTogether,
  type Phase,
  type PhaseResult,
  processorSeconds,
  ROUTES,
  runCommands,
  SEEDED,
  SERVICE_TYPES,
  TYPES,
  UNIT_TESTS,
  UNITS,
} from "./testing/phases.ts";

const PASSED_ON = ["CI", "TEST_DATABASE_URL", "FOYER_RACE_SIZE"];
const FULL_RACE_SIZE = "10";
const SEEDS = 2 ** 31;

const CORES = availableParallelism();
/** Browser tests wait for answers, paints and clocks. Two more at a time than there are cores take a quarter more processor time. */
const BROWSER_WORKERS = String(Math.min(16, CORES + 1));
const TOOLS = [
  ALL_CORES,
  "scripts/!(architecture)/**/*.test.ts",
  "scripts/*.test.ts",
  "service/sandbox/{postgres,mail-catcher}/*.test.ts",
];
const SERVICE = [SEEDED, "--test-global-setup=service/test/cluster.ts"];
/**
 * Each pattern is one process with a database server of its own, which cost four seconds of processor time. Those that take longest start
 * first, so that no core is idle at the end.
 */
const SERVICE_TESTS = [
  "service/test/kills/**/*.test.ts",
  "service/test/notifications/**/*.test.ts",
  "service/test/{refunds,payments,platform}/**/*.test.ts",
  "service/test/race/**/*.test.ts",
  "service/test/!(kills|notifications|race|refunds|payments|platform)/**/*.test.ts",
  "service/{src,sandbox/processor,setup}/**/*.test.ts",
];
// One file at a time: tests compare the processor's ledger before and after.
const CONTRACT = ["--conditions=react-server", "--test-concurrency=1", "e2e/system/contract/**/*.test.ts"];
/** Against a storefront of which the run knows only the address. */
const BY_ADDRESS_ALONE = ["--grep-invert=@service", "--project=desktop", "--retries=0"];
/** So few tests that a further worker costs more than it saves. A failure is repeated by `npm run e2e -- --by-address`. */
const ELSEWHERE = ["--grep=@smoke|@elsewhere", "--workers=2", ...BY_ADDRESS_ALONE];
/** A failure is repeated by `npm run e2e -- --other-service --plain`. */
const IN_FRONT_OF_PLAIN = ["--grep=@smoke|@plain", `--workers=${BROWSER_WORKERS}`, ...BY_ADDRESS_ALONE];
const LEAKS = ["--conditions=react-server", "e2e/system/leak/*.test.ts"];

/** `npm test`: every check, from a fresh clone. `npm run test:full`: the same at full size. */
async function test(signals: Signals): Promise<number> {
  const begun = Date.now();
  shareCompiledCode();
  const node = process.execPath;
  // Without a browser the other phases run, and the browser phase fails with this reason.
  const browser = await findBrowser(node).catch((error: unknown) => ({ refusal: messageOf(error) }));
  const { phase, total } = createPhases();
  const size = process.argv.includes("--full")
    ? { E2E_SIZE: "full", FOYER_RACE_SIZE: process.env.FOYER_RACE_SIZE || FULL_RACE_SIZE }
    : { E2E_SIZE: "gate" };
  const seed = process.env.FOYER_SEED || String(randomInt(SEEDS));
  const env = childEnvironment(PASSED_ON, { ...size, FOYER_SEED: seed, NEXT_TELEMETRY_DISABLED: "1" });
  print(`Random tests: FOYER_SEED=${seed} repeats their inputs.`);

  await Promise.all([
    phase("Types", () => runCommands(node, [ROUTES, TYPES, SERVICE_TYPES], env)),
    phase("Lint", () => runCommands(node, [LINT], env)).then(() =>
      phase("Architecture and units", () => nodeTests(node, UNITS, env, UNIT_TESTS)),
    ),
  ]);
  await phase("Service", () => nodeTestsTogether(node, SERVICE, env, SERVICE_TESTS));
  await testWhole({ node, browser, phase, signals, size, scripts: () => nodeTests(node, TOOLS, env) });

  const processor = processorSeconds();
  print(
    `\nTotal time: ${since(begun)}.${processor === undefined ? "" : ` Processor time: ${(processor / 60).toFixed(1)} min.`}`,
  );
  if (total.skipped > 0) print(`${total.skipped} SKIPPED; skipped tests do not count as passed.`);
  print(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

/**
 * Lets every process of the run read the modules that another one compiled. Each test file is a process of its own, and
 * half of its start is the removal of types.
 */
function shareCompiledCode(): void {
  const folder = mkdtempSync(join(tmpdir(), "foyer-compiled-"));
  process.env.NODE_COMPILE_CACHE = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}

type Whole = {
  readonly node: string;
  readonly browser: string | { readonly refusal: string };
  readonly phase: Phase;
  readonly signals: Signals;
  readonly size: Variables;
  readonly scripts: () => Promise<PhaseResult>;
};

/**
 * Runs the tests that need the whole system: contract, browser and leak tests. Contract tests are slow and leave the machine idle, so
 * the tests of the scripts, which do not need the system, run beside them.
 */
async function testWhole({ node, browser, phase, signals, size, scripts }: Whole): Promise<void> {
  const sandbox = await openTestSandbox(node, signals);
  try {
    const { addresses } = await sandbox.bringUp();
    const results = process.env.E2E_RUN || newRun(new Date());
    const reportsIn = (folder: string) => ({ E2E_RUN: `${results}/${folder}` });
    const browserSetting = {
      E2E_TIMEOUT_FACTOR: process.env.E2E_TIMEOUT_FACTOR || SANDBOX_TIMEOUT_FACTOR,
      ...(typeof browser === "string" && { E2E_BROWSER: browser }),
    };
    const env = browserTestEnvironment({ ...sandboxVariables(addresses), ...size, ...browserSetting });
    // The tests' own variables come last: a caller's NODE_EXTRA_CA_CERTS must not hide the sandbox's authority.
    const onServer = {
      ...sandbox.storefrontSettings(addresses),
      ...env,
      ...sandbox.leakSettings,
      LEAK_METRICS: addresses.metrics?.join(),
    };
    await Promise.all([phase("Contract", () => nodeTests(node, CONTRACT, onServer)), phase("Tools", scripts)]);
    const refusal = typeof browser === "string" ? await handshakeRefusal(node, env) : browser.refusal;
    await phase("Browser, by address alone", () =>
      refusal
        ? { failed: 1, output: refusal }
        : testByAddress(
            node,
            { ...size, ...browserSetting, ...reportsIn("by-address") },
            addresses.storefront,
            ELSEWHERE,
          ),
    );
    await phase("Browser", () =>
      refusal
        ? { failed: 1, output: refusal }
        : runBrowserTests(node, { ...env, ...reportsIn("browser") }, [`--workers=${BROWSER_WORKERS}`]),
    );
    await phase("Browser, plain service", () =>
      refusal
        ? { failed: 1, output: refusal }
        : testInFrontOfPlain({ node, signals, own: { ...size, ...browserSetting, ...reportsIn("plain-service") } }),
    );
    await phase("Leaks", () => nodeTests(node, LEAKS, onServer));
  } catch (error) {
    await signals.unlessStopping();
    await phase("The whole system", () => ({ failed: 1, output: messageOf(error) }));
  } finally {
    await sandbox.close();
  }
}

/** Runs the smoke suite and chosen tests against the same build in front of a service with the specification and the public reference alone. */
async function testInFrontOfPlain({
  node,
  signals,
  own,
}: Pick<Whole, "node" | "signals"> & { readonly own: Variables }): Promise<PhaseResult> {
  return withOtherStorefront(signals, { plain: true }, (address) =>
    testByAddress(node, own, address, IN_FRONT_OF_PLAIN),
  );
}

/** Runs browser tests as a tester does who knows the address alone: the suite takes the storefront for one that it did not start. */
function testByAddress(
  node: string,
  own: Variables,
  address: string,
  parameters: readonly string[],
): Promise<PhaseResult> {
  return runBrowserTests(node, browserTestEnvironment({ ...own, E2E_ADDRESS: address }), parameters);
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

await runCommand(test, "0 passed, 1 failed");
