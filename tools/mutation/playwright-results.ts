import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";
import type { TestOutcome } from "./test-outcome.ts";

/** The message of a failed assertion contains `expect`; any other error interrupted the test. */
const ASSERTION = /\bexpect\b/;

/** A silent reporter for Playwright: writes the outcome of each test to the file FOYER_REPORT, as result-reporter.ts does. */
export default class Results implements Reporter {
  private readonly outcomes: TestOutcome[] = [];

  onTestEnd({ title, location }: TestCase, { status, errors }: TestResult): void {
    const message = stripVTControlCharacters(errors.map((error) => error.message ?? "").join("\n"));
    const failure = status === "failed" && ASSERTION.test(message) ? "testCodeFailure" : status;
    this.outcomes.push({ name: title, file: location.file, passed: status === "passed", failure, message });
  }

  onEnd(): void {
    const file = process.env.FOYER_REPORT;
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.outcomes));
  }

  printsToStdio(): boolean {
    return false;
  }
}
