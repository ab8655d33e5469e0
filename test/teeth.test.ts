import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { type Bug, misfits, needsBuild } from "#test/teeth/bug.ts";
import { BUGS } from "#test/teeth/bugs.ts";

const read = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : undefined);

test("P43: each planted bug still fits its file, changes it, and has a test that it turns red", () => {
  assert.ok(BUGS.length >= 30, `${BUGS.length} bugs`);
  assert.equal(new Set(BUGS.map(({ name }) => name)).size, BUGS.length, "each has a name of its own");
  assert.deepEqual(
    BUGS.flatMap((bug) => misfits(bug, read)),
    [],
  );
  for (const { name, text, becomes, red } of BUGS) {
    assert.notEqual(text, becomes, name);
    assert.ok(existsSync(red.file), `${name}: ${red.file} is not there`);
  }
});

test("bugs of one build are told apart by what their tests say, and only those that need a build name one", () => {
  for (const bug of BUGS) assert.equal(bug.build !== undefined, needsBuild(bug), bug.name);
  for (const [build, bugs] of Map.groupBy(BUGS.filter(needsBuild), ({ build }) => build)) {
    const said = bugs.map(({ red }) => red.says ?? "");
    assert.ok(!said.includes("") && new Set(said).size === bugs.length, build);
    const planted = new Map<string, string>();
    for (const bug of bugs) {
      assert.deepEqual(
        misfits(bug, (file) => planted.get(file) ?? read(file)),
        [],
      );
      for (const { file, text, becomes } of [bug, ...(bug.also ?? [])])
        planted.set(file, (planted.get(file) ?? read(file) ?? "").split(text).join(becomes));
    }
  }
});

const BUG: Bug = {
  ...{ name: "a bug", breaks: "a rule", file: "a.ts", text: "x < y", becomes: "x <= y" },
  red: { file: "a.test.ts", test: "a test" },
};

test("the control: a text that has gone, and one that stands twice, no longer fit; in the second place neither", () => {
  assert.deepEqual(
    misfits(BUG, () => "if (x < y)"),
    [],
  );
  const gone = "a bug: its text stands 0 times in a.ts, and must stand there once";
  assert.deepEqual(
    misfits(BUG, () => "if (x <= y)"),
    [gone],
  );
  assert.deepEqual(
    misfits(BUG, () => undefined),
    [gone],
  );
  assert.equal(misfits(BUG, () => "x < y && x < y").length, 1);
  const also = { ...BUG, also: [{ ...BUG, file: "b.ts" }] };
  assert.deepEqual(
    misfits(also, (file) => (file === "a.ts" ? "x < y" : "")),
    [gone.replace("a.ts", "b.ts")],
  );
});
