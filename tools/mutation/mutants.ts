import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { Mutant, NamedTest } from "#test/mutation/mutant.ts";
import { Fault } from "#tools/lib/fault.ts";
import { readJson } from "#tools/lib/json-file.ts";
import { fromRoot } from "#tools/lib/paths.ts";
import { lastLines, type RunResult, run } from "#tools/lib/run.ts";
import type { TestOutcome } from "./test-outcome.ts";

/** Above the duration of every named test. A mutant that makes its test hang is not caught, since no assertion fails. */
const RUN_MS = 5 * 60_000;
/** Limit of a build with its tests. */
const BUILD_AND_RUN_MS = 30 * 60_000;

/** The output and the outcomes of a run; `of` returns the outcome of one test. */
export type TestRun = {
  readonly output: string;
  readonly outcomes: readonly TestOutcome[];
  readonly of: (test: NamedTest) => TestOutcome | undefined;
};

/** Where tests of a build run: in a sandbox of their own, or at a test system as another company has it. */
export type TestPlace = "sandbox" | "uat";

type RunOptions = {
  readonly tests: readonly NamedTest[];
  readonly env: NodeJS.ProcessEnv;
  readonly timeout?: number;
};

/** Writes the mutant into its files and returns a function that restores them. Throws a Fault when it is stale. */
export function insertMutant(
  tree: string,
  mutant: Pick<Mutant, "name" | "file" | "text" | "becomes" | "also">,
): () => void {
  const before = new Map<string, string>();
  for (const { file, text, becomes } of [mutant, ...(mutant.also ?? [])]) {
    const path = join(tree, file);
    const now = readFileSync(path, "utf8");
    if (!before.has(path)) before.set(path, now);
    const [start, end, ...more] = now.split(text);
    if (end === undefined || more.length > 0) throw new Fault(`${mutant.name} no longer fits ${file}.`);
    writeFileSync(path, start + becomes + end);
  }
  return () => {
    for (const [path, text] of before) writeFileSync(path, text);
  };
}

/** Runs these tests and no others in the copy of the tree. */
export async function namedTests(
  node: string,
  tree: string,
  { tests, parameters, env, timeout = RUN_MS }: RunOptions & { readonly parameters: readonly string[] },
): Promise<TestRun> {
  const patterns = [...new Set(tests.map(({ test }) => `--test-name-pattern=^${escaped(test)}$`))];
  const files = [...new Set(tests.map(({ file }) => file))].map(asGlob);
  return withReport(tree, async (report) => {
    const reporters = [
      ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
      `--test-reporter=${fromRoot("tools", "mutation", "result-reporter.ts")}`,
      `--test-reporter-destination=${report}`,
    ];
    return run(node, ["--test", ...reporters, ...parameters, ...patterns, ...files], { cwd: tree, env, timeout });
  });
}

/** The same for browser tests, on the desktop project alone; `env` names a running storefront. */
export async function namedBrowserTests(
  node: string,
  tree: string,
  { tests, env, timeout = RUN_MS }: RunOptions,
): Promise<TestRun> {
  const playwright = join(tree, "node_modules", "@playwright", "test", "cli.js");
  const titles = tests.map(({ test }) => escaped(test)).join("|");
  // Playwright searches for a title in "file suite title @tags".
  const chosen = [
    "--project=desktop",
    // A second try would hide which mutant fails only sometimes.
    "--retries=0",
    "--grep",
    `(^|\\s)(${titles})(\\s@|$)`,
    ...new Set(tests.map(({ file }) => file)),
  ];
  return withReport(tree, (report) =>
    run(node, [playwright, "test", "--reporter=line,./tools/mutation/playwright-results.ts", ...chosen], {
      cwd: tree,
      env: { ...env, FOYER_REPORT: report },
      timeout,
    }),
  );
}

/** The same for tests that need a built storefront: the copy of the tree is built. */
export async function namedTestsOfBuild(
  node: string,
  tree: string,
  { tests, env, at = "sandbox" }: RunOptions & { readonly at?: TestPlace | undefined },
): Promise<TestRun> {
  return withReport(tree, (report) =>
    run(node, [join(tree, "tools", "mutation", "built-tests.ts"), JSON.stringify(tests), report, at], {
      cwd: tree,
      env,
      timeout: BUILD_AND_RUN_MS,
    }),
  );
}

async function withReport(tree: string, work: (report: string) => Promise<RunResult>): Promise<TestRun> {
  const folder = mkdtempSync(join(tmpdir(), "foyer-results-"));
  const report = join(folder, "results.json");
  const { output } = await work(report);
  const outcomes = readJson<readonly TestOutcome[]>(report) ?? [];
  rmSync(folder, { recursive: true, force: true });
  return {
    output,
    outcomes,
    of: ({ file, test }) =>
      outcomes.find((one) => one.name === test && one.file !== undefined && relative(tree, one.file) === file),
  };
}

/** Returns why the mutant was not caught, or `undefined` when an assertion of the test failed. */
export function reasonForMissing(result: TestRun, red: Mutant["red"]): string | undefined {
  const outcome = result.of(red);
  if (outcome === undefined) return `the test did not run\n${lastLines(result.output)}`;
  if (outcome.passed) return "it passed";
  if (outcome.failure !== "testCodeFailure") return `it was interrupted (${outcome.failure})`;
  const { says = "" } = red;
  return outcome.message.includes(says) ? undefined : `it failed without "${says}"\n${lastLines(outcome.message)}`;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Escapes brackets, since folders such as [locale] would be glob patterns. */
const asGlob = (file: string): string => file.replace(/[[\]()]/g, "[$&]");
