import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildStorefront } from "#tools/launcher/build.ts";
import type { Variables } from "#tools/lib/child-environment.ts";
import { explain } from "#tools/lib/fault.ts";
import { readJson } from "#tools/lib/json-file.ts";
import { fromRoot, root } from "#tools/lib/paths.ts";
import { run } from "#tools/lib/run.ts";
import { onSignal, type Signals } from "#tools/lib/signals.ts";
import { print, since } from "#tools/lib/terminal.ts";
import { openTestSandbox } from "#tools/sandbox/test-sandbox.ts";
import { browserTestEnvironment, sandboxVariables } from "#tools/testing/browser-tests.ts";
import { findBrowser } from "#tools/testing/find-browser.ts";
import { differencesOf } from "./differences.ts";
import type { Outcomes } from "./playwright-outcomes.ts";
import { shuffled } from "./shuffled.ts";

const PLAYWRIGHT = fromRoot("node_modules", "@playwright", "test", "cli.js");
const REPORTER = "./tools/testing/full/playwright-outcomes.ts";
/** Order and parallelism meet the same code on both screens, and five ways on two screens would take hours. */
const PROJECT = "--project=desktop";
const SHARDS = 3;

/** Runs Playwright with these parameters, and returns the outcome of each test. */
type RunTests = (parameters: readonly string[], variables?: Variables) => Promise<Outcomes>;

/** One way to run the same browser tests. Each has a new sandbox. */
type Way = {
  readonly name: string;
  readonly outcomes: (runTests: RunTests, specs: readonly string[]) => Promise<Outcomes>;
};

const withWorkers = (workers: number): Way => ({
  name: `${workers} workers`,
  outcomes: (runTests, specs) => runTests([`--workers=${workers}`, ...specs]),
});

const IN_SHARDS: Way = {
  name: `${SHARDS} shards, merged`,
  async outcomes(runTests, specs) {
    const folder = mkdtempSync(join(tmpdir(), "foyer-shards-"));
    for (let shard = 1; shard <= SHARDS; shard++) {
      const blob = join(folder, `shard-${shard}.zip`);
      await runTests([`--shard=${shard}/${SHARDS}`, "--reporter=blob", ...specs], {
        PLAYWRIGHT_BLOB_OUTPUT_FILE: blob,
      });
    }
    const file = join(folder, "outcomes.json");
    const env = { ...browserTestEnvironment({ FOYER_OUTCOMES: file }) };
    await run(process.execPath, [PLAYWRIGHT, "merge-reports", `--reporter=${REPORTER}`, folder], { cwd: root, env });
    const merged = readJson<Outcomes>(file) ?? {};
    rmSync(folder, { recursive: true, force: true });
    return merged;
  },
};

const oneByOne = (seed: number): Way => ({
  name: `each file alone, in the order of seed ${seed}`,
  async outcomes(runTests, specs) {
    const all: Outcomes[] = [];
    for (const spec of shuffled(specs, seed)) all.push(await runTests([spec]));
    return Object.assign({}, ...all);
  },
});

/**
 * P57: runs the same browser tests in several ways and compares the outcome of each test. Parameters: the seed, then spec
 * files, all if none is named.
 */
async function compareWays(signals: Signals): Promise<number> {
  const [seed = "1", ...named] = process.argv.slice(2);
  const specs = named.length > 0 ? named : globSync("e2e/**/*.spec.ts", { cwd: root }).toSorted();
  const browser = await findBrowser(process.execPath);
  const ways = [withWorkers(2), withWorkers(1), withWorkers(4), IN_SHARDS, oneByOne(Number(seed))];
  let first: Outcomes | undefined;
  let failed = 0;
  for (const way of ways) {
    const begun = Date.now();
    const outcomes = await inSandbox(signals, browser, (runTests) => way.outcomes(runTests, specs));
    first ??= outcomes;
    const differences = differencesOf(first, outcomes);
    print(`${way.name}: ${Object.keys(outcomes).length} tests, ${differences.length} differ  ·  ${since(begun)}`);
    for (const difference of differences) print(`  ${difference}`);
    if (differences.length > 0 || Object.keys(outcomes).length === 0) failed += 1;
  }
  print(`${ways.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

async function inSandbox(
  signals: Signals,
  browser: string,
  work: (runTests: RunTests) => Promise<Outcomes>,
): Promise<Outcomes> {
  const node = process.execPath;
  const sandbox = await openTestSandbox(node, signals);
  try {
    const prepared = await sandbox.prepare();
    const { addresses } = await sandbox.startAll(prepared, await buildStorefront({ node, data: sandbox.data }));
    return await work(async (parameters, variables = {}) => {
      const file = join(sandbox.data, "outcomes.json");
      rmSync(file, { force: true });
      const reporters = parameters.some((parameter) => parameter.startsWith("--reporter"))
        ? []
        : [`--reporter=${REPORTER}`];
      const env = browserTestEnvironment({
        ...sandboxVariables(addresses),
        E2E_BROWSER: browser,
        FOYER_OUTCOMES: file,
        ...variables,
      });
      await run(node, [PLAYWRIGHT, "test", PROJECT, ...reporters, ...parameters], { cwd: root, env });
      return readJson<Outcomes>(file) ?? {};
    });
  } finally {
    await sandbox.close();
  }
}

const signals = onSignal({ exitCode: 130 });
try {
  process.exit(await compareWays(signals));
} catch (error) {
  await signals.unlessStopping();
  process.exit(explain(error));
}
