import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { type Mutant, misfits, needsBuild } from "#test/mutation/mutant.ts";
import { MUTANTS } from "#test/mutation/mutants.ts";

const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : undefined);

test("P43: each mutant fits its file, changes it, and names a test that exists", () => {
  assert.ok(MUTANTS.length >= 30, `${MUTANTS.length} mutants`);
  assert.equal(new Set(MUTANTS.map(({ name }) => name)).size, MUTANTS.length, "each has a name of its own");
  assert.deepEqual(
    MUTANTS.flatMap((mutant) => misfits(mutant, read)),
    [],
  );
  for (const { name, text, becomes, red } of MUTANTS) {
    assert.notEqual(text, becomes, name);
    assert.ok(existsSync(red.file), `${name}: ${red.file} is not there`);
  }
});

test("mutants of one build are told apart by what their tests say, and only those that need a build name one", () => {
  for (const mutant of MUTANTS) assert.equal(mutant.build !== undefined, needsBuild(mutant), mutant.name);
  for (const [build, mutants] of Map.groupBy(MUTANTS.filter(needsBuild), ({ build }) => build)) {
    const said = mutants.map(({ red }) => red.says ?? "");
    assert.ok(!said.includes("") && new Set(said).size === mutants.length, build);
    const planted = new Map<string, string>();
    for (const mutant of mutants) {
      assert.deepEqual(
        misfits(mutant, (file) => planted.get(file) ?? read(file)),
        [],
      );
      for (const { file, text, becomes } of [mutant, ...(mutant.also ?? [])])
        planted.set(file, (planted.get(file) ?? read(file) ?? "").split(text).join(becomes));
    }
  }
});

const MUTANT: Mutant = {
  ...{ name: "a mutant", breaks: "a rule", file: "a.ts", text: "x < y", becomes: "x <= y" },
  red: { file: "a.test.ts", test: "a test" },
};

test("the control: a text that has gone, and one that stands twice, no longer fit; in the second place neither", () => {
  assert.deepEqual(
    misfits(MUTANT, () => "if (x < y)"),
    [],
  );
  const gone = "a mutant: its text occurs 0 times in a.ts, and must occur once";
  assert.deepEqual(
    misfits(MUTANT, () => "if (x <= y)"),
    [gone],
  );
  assert.deepEqual(
    misfits(MUTANT, () => undefined),
    [gone],
  );
  assert.equal(misfits(MUTANT, () => "x < y && x < y").length, 1);
  const also = { ...MUTANT, also: [{ ...MUTANT, file: "b.ts" }] };
  assert.deepEqual(
    misfits(also, (file) => (file === "a.ts" ? "x < y" : "")),
    [gone.replace("a.ts", "b.ts")],
  );
});
