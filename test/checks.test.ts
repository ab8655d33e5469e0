import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { codeOnly } from "#test/architecture/imports.ts";

/** As many as the list of the design had: a shorter list has lost some. */
const CHECKS_MIN = 52;
const LIST_BYTES_MAX = 64_000_000;
/** An expectation that is compared with something, or the scan for accessibility, which expects by itself. */
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

/** What Playwright itself would run in the gate, so that nothing counts that only looks like a test. */
function testsOfTheGate(): readonly Found[] {
  const cli = join("node_modules", "@playwright", "test", "cli.js");
  const { stdout, stderr } = spawnSync(process.execPath, [cli, "test", "--list", "--reporter=json"], {
    encoding: "utf8",
    maxBuffer: LIST_BYTES_MAX,
    env: { ...process.env, E2E_ADDRESS: "http://localhost:1", E2E_PROJECT: "sandbox" },
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

function numbersIn(title: string): readonly number[] {
  const [, numbers = ""] = /^((?:\d+, )*\d+): /.exec(title) ?? [];
  return numbers === "" ? [] : numbers.split(", ").map(Number);
}

/** From the line of a test to the next one: whether anything in it is expected of anything. */
function expectsSomething(source: string, line: number): boolean {
  const [first = "", ...rest] = source.split("\n").slice(line - 1);
  const end = rest.findIndex((text) => /^\s*test(\.describe)?\(/.test(text));
  return EXPECTS.test(codeOnly([first, ...(end === -1 ? rest : rest.slice(0, end))].join("\n")));
}

function proven(found: readonly Found[], sourceOf: (file: string) => string): ReadonlySet<number> {
  const proving = found.filter(({ file, line, runs }) => runs && expectsSomething(sourceOf(file), line));
  return new Set(proving.flatMap(({ title }) => numbersIn(title)));
}

test("each check of docs/browser-checks.md has a browser test that runs in the gate and expects something", () => {
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
    "numbers in titles that are no check",
  );
});

test("the list of checks has no gap", () => {
  assert.ok(documented.length >= CHECKS_MIN, `${documented.length} checks`);
  assert.deepEqual(
    documented,
    documented.map((_, index) => index + 1),
  );
});

const EXPECTING = 'test("7: a", async () => {\n  await expect(x)\n    .not.toBeVisible();\n});\ntest("8: b", f);';

for (const [what, source, runs, numbers] of [
  ["a test that expects something counts", EXPECTING, true, [7]],
  ["a test that is skipped does not count", EXPECTING, false, []],
  [
    "a test without an expectation does not count",
    'test("7: a", async () => {\n  await page.goto("/");\n});',
    true,
    [],
  ],
  ["an expectation that compares nothing does not count", 'test("7: a", () => {\n  expect(x);\n});', true, []],
  ["an expectation in a comment does not count", 'test("7: a", () => {\n  // expect(x).toBe(1);\n});', true, []],
  ["an expectation of the next test does not count", `test("7: a", f);\n${EXPECTING}`, true, []],
] as const) {
  test(what, () => {
    const found = [{ title: "7: a", file: "a.spec.ts", line: 1, runs }];
    assert.deepEqual([...proven(found, () => source)], numbers);
  });
}
