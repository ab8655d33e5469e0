import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { hasTest, type Mutant, misfits, needsBuild } from "#test/mutation/mutant.ts";
import { MUTANTS } from "#test/mutation/mutants.ts";

const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : undefined);

test("P43: each mutant's text occurs once in its file, and its test exists", () => {
  assert.ok(MUTANTS.length >= 30, `${MUTANTS.length} mutants`);
  assert.equal(new Set(MUTANTS.map(({ name }) => name)).size, MUTANTS.length, "names are unique");
  assert.deepEqual(
    MUTANTS.flatMap((mutant) => misfits(mutant, read)),
    [],
  );
  for (const { name, text, becomes } of MUTANTS) assert.notEqual(text, becomes, name);
  const missing = MUTANTS.flatMap(({ name, red, visits }) =>
    [red, ...(visits ? [visits] : [])].flatMap(({ file, test }) =>
      hasTest(read(file) ?? "", test) ? [] : [`${name}: ${file} has no test "${test}"`],
    ),
  );
  assert.deepEqual(missing, []);
});

test("finds a test by its title, as a string or as a template, and no other", () => {
  const template = "`$" + "{type}: refuses $" + "{count} tickets`";
  const elsewhere = "const text = `$" + "{who} pays $" + "{times}`;";
  const source = `${elsewhere}\ntest("pays \\"once\\"", run);\ntest(${template}, run);`;
  for (const title of ['pays "once"', "Adult: refuses 3 tickets"]) assert.equal(hasTest(source, title), true, title);
  for (const title of ["pays twice", "Ada pays twice", "Adult: sells 3 tickets"])
    assert.equal(hasTest(source, title), false, title);
});

test("mutants of one build fail with different messages, and only mutants that need a build name one", () => {
  for (const mutant of MUTANTS) assert.equal(mutant.build !== undefined, needsBuild(mutant), mutant.name);
  for (const [build, mutants] of Map.groupBy(MUTANTS.filter(needsBuild), ({ build }) => build)) {
    const messages = mutants.map(({ red }) => red.says ?? "");
    assert.ok(!messages.includes("") && new Set(messages).size === mutants.length, build);
    const changed = new Map<string, string>();
    for (const mutant of mutants) {
      assert.deepEqual(
        misfits(mutant, (file) => changed.get(file) ?? read(file)),
        [],
      );
      for (const { file, text, becomes } of [mutant, ...(mutant.also ?? [])])
        changed.set(file, (changed.get(file) ?? read(file) ?? "").split(text).join(becomes));
    }
  }
});

const MUTANT: Mutant = {
  ...{ name: "a mutant", breaks: "a rule", file: "a.ts", text: "x < y", becomes: "x <= y" },
  red: { file: "a.test.ts", test: "a test" },
};

test("reports a text that is missing or occurs twice, in the first place and in further ones", () => {
  assert.deepEqual(
    misfits(MUTANT, () => "if (x < y)"),
    [],
  );
  const missing = "a mutant: its text occurs 0 times in a.ts, and must occur once";
  assert.deepEqual(
    misfits(MUTANT, () => "if (x <= y)"),
    [missing],
  );
  assert.deepEqual(
    misfits(MUTANT, () => undefined),
    [missing],
  );
  assert.equal(misfits(MUTANT, () => "x < y && x < y").length, 1);
  const also = { ...MUTANT, also: [{ ...MUTANT, file: "b.ts" }] };
  assert.deepEqual(
    misfits(also, (file) => (file === "a.ts" ? "x < y" : "")),
    [missing.replace("a.ts", "b.ts")],
  );
});
