import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { readJson } from "#tools/lib/json-file.ts";
import { fromRoot, root } from "#tools/lib/paths.ts";
import { lastLines, run } from "#tools/lib/run.ts";
import { print, since } from "#tools/lib/terminal.ts";
import { inBatches } from "./batches.ts";
import type { Command } from "./checks.ts";
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
    const { code, output } = await run(node, [fromRoot(file), ...parameters], { cwd: root, env });
    if (code !== 0) return { failed: 1, output: lastLines(output, FAILURE_LINES) };
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
    `--test-reporter=${fromRoot("tools", "testing", "count-reporter.ts")}`,
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
