import { relative } from "node:path";
import type { FullConfig, TestCase } from "@playwright/test/reporter";
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

/** Returns the engines of the projects that `--project` chooses; where these name none, those of the settings. */
export function enginesOfRun(
  projects: FullConfig["projects"],
  env: Configuration,
  parameters: readonly string[] = process.argv,
): readonly Engine[] {
  // An engine that is not installed has no tests, so the parameters alone tell whether it was chosen.
  const patterns = chosenProjects(parameters);
  const chosen = projects.filter(({ name }) => patterns.length === 0 || patterns.some((pattern) => pattern.test(name)));
  const named = new Set(chosen.map(({ metadata }) => (metadata.engine as Engine | undefined)?.engine));
  const all = enginesOf(env);
  const engines = all.filter(({ engine }) => named.has(engine));
  return engines.length > 0 ? engines : all;
}

/** Returns the patterns of `--project=one` and `--project one two`, which Playwright matches as a whole with `*` for any text. */
function chosenProjects(parameters: readonly string[]): readonly RegExp[] {
  let isName = false;
  const names = parameters.flatMap((parameter) => {
    if (parameter.startsWith("-")) isName = parameter === "--project";
    else if (isName) return [parameter];
    return parameter.startsWith("--project=") ? [parameter.slice("--project=".length)] : [];
  });
  return names.map((name) => new RegExp(`^${name.split("*").map(RegExp.escape).join(".*")}$`, "i"));
}
