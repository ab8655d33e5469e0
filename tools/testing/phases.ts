import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readJson } from "#tools/lib/json-file.ts";
import { fromRoot, root } from "#tools/lib/paths.ts";
import { lastLines, run } from "#tools/lib/run.ts";
import { print, since } from "#tools/lib/terminal.ts";
import { inBatches } from "./batches.ts";
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

/** A program of the checkout with its parameters. */
export type Command = readonly [file: string, ...parameters: string[]];

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
    ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
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

function failuresIn(output: string): string {
  const start = output.indexOf(FAILURES_START);
  return start < 0 ? lastLines(output, FAILURE_LINES) : output.slice(start);
}
