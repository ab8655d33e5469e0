import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestError } from "@playwright/test/reporter";
import { offersOf } from "#e2e/support/target/capabilities.ts";
import type { Engine } from "#e2e/support/target/engines.ts";
import { type Configuration, configuration, isOwnSandbox } from "#e2e/support/target/env.ts";
import { handshakeFound } from "#e2e/support/target/handshake.ts";
import { withoutCredentials } from "#e2e/support/target/network.ts";
import { closingLinesOf } from "./closing-lines.ts";
import { junitOf } from "./junit.ts";
import { matrixOf } from "./matrix.ts";
import { enginesOfRun, plannedTests } from "./planned-tests.ts";
import { deleteLeaks } from "./scan.ts";
import { needlesOfRun } from "./secrets.ts";
import { countsOf, isExplainedByTrouble, PLACES, placesIn, type Summary, seedsOf, summaryOf } from "./summary.ts";

const RESULTS = "results.json";
const JUNIT = "junit.xml";
const FILES = [RESULTS, JUNIT, PLACES];
/** `playwright test --list` begins and ends without running a test. */
const IS_LIST = process.argv.includes("--list");
const NO_TESTS = /^(Error: )?No tests found/;
const ROOT = join(import.meta.dirname, "..", "..");

/** What a merged report cannot find out itself. Playwright keeps the metadata of a run in its blob. */
type OfRun = { readonly engines: readonly Engine[]; readonly handshake?: string };

/**
 * Prints the matrix at the start of a run. At its end it writes results.json and junit.xml to the results folder,
 * deletes reports and traces that contain a secret, prints what failed because of the target, and writes the counts for
 * `npm run e2e`. It is the last reporter, so that the reports of the others are complete.
 */
export default class ResultsReporter implements Reporter {
  private readonly env: Configuration = configuration();
  private readonly folder = resolve(ROOT, this.env.results);
  private tests: readonly TestCase[] = [];
  private testDir = ROOT;
  private ofRun: OfRun = { engines: [] };
  private readonly errors: string[] = [];

  onBegin({ rootDir, projects, metadata }: FullConfig, suite: Suite): void {
    if (IS_LIST) return;
    // Those of an earlier run would be taken for this one's, should it end before it writes its own.
    for (const file of FILES) rmSync(join(this.folder, file), { force: true });
    this.testDir = rootDir;
    this.tests = suite.allTests();
    const handshake = handshakeFound();
    metadata.ofRun ??= { engines: enginesOfRun(projects, this.env), ...(handshake === undefined ? {} : { handshake }) };
    this.ofRun = metadata.ofRun;
    const lines = matrixOf(plannedTests(this.tests, rootDir), this.env, this.ofRun);
    process.stdout.write(`\n${lines.join("\n")}\n`);
  }

  onError({ message = "" }: TestError): void {
    this.errors.push(stripVTControlCharacters(message));
  }

  async onEnd({ status, startTime, duration }: FullResult): Promise<{ status: FullResult["status"] }> {
    if (IS_LIST) return { status };
    const summary = this.summarise(status, startTime, duration);
    mkdirSync(this.folder, { recursive: true });
    this.write(summary);
    writeFileSync(join(this.folder, JUNIT), junitOf(summary));
    const leaks = await deleteLeaks(this.folder, needlesOfRun(this.env));
    const files = leaks.map(({ file }) => file);
    if (leaks.length > 0 && !files.includes(RESULTS)) this.write({ ...summary, leaks: files });
    const errors = this.errors.filter((message) => !NO_TESTS.test(message));
    process.stdout.write(`${closingLinesOf(summary, this.env.results, { leaks, errors }).join("\n")}\n`);
    this.writeCounts(summary, leaks.length);
    return { status: leaks.length > 0 ? "failed" : status };
  }

  private write(summary: Summary): void {
    writeFileSync(join(this.folder, RESULTS), `${JSON.stringify(summary, undefined, 2)}\n`);
  }

  private writeCounts({ counts, flaky, engines, isExplainedByTrouble: isExplained }: Summary, leaks: number): void {
    if (this.env.counts === undefined) return;
    const hasEngine = engines.some(({ missing }) => missing === undefined);
    // A file that cannot be loaded is another error, and a failure.
    const foundNoTests = this.errors.length > 0 && this.errors.every((message) => NO_TESTS.test(message));
    writeFileSync(this.env.counts, JSON.stringify({ ...counts, flaky, isExplained, leaks, hasEngine, foundNoTests }));
  }

  private summarise(status: FullResult["status"], startTime: Date, duration: number): Summary {
    const { env } = this;
    const { engines, handshake } = this.ofRun;
    const tests = this.tests.map((test) => summaryOf(test, this.testDir));
    return {
      schema: 1,
      status,
      startedAt: startTime.toISOString(),
      durationMs: Math.round(duration),
      target: {
        ...(env.address === undefined ? {} : { address: withoutCredentials(env.address) }),
        ...(handshake === undefined ? {} : { handshake }),
        isOwnSandbox: isOwnSandbox(env),
        language: env.language,
      },
      engines,
      capabilities: offersOf(env),
      seeds: seedsOf(env),
      counts: countsOf(tests),
      flaky: tests.filter(({ outcome }) => outcome === "flaky").map(({ title }) => title),
      isExplainedByTrouble: isExplainedByTrouble(tests),
      ...placesIn(this.folder),
      tests,
      leaks: [],
    };
  }

  printsToStdio(): boolean {
    return false;
  }
}
