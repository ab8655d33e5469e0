import { relative } from "node:path";
import type { TestCase } from "@playwright/test/reporter";
import { type Engine, enginesOf } from "#e2e/support/target/engines.ts";
import type { Configuration } from "#e2e/support/target/env.ts";
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

/** Returns the engines of these tests, such as those that `--project` chooses; without a test, those of the settings. */
export function enginesIn(tests: readonly PlannedTest[], env: Configuration): readonly Engine[] {
  const named = new Set(tests.map(({ engine }) => engine?.engine));
  const all = enginesOf(env);
  const chosen = all.filter(({ engine }) => named.has(engine));
  return chosen.length > 0 ? chosen : all;
}
