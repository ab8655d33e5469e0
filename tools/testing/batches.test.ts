import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { childEnvironment } from "#tools/lib/child-environment.ts";
import { fromRoot, root } from "#tools/lib/paths.ts";
import { inBatches } from "./batches.ts";

const folder = mkdtempSync(join(tmpdir(), "foyer-batches-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const IMPORT = 'import test from "node:test";\n';

/** Writes these files, runs them in batches, and returns their counts and the number of processes. */
function run(name: string, sources: Readonly<Record<string, string>>) {
  const tree = join(folder, name);
  for (const [file, source] of Object.entries(sources)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), IMPORT + source);
  }
  const files = inBatches(["tests/**/*.test.mjs"], tree, tree);
  const reporter = fromRoot("tools", "testing", "count-reporter.ts");
  const { status, stdout } = spawnSync(process.execPath, ["--test", `--test-reporter=${reporter}`, ...files], {
    ...{ cwd: tree, env: childEnvironment([], {}), encoding: "utf8" },
  });
  return { status, counts: JSON.parse(stdout), files };
}

test("starts long files first, and those that need a process by themselves", () => {
  const { status, counts, files } = run("order", {
    "tests/a.test.mjs": 'test("a", () => {});',
    "tests/b.test.mjs": 'test("b", (t) => t.test("part", () => {}));',
    "tests/[env]/env.test.mjs": 'test("env", () => { process.env.A = "1"; });',
    "tests/race/z.test.mjs": 'test("z", () => {});',
  });
  assert.deepEqual(files, [
    "tests/race/z.test.mjs",
    join(folder, "order", "batch-1.mjs"),
    "tests/[[]env]/env.test.mjs",
  ]);
  assert.equal(status, 0);
  // A file that no pattern matches would count nothing.
  assert.deepEqual(counts, { passed: 5, failed: 0, skipped: 0 });
});

test("runs the hooks of a file before the next file is loaded", () => {
  const { counts } = run("hooks", {
    "tests/a.test.mjs": `test.after(() => console.log("x")); Object.assign(Array, { isOpen: true });
      test.after(() => { Array.isOpen = false; });
      test("a", () => {});`,
    "tests/b.test.mjs": 'const { isOpen } = Array; test("b", (t) => t.assert.equal(isOpen, false));',
  });
  assert.deepEqual(counts, { passed: 2, failed: 0, skipped: 0 });
});

test("counts a failed test, a file that cannot be loaded, and one whose process ends before its tests", () => {
  const passing = { "tests/z.test.mjs": 'test("z", () => {});' };
  for (const [name, source, passed] of [
    ["fails", 'test("a", (t) => t.assert.equal(1, 2));', 1],
    ["throws", 'throw new Error("No.");', 1],
    ["ends", 'import { exit } from "node:process"; test("a", () => exit(0));', 0],
  ] as const) {
    const { status, counts } = run(name, { "tests/a.test.mjs": source, ...passing });
    assert.equal(status, 1, name);
    assert.deepEqual([counts.passed, counts.failed > 0], [passed, true], name);
  }
});

test("has each test file of the service and of the storefront's modules once", () => {
  for (const [name, patterns, folders] of [
    ["service", ["service/**/*.test.ts"], "service/{src,test,setup,processor}"],
    ["units", ["{app,lib}/**/*.test.ts"], "{app,lib}"],
  ] as const) {
    const batches = mkdtempSync(join(folder, name));
    const files = inBatches(patterns, batches).flatMap((file) =>
      file.startsWith(batches)
        ? [...readFileSync(file, "utf8").matchAll(/\["([^"]+)","file:/g)].map(([, one]) => one)
        : globSync(file, { cwd: root }),
    );
    const all = globSync(`${folders}/**/*.test.ts`, { cwd: root });
    assert.deepEqual(files.toSorted(), all.toSorted());
  }
});
