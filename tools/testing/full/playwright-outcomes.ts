import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { FullConfig, Reporter, Suite } from "@playwright/test/reporter";

/** The outcome of each test, by project, file and title. */
export type Outcomes = Readonly<Record<string, "expected" | "unexpected" | "flaky" | "skipped">>;

/** A silent reporter for Playwright: writes the outcome of each test to the file FOYER_OUTCOMES. */
export default class OutcomesReporter implements Reporter {
  private suite: Suite | undefined;
  private folder = "";

  onBegin({ rootDir }: FullConfig, suite: Suite): void {
    this.suite = suite;
    this.folder = rootDir;
  }

  onEnd(): void {
    const file = process.env.FOYER_OUTCOMES;
    if (file === undefined) return;
    const outcomes = (this.suite?.allTests() ?? []).map((test) => {
      const [, project, , ...titles] = test.titlePath();
      return [`[${project}] ${relative(this.folder, test.location.file)} › ${titles.join(" › ")}`, test.outcome()];
    });
    writeFileSync(file, JSON.stringify(Object.fromEntries(outcomes)));
  }

  printsToStdio(): boolean {
    return false;
  }
}
