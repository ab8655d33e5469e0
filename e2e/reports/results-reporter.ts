import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from "@playwright/test/reporter";
import { offersOf } from "#e2e/support/target/capabilities.ts";
import { enginesOf } from "#e2e/support/target/engines.ts";
import { type Configuration, configuration, isOwnSandbox } from "#e2e/support/target/env.ts";
import { handshakeFound } from "#e2e/support/target/handshake.ts";
import { closingLinesOf } from "./closing-lines.ts";
import { junitOf } from "./junit.ts";
import { matrixOf } from "./matrix.ts";
import { plannedTests } from "./planned-tests.ts";
import {
  countsOf,
  isExplainedByTrouble,
  placesIn,
  type Summary,
  seedsOf,
  summaryOf,
  withoutCredential,
} from "./summary.ts";

const ROOT = join(import.meta.dirname, "..", "..");

/**
 * Prints the matrix at the start of a run. At its end it writes results.json and junit.xml to the results folder,
 * prints what failed because of the target, and writes the counts for `npm run e2e`.
 */
export default class ResultsReporter implements Reporter {
  private readonly env: Configuration = configuration();
  private readonly folder = resolve(ROOT, this.env.results);
  private tests: readonly TestCase[] = [];
  private testDir = ROOT;

  onBegin({ rootDir }: FullConfig, suite: Suite): void {
    this.testDir = rootDir;
    this.tests = suite.allTests();
    const lines = matrixOf(plannedTests(this.tests, rootDir), this.env, { handshake: handshakeFound() });
    process.stdout.write(`\n${lines.join("\n")}\n`);
  }

  onEnd({ status, startTime, duration }: FullResult): void {
    const summary = this.summarise(status, startTime, duration);
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(join(this.folder, "results.json"), `${JSON.stringify(summary, undefined, 2)}\n`);
    writeFileSync(join(this.folder, "junit.xml"), junitOf(summary));
    if (this.env.counts === undefined) return;
    const { counts, flaky, isExplainedByTrouble: isExplained } = summary;
    writeFileSync(this.env.counts, JSON.stringify({ ...counts, flaky, isExplained }));
    process.stdout.write(`${closingLinesOf(summary, this.env.results).join("\n")}\n`);
  }

  private summarise(status: FullResult["status"], startTime: Date, duration: number): Summary {
    const { env } = this;
    const tests = this.tests.map((test) => summaryOf(test, this.testDir));
    const handshake = handshakeFound();
    return {
      schema: 1,
      status,
      startedAt: startTime.toISOString(),
      durationMs: Math.round(duration),
      target: {
        ...(env.address === undefined ? {} : { address: withoutCredential(env.address) }),
        ...(handshake === undefined ? {} : { handshake }),
        isOwnSandbox: isOwnSandbox(env),
        language: env.language,
      },
      engines: enginesOf(env),
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
