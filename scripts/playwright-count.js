import { writeFileSync } from "node:fs";

const COUNTED_AS = { expected: "passed", flaky: "passed", unexpected: "failed", skipped: "skipped" };

/** A reporter for Playwright that prints nothing: it writes how many tests passed, failed and were skipped to E2E_COUNTS. */
export default class Count {
  onBegin(_config, suite) {
    this.suite = suite;
  }

  onEnd() {
    const file = process.env.E2E_COUNTS;
    if (file === undefined) return;
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const test of this.suite?.allTests() ?? []) counts[COUNTED_AS[test.outcome()]] += 1;
    writeFileSync(file, JSON.stringify(counts));
  }

  printsToStdio() {
    return false;
  }
}
