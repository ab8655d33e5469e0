import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { differencesOf } from "./differences.ts";
import { openRecords } from "./record.ts";
import { runStages } from "./run-stages.ts";
import { shuffled } from "./shuffled.ts";
import { resultOf, type Stage, type StageResult } from "./stage.ts";

const folder = mkdtempSync(join(tmpdir(), "foyer-full-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const SIZES = { repeats: 2, seed: 7, kills: 3, hours: 1, specs: [] };
const PASSED = { passed: 3, failed: 0 };
const FAILED = { passed: 1, failed: 2 };

/** Runs stages with these results, and returns what was printed, the exit code and the stages that ran. */
async function runAll(
  context: TestContext,
  name: string,
  results: Readonly<Record<string, StageResult>>,
  { resumes = false, sizes = SIZES } = {},
) {
  const ran: string[] = [];
  const stages = Object.entries(results).map(([stage, result]): Stage => {
    const run = async () => {
      ran.push(stage);
      return result;
    };
    return { name: stage, proves: "a promise", run };
  });
  let printed = "";
  const write = context.mock.method(process.stdout, "write", (text: string) => {
    printed += text;
    return true;
  });
  const records = openRecords(join(folder, name));
  const code = await runStages(stages, { node: process.execPath, records, sizes, resumes });
  write.mock.restore();
  return { printed, code, ran };
}

test("adds up the stages, and exits with 1 when one failed", async (context) => {
  const { printed, code } = await runAll(context, "sum", { one: PASSED, two: FAILED });
  assert.equal(code, 1);
  assert.match(printed, /FAILED: two: .*two\.log\n4 passed, 2 failed\n$/);
});

test("prints a stage that did not run, and does not count it as passed", async (context) => {
  const { printed, code } = await runAll(context, "not-run", { one: PASSED, two: { notRun: "there is no unshare" } });
  assert.equal(code, 0);
  assert.match(printed, /two {13}NOT RUN: there is no unshare/);
  assert.match(printed, /1 stages NOT RUN; .*\n3 passed, 0 failed\n$/);
});

test("resumes with the stages that have not passed with the same sizes, and counts the others", async (context) => {
  await runAll(context, "resumed", { one: PASSED, two: FAILED, three: { notRun: "no" } });
  const again = { one: PASSED, two: PASSED, three: PASSED, four: PASSED };
  const { printed, ran } = await runAll(context, "resumed", again, { resumes: true });
  assert.deepEqual(ran, ["two", "three", "four"]);
  assert.match(printed, /one {13}3 passed {2}· {2}passed before/);
  assert.match(printed, /12 passed, 0 failed\n$/);
  const larger = await runAll(
    context,
    "resumed",
    { one: PASSED },
    { resumes: true, sizes: { ...SIZES, repeats: 100 } },
  );
  assert.deepEqual(larger.ran, ["one"]);
});

test("repeats every stage without --resume", async (context) => {
  await runAll(context, "fresh", { one: PASSED });
  assert.deepEqual((await runAll(context, "fresh", { one: PASSED })).ran, ["one"]);
});

test("reads the counts of a program's last lines", () => {
  assert.deepEqual(resultOf(["2 skipped; …", "5 passed, 0 failed"], 0), { passed: 5, failed: 0, skipped: 2 });
  assert.deepEqual(resultOf(["3 runs passed, 0 failed"], 0), { passed: 3, failed: 0 });
  assert.deepEqual(resultOf(["58 passed, 0 failed, 1 flaky: a title"], 0), { passed: 58, failed: 0 });
  assert.deepEqual(resultOf(["NOT RUN: there is no unshare"], 0), { notRun: "there is no unshare" });
  const withoutEngine = ["NOT RUN: webkit is not installed", "209 passed, 0 failed", "", "3 runs passed, 0 failed", ""];
  assert.deepEqual(resultOf(withoutEngine, 0), { passed: 3, failed: 0 });
  assert.deepEqual(resultOf(["5 passed, 0 failed"], 1), { passed: 5, failed: 1 });
  assert.deepEqual(resultOf(["crashed"], 0), { passed: 0, failed: 1 });
});

test("P44: a seed gives the same order of spec files again, and another seed another one", () => {
  const files = Array.from({ length: 20 }, (_, n) => `${n}.spec.ts`);
  assert.deepEqual(shuffled(files, 7), shuffled(files, 7));
  assert.notDeepEqual(shuffled(files, 7), shuffled(files, 8));
  assert.deepEqual(shuffled(files, 7).toSorted(), files.toSorted());
});

test("P57: names each test whose outcome differs between two runs, or that only one of them has", () => {
  const one = { a: "expected", b: "expected", c: "skipped" } as const;
  assert.deepEqual(differencesOf(one, one), []);
  assert.deepEqual(differencesOf(one, { a: "expected", b: "unexpected", d: "expected" }), [
    ...["b: expected, then unexpected", "c: skipped, then not run", "d: not run, then expected"],
  ]);
});
