import { writeFileSync } from "node:fs";
import type { FullConfig, Reporter, Suite, TestCase } from "@playwright/test/reporter";

const COUNTED_AS = { expected: "passed", flaky: "passed", unexpected: "failed", skipped: "skipped" } as const;

/** A silent reporter for Playwright: writes how many tests passed, failed and were skipped to the file E2E_COUNTS. */
export default class Count implements Reporter {
  private tests: () => readonly TestCase[] = () => [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.tests = () => suite.allTests();
  }

  onEnd(): void {
    const file = process.env.E2E_COUNTS;
    if (file === undefined) return;
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const test of this.tests()) counts[COUNTED_AS[test.outcome()]] += 1;
    writeFileSync(file, JSON.stringify(counts));
  }

  printsToStdio(): boolean {
    return false;
  }
}
