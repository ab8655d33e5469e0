import { relative } from "node:path";
import type { TestCase } from "@playwright/test/reporter";
import type { Engine } from "#e2e/support/target/engines.ts";
import type { PlannedTest } from "./matrix.ts";

/** Returns what the matrix needs to know about the tests of a run. `testDir` is the folder of the tests. */
export function plannedTests(tests: readonly TestCase[], testDir: string): readonly PlannedTest[] {
  return tests.map((test) => {
    const project = test.parent.project();
    const engine = project?.metadata.engine as Engine | undefined;
    return {
      title: test.titlePath().slice(3).join(" › "),
      file: relative(testDir, test.location.file),
      project: project?.name ?? "",
      tags: test.tags,
      ...(engine === undefined ? {} : { engine }),
    };
  });
}
