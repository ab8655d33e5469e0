import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** In the checkout, so that the test files find fast-check. */
const folder = mkdtempSync(join(root, "node_modules", ".random-seed-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Each seed finds other numbers above the limit, and they are not shrunk, so each counterexample names its seed. */
const FAILING = `import { test } from "node:test";
import fc from "fast-check";
const numbers = fc.noShrink(fc.integer({ min: 0, max: 1_000_000_000 }));
test("fails", () => fc.assert(fc.property(numbers, (n) => n < 500_000_000)));
test("fails later", async () => fc.assert(fc.asyncProperty(numbers, async (n) => n < 900_000_000)));`;

function runOnce(seed?: string): string {
  const file = join(folder, "fails.test.js");
  writeFileSync(file, FAILING);
  const { NODE_TEST_CONTEXT: _, FOYER_SEED: __, ...env } = process.env;
  const { status, stdout } = spawnSync(
    process.execPath,
    ["--import=./test/tools/random-seed.ts", "--test", "--test-reporter=tap", file],
    { cwd: root, encoding: "utf8", env: seed === undefined ? env : { ...env, FOYER_SEED: seed } },
  );
  assert.equal(status, 1, stdout);
  return stdout;
}

const seedsIn = (output: string) =>
  [...output.matchAll(/FOYER_SEED=(-?\d+) reproduces this failure/g)].map(([, seed]) => seed);
const counterexamplesIn = (output: string) =>
  [...output.matchAll(/Counterexample: (\[\d+\])/g)].map(([, numbers]) => numbers);

test("P44: the seed that a failing random test prints reproduces the failure, of a synchronous and an asynchronous property", () => {
  const first = runOnce();
  const seeds = seedsIn(first);
  assert.ok(seeds.length >= 2, first);
  for (const [at, name] of ["fails", "fails later"].entries()) {
    const again = runOnce(seeds[at] ?? assert.fail("no seed"));
    assert.equal(counterexamplesIn(again)[at], counterexamplesIn(first)[at], name);
  }
});

test("P44: another seed finds another counterexample, so that the comparison above can fail", () => {
  assert.notDeepEqual(counterexamplesIn(runOnce("1")), counterexamplesIn(runOnce("2")));
  assert.deepEqual(counterexamplesIn(runOnce("1")), counterexamplesIn(runOnce("1")));
});
