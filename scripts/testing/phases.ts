import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { fromRoot, readJson, root } from "#scripts/lib/files.ts";
import { lastLines, run } from "#scripts/lib/run.ts";
import { print, since } from "#scripts/lib/terminal.ts";
import type { Counts } from "./count-reporter.ts";

const FAILURES_START = "✖ failing tests:";
const FAILURE_LINES = 200;
/** A test that waits for what never comes fails by itself, and its file goes on. Far longer than any takes. */
const TEST_MS = 10 * 60_000;
/** A file that hangs outside a test is named when its phase is ended. */
const PHASE_MS = 30 * 60_000;

/** The counts of a phase, and the output to show when a test failed. */
export type PhaseResult = Partial<Counts> & { readonly output?: string };

export type Phase = (name: string, work: () => PhaseResult | Promise<PhaseResult>) => Promise<boolean>;

/** Returns a function that runs a phase and prints its counts and time, with its output when it failed; and the totals. */
export function createPhases(): { readonly phase: Phase; readonly total: Counts } {
  const total = { passed: 0, failed: 0, skipped: 0 };

  const phase: Phase = async (name, work) => {
    const begun = Date.now();
    const { passed = 0, failed = 0, skipped = 0, output = "" } = await work();
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    const parts = [`${passed} passed`, failed > 0 && `${failed} FAILED`, skipped > 0 && `${skipped} SKIPPED`];
    print(`${name.padEnd(28)}${parts.filter(Boolean).join(", ")}  ·  ${since(begun)}`);
    if (failed > 0 && output !== "") print(output);
    return failed === 0;
  };

  return { phase, total };
}

/** Runs commands one after another until one fails; together they count as one test. */
export async function runCommands(
  node: string,
  commands: readonly Command[],
  env: NodeJS.ProcessEnv,
): Promise<PhaseResult> {
  for (const [file, ...parameters] of commands) {
    const { code, output } = await run(node, [file, ...parameters], { cwd: root, env });
    if (code !== 0) return { failed: 1, output };
  }
  return { passed: 1 };
}

/**
 * Runs tests by node:test, and returns their counts with the output of those that failed. The files of these patterns
 * share processes where they may.
 */
export async function nodeTests(
  node: string,
  parameters: readonly string[],
  env: NodeJS.ProcessEnv,
  batched: readonly string[] = [],
): Promise<PhaseResult> {
  const folder = mkdtempSync(join(tmpdir(), "foyer-count-"));
  const countsFile = join(folder, "counts.json");
  const reporters = [
    "--test-reporter=spec",
    "--test-reporter-destination=stdout",
    `--test-reporter=${fromRoot("scripts", "testing", "count-reporter.ts")}`,
    `--test-reporter-destination=${countsFile}`,
  ];
  const files = batched.length === 0 ? [] : inBatches(batched, folder);
  const { code, output } = await run(
    node,
    ["--test", `--test-timeout=${TEST_MS}`, ...reporters, ...parameters, ...files],
    { cwd: root, env, timeout: PHASE_MS },
  );
  const counts = readJson<Counts>(countsFile) ?? { passed: 0, failed: 0, skipped: 0 };
  rmSync(folder, { recursive: true, force: true });
  // A run without tests counts as failed.
  const isEmpty = counts.passed + counts.failed + counts.skipped === 0;
  const failed = counts.failed || (code === 0 && !isEmpty ? 0 : 1);
  return { ...counts, failed, output: isEmpty && code === 0 ? "  There are no tests." : failuresIn(output) };
}

/**
 * Runs tests by node:test, those of each pattern in one process, and returns their counts together. A process for each file costs three
 * seconds of processor time, most of it for modules that the next file loads as well.
 */
export async function nodeTestsTogether(
  node: string,
  parameters: readonly string[],
  env: NodeJS.ProcessEnv,
  patterns: readonly string[],
): Promise<PhaseResult> {
  const left = [...patterns];
  const results: PhaseResult[] = [];
  async function work(): Promise<void> {
    for (let pattern = left.shift(); pattern !== undefined; pattern = left.shift())
      results.push(await nodeTests(node, [...parameters, "--test-isolation=none", pattern], env));
  }
  // One more at a time than there are cores: many tests wait for another process or a clock.
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, work));
  const sum = (of: keyof Counts) => results.reduce((total, result) => total + (result[of] ?? 0), 0);
  const failed = results.filter((result) => (result.failed ?? 0) > 0);
  return {
    passed: sum("passed"),
    failed: sum("failed"),
    skipped: sum("skipped"),
    output: failed.map(({ output = "" }) => output).join("\n"),
  };
}

/**
 * Returns the processor time of this process and of all that it has waited for, in seconds; `undefined` where the system does not
 * tell. The fields of /proc/self/stat are in ticks of 10 ms: see proc(5).
 */
export function processorSeconds(): number | undefined {
  const TICKS = 100;
  try {
    // The name of the program, in brackets, may have blanks.
    const [, rest = ""] = readFileSync("/proc/self/stat", "utf8").split(") ");
    return (
      rest
        .split(" ")
        .slice(11, 15)
        .reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS
    );
  } catch {
    return undefined;
  }
}

function failuresIn(output: string): string {
  const start = output.indexOf(FAILURES_START);
  return start < 0 ? lastLines(output, FAILURE_LINES) : output.slice(start);
}

/**
 * What the source of a file has when its tests change their process, observe it as a whole, or start others. The settings that
 * `applySettings` sets are read once for a process: files that change none of them may share it.
 */
const NEEDS_A_PROCESS =
  /\bprocess\.|\bmock\b|\bglobalThis\b|\bapplySettings(?:InFolder\(|\((?!\)))|\bimport\(|node:(child_process|worker_threads|diagnostics_channel)|metrics|\btrace/i;
/** Tests that run for long. They start first, so that no core is idle at the end. */
const LONG = /\/conformance\/|\.model\.test\.ts$/;
/** Few enough that the last batches end together. */
const FILES_MAX = 12;

/**
 * Returns the test files of these patterns for one `node --test`, in the order in which they start: long ones first. Those that may share
 * a process are imported by files that are written into `folder`, each in a suite of its own. To start a process and load its modules costs
 * about a second of processor time, most of it for code that the next file uses as well.
 */
function inBatches(patterns: readonly string[], folder: string, tree = root): readonly string[] {
  const files = globSync(patterns, { cwd: tree })
    .filter((file) => !file.includes("node_modules"))
    .toSorted();
  const long = files.filter((file) => LONG.test(file));
  const others = files.filter((file) => !LONG.test(file));
  const alone = others.filter((file) => NEEDS_A_PROCESS.test(readFileSync(join(tree, file), "utf8")));
  const shared = others.filter((file) => !alone.includes(file));
  const batches = Array.from({ length: Math.ceil(shared.length / FILES_MAX) }, (_, at) => {
    const batch = join(folder, `batch-${at + 1}.mjs`);
    const files = shared.slice(at * FILES_MAX, (at + 1) * FILES_MAX);
    writeFileSync(batch, batchOf(files.map((file) => [file, pathToFileURL(join(tree, file)).href])));
    return batch;
  });
  return [...long.map(asPattern), ...batches, ...alone.map(asPattern)];
}

/** `node --test` reads a path as a pattern, in which the brackets of a route such as `[locale]` are a set of letters. */
const asPattern = (file: string): string => file.replaceAll("[", "[[]");

/** One file after another, with its hooks. A process that ends before the last has failed, whatever its exit code was. */
function batchOf(suites: readonly (readonly [file: string, address: string])[]): string {
  return `import { suite } from "node:test";
let left = ${suites.length};
process.once("exit", () => {
  if (left > 0) process.exitCode = 1;
});
for (const [file, address] of ${JSON.stringify(suites)}) {
  await suite(file, () => import(address));
  left -= 1;
}
`;
}

/** Files and parameters of the checks that `npm test` and `npm run check` share. */
const NEXT = "node_modules/next/dist/bin/next";
const TYPESCRIPT = "node_modules/typescript/bin/tsc";
const BIOME = "node_modules/@biomejs/biome/bin/biome";

/** A program of the checkout with its parameters, from the root of the project. */
export type Command = readonly [file: string, ...parameters: string[]];

export const ROUTES: Command = [NEXT, "typegen"];
/** What has not changed since the last run is not checked again. Each further checker looks at the shared types once more, half as much work again. */
const types = (kept: string): Command => [
  TYPESCRIPT,
  "--noEmit",
  "--checkers",
  "1",
  "--incremental",
  "--tsBuildInfoFile",
  `.next/cache/${kept}.tsbuildinfo`,
];
export const TYPES: Command = types("types");
export const SERVICE_TYPES: Command = [...types("service-types"), "-p", "service"];
export const LINT: Command = [BIOME, "check", "--error-on-warnings", "--max-diagnostics=none", "."];
export const FORMAT: Command = [BIOME, "check", "--write", "."];

/** Makes random tests repeat the inputs of FOYER_SEED. */
export const SEEDED = "--import=./e2e/tools/random-seed.ts";
/** One more file at a time than there are cores: many wait for another process or a clock. The default leaves a core idle. */
export const ALL_CORES = `--test-concurrency=${availableParallelism() + 1}`;
export const UNITS: readonly string[] = [SEEDED, ALL_CORES, "--conditions=react-server"];
export const UNIT_TESTS: readonly string[] = [
  "{app,components,lib}/**/*.test.ts",
  "e2e/{tools,system}/*.test.ts",
  "scripts/architecture/*.test.ts",
  "service/conformance/*.test.ts",
];
