import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestError } from "@playwright/test/reporter";
import { deleteOldRuns, runFolder } from "#e2e/tools/run-folder.ts";
import { durationOf } from "./duration.ts";
import { takesIn } from "./places.ts";
import { deleteLeaks, type LeakyFile } from "./scan.ts";
import { engineMissedIn } from "./target/capabilities.ts";
import { configuration } from "./target/env.ts";
import { TROUBLE } from "./trouble.ts";

/** What scripts/testing/browser-tests.ts reads after a run, to print its last line and to choose the exit code. */
type Counts = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The engines in which no test could run, since they are not installed. */
  readonly missingEngines: readonly string[];
  /** The titles of tests that failed, and passed on a retry. */
  readonly flaky: readonly string[];
  /** The number of artefacts that were deleted because they contained a secret. */
  readonly leaks: number;
  /** Whether the target had trouble in every failed test. */
  readonly isExplained: boolean;
};

const TROUBLE_MAX = 20;
/** The error of a call of the suite itself that got no answer. */
const NO_ANSWER = /E2E_(ADDRESS|PROXY|TIMEOUT_FACTOR): .* does not answer/;
/** `playwright test --list` begins and ends without running a test. */
const IS_LIST = process.argv.includes("--list");
const IS_MERGE = process.argv.includes("merge-reports");

/**
 * Says before the first test how long the run takes. At its end names what was left out and why, and what failed because of the target;
 * deletes reports and traces that contain a secret, which fails the run, and the reports of old runs; and writes the counts. It is the
 * last reporter, so that the reports of the others are complete.
 */
export default class RunReporter implements Reporter {
  private readonly folder: string;
  private outputDir = "";
  private tests: readonly TestCase[] = [];
  private readonly errors: string[] = [];

  /** Searches this folder alone for secrets. Reporters of the command line have no options. */
  constructor({ folder = runFolder(configuration().run ?? "") }: { readonly folder?: string } = {}) {
    this.folder = folder;
  }

  onBegin({ projects, workers }: FullConfig, suite: Suite): void {
    this.outputDir = projects[0]?.outputDir ?? "";
    this.tests = suite.allTests();
    if (!IS_LIST && !IS_MERGE) console.log(durationOf(this.tests, workers, configuration()));
  }

  onError({ message = "" }: TestError): void {
    this.errors.push(stripVTControlCharacters(message));
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult["status"] }> {
    if (IS_LIST || this.outputDir === "") return { status };
    mkdirSync(this.folder, { recursive: true });
    const env = configuration();
    const leaks = await deleteLeaks(this.folder, env);
    const counts = this.counts(leaks);
    if (env.counts !== undefined) writeFileSync(env.counts, JSON.stringify(counts));
    deleteOldRuns(this.folder);
    for (const line of [...this.linesOf(counts), ...linesOfLeaks(leaks)]) console.log(line);
    return { status: leaks.length > 0 ? "failed" : status };
  }

  printsToStdio(): boolean {
    return false;
  }

  private counts(leaks: readonly LeakyFile[]): Counts {
    const having = (outcome: ReturnType<TestCase["outcome"]>) =>
      this.tests.filter((test) => test.outcome() === outcome);
    const [failed, flaky] = [having("unexpected"), having("flaky")];
    const isWhole = leaks.length === 0 && this.errors.length === 0;
    return {
      passed: having("expected").length + flaky.length,
      failed: failed.length,
      skipped: having("skipped").length,
      missingEngines: [...new Set(having("skipped").flatMap((test) => engineMissedIn(reasonOf(test)) ?? []))],
      flaky: flaky.map(titleOf),
      leaks: leaks.length,
      isExplained: isWhole && failed.length > 0 && failed.every((test) => troubleOf(test).length > 0),
    };
  }

  private linesOf({ isExplained }: Counts): readonly string[] {
    const failed = this.tests.filter((test) => test.outcome() === "unexpected");
    const trouble = failed.flatMap((test) => troubleOf(test).map((line) => `  ${line} · ${titleOf(test)}`));
    const reasons = Map.groupBy(
      this.tests.filter((test) => test.outcome() === "skipped"),
      reasonOf,
    );
    const takes = takesIn(this.outputDir);
    const ended = new Set(takes.flatMap((entry) => ("ended" in entry ? [entry.ended] : [])));
    const taken = takes.filter((entry) => "test" in entry);
    const sum = (some: typeof taken) => some.reduce((total, { count }) => total + count, 0);
    const left = sum(taken.filter(({ test }) => !ended.has(test)));
    const report = join(this.folder, "report");
    return [
      ...this.errors.map((error) => `An error outside the tests: ${error}`),
      ...[...reasons].map(([reason, tests]) => `Left out: ${tests.length}, ${reason}`),
      ...(taken.length === 0
        ? []
        : [`Places: ${sum(taken)} asked for, ${left} not released, which expire by themselves`]),
      ...(trouble.length === 0 ? [] : ["Trouble of the target during failed tests:", ...trouble.slice(0, TROUBLE_MAX)]),
      ...(isExplained ? ["The target had trouble in every failed test."] : []),
      ...(existsSync(report) ? [`Report: npx playwright show-report ${relative("", report)}`] : []),
    ];
  }
}

function linesOfLeaks(leaks: readonly LeakyFile[]): readonly string[] {
  if (leaks.length === 0) return [];
  const deleted = leaks.map(({ file, needles }) => `DELETED ${file}: it contained ${needles.join(" and ")}.`);
  return [...deleted, "A report or trace contained a secret, so the run fails. Change that secret."];
}

const titleOf = (test: TestCase): string => test.titlePath().slice(3).join(" › ");

function reasonOf({ results }: TestCase): string {
  const skip = results.at(-1)?.annotations.find(({ type }) => type === "skip" || type === "fixme");
  return skip?.description ?? "the run ended before";
}

/** Returns what went wrong with the target in the last attempt of a test. */
function troubleOf({ results }: TestCase): readonly string[] {
  const { annotations = [], errors = [] } = results.at(-1) ?? {};
  return [
    ...annotations.flatMap(({ type, description = "" }) => (type === TROUBLE ? [description] : [])),
    ...errors.flatMap(({ message = "" }) => NO_ANSWER.exec(stripVTControlCharacters(message))?.slice(0, 1) ?? []),
  ];
}
