import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { codeOnly } from "#test/architecture/imports.ts";
import { labelled } from "#test/tools/test-titles.ts";

/** The length of the list. A check that no longer applies is replaced, never deleted without lowering this number. */
const CHECKS_MIN = 53;
const LIST_BYTES_MAX = 64_000_000;
/** An assertion with a matcher, or the accessibility scan, which asserts by itself. */
const EXPECTS = /\bexpect(\.poll|\.soft)?\([\s\S]*?\)\s*(\.not)?\s*\.to[A-Z]\w*\(|\bawait expectAccessible\(/;

type Found = { readonly title: string; readonly file: string; readonly line: number; readonly runs: boolean };
type Suite = {
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly { readonly expectedStatus: string }[];
  }[];
  readonly suites?: readonly Suite[];
};

const documented = [...readFileSync("docs/browser-checks.md", "utf8").matchAll(/^(\d+)\. \S/gm)].map(([, number]) =>
  Number(number),
);

/** Returns the tests that Playwright itself lists for the gate, so that text that only looks like a test does not count. */
function testsOfTheGate(): readonly Found[] {
  const cli = join("node_modules", "@playwright", "test", "cli.js");
  const { stdout, stderr } = spawnSync(process.execPath, [cli, "test", "--list", "--reporter=json"], {
    encoding: "utf8",
    maxBuffer: LIST_BYTES_MAX,
    env: { ...process.env, E2E_ADDRESS: "http://localhost:1" },
  });
  assert.ok(stdout.startsWith("{"), stderr);
  const listed = JSON.parse(stdout) as Suite & { readonly errors: readonly unknown[] };
  assert.deepEqual(listed.errors, []);
  return testsIn(listed);
}

function testsIn({ specs = [], suites = [] }: Suite): readonly Found[] {
  const own = specs.map(({ title, file, line, tests }) => ({
    ...{ title, file, line },
    runs: tests.some(({ expectedStatus }) => expectedStatus === "passed"),
  }));
  return [...own, ...suites.flatMap(testsIn)];
}

/** Returns the numbers of the checks in a title's prefix, such as 7 and 8 for "P50, 7, 8: …". P50 names a promise, not a check. */
function numbersIn(title: string): readonly number[] {
  const { labels } = labelled(title);
  return labels.filter((label) => /^\d+$/.test(label)).map(Number);
}

/** Returns whether the test that begins at this line makes an assertion. */
function hasAssertion(source: string, line: number): boolean {
  const [first = "", ...rest] = source.split("\n").slice(line - 1);
  const end = rest.findIndex((text) => /^\s*test(\.describe)?\(/.test(text));
  return EXPECTS.test(codeOnly([first, ...(end === -1 ? rest : rest.slice(0, end))].join("\n")));
}

function proven(found: readonly Found[], sourceOf: (file: string) => string): ReadonlySet<number> {
  const proving = found.filter(({ file, line, runs }) => runs && hasAssertion(sourceOf(file), line));
  return new Set(proving.flatMap(({ title }) => numbersIn(title)));
}

test("each check of docs/browser-checks.md has a browser test that runs in the gate and makes an assertion", () => {
  const found = testsOfTheGate();
  const numbers = proven(found, (file) => readFileSync(join("e2e", file), "utf8"));
  assert.deepEqual(
    documented.filter((number) => !numbers.has(number)),
    [],
    "checks without a test",
  );
  const named = new Set(found.flatMap(({ title }) => numbersIn(title)));
  assert.deepEqual(
    [...named].filter((number) => !documented.includes(number)),
    [],
    "numbers in titles that no check has",
  );
});

test("the list of checks has no gap", () => {
  assert.ok(documented.length >= CHECKS_MIN, `${documented.length} checks`);
  assert.deepEqual(
    documented,
    documented.map((_, index) => index + 1),
  );
});

const ASSERTING = 'test("7: a", async () => {\n  await expect(x)\n    .not.toBeVisible();\n});\ntest("8: b", f);';

for (const [what, source, runs, numbers] of [
  ["counts a test with an assertion", ASSERTING, true, [7]],
  ["does not count a skipped test", ASSERTING, false, []],
  ["does not count a test without an assertion", 'test("7: a", async () => {\n  await page.goto("/");\n});', true, []],
  ["does not count an expect call without a matcher", 'test("7: a", () => {\n  expect(x);\n});', true, []],
  ["does not count an assertion in a comment", 'test("7: a", () => {\n  // expect(x).toBe(1);\n});', true, []],
  ["does not count an assertion of the next test", `test("7: a", f);\n${ASSERTING}`, true, []],
] as const) {
  test(what, () => {
    const found = [{ title: "7: a", file: "a.spec.ts", line: 1, runs }];
    assert.deepEqual([...proven(found, () => source)], numbers);
  });
}
