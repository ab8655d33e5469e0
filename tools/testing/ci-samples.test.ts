import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fromRoot } from "#tools/lib/paths.ts";

/** Playwright brings a parser of YAML. */
const { yaml } = createRequire(import.meta.url)("playwright-core/lib/utilsBundle") as {
  readonly yaml: { readonly parse: (text: string) => unknown };
};

const SAMPLES = ["docs/ci/github-actions.yml", "docs/ci/gitlab-ci.yml"];
const scripts = (JSON.parse(readFileSync(fromRoot("package.json"), "utf8")) as { scripts: Record<string, string> })
  .scripts;
const settings = readFileSync(fromRoot("e2e", "support", "target", "env.ts"), "utf8");
const guide = readFileSync(fromRoot("docs", "qa.md"), "utf8");

/** Returns every text in a parsed document, keys included. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]);
}

/** Returns what a sample names and the repository does not have. */
function unknownIn(text: string): readonly string[] {
  const texts = textsIn(yaml.parse(text));
  const matches = (pattern: RegExp) => [...texts.join("\n").matchAll(pattern)].map(([, found = ""]) => found);
  return [
    ...matches(/npm run ([\w:]+)/g).filter((script) => !(script in scripts)),
    ...[...text.matchAll(/\b(E2E_[A-Z_]+[A-Z])\b/g)]
      .map(([, name = ""]) => name)
      .filter((name) => !settings.includes(`"${name}"`) || !guide.includes(name)),
    ...matches(/--config=(\S+)/g).filter((file) => !existsSync(fromRoot(file))),
    ...matches(/^(?:npx playwright) ([\w-]+)/gm).filter(
      (command) => !["install", "merge-reports", "test"].includes(command),
    ),
    ...matches(/^(\.nvmrc)$/gm).filter((file) => !existsSync(fromRoot(file))),
  ];
}

for (const sample of SAMPLES) {
  test(`${sample} names commands, settings and files that exist`, () => {
    const text = readFileSync(fromRoot(sample), "utf8");
    assert.deepEqual(unknownIn(text), []);
    for (const part of ["npm run e2e -- --shard=", "npx playwright merge-reports", "/blob/", "e2e-results"])
      assert.ok(text.includes(part), part);
    assert.ok(guide.includes(sample.replace("docs/", "")), `docs/qa.md links ${sample}`);
  });
}

test("finds a command, a setting and a file that do not exist", () => {
  const text = "script:\n  - npm run missing -- --config=missing.ts\nvariables:\n  E2E_MISSING: 1\n";
  assert.deepEqual(unknownIn(text), ["missing", "E2E_MISSING", "missing.ts"]);
});
