import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

const RECIPES = [
  "a field about the buyer",
  "a payment method",
  "a call of the interface",
  "a page for promoters",
  "a language",
  "a notification",
];

/** A path in backticks, with "(planned)" after it when it does not exist yet. */
const PATH = /`(\.?[\w()[\].-]+(?:\/[\w()[\].-]+)+|[\w.-]+\.(?:ts|js|json))`( \(planned\))?/g;

/** Returns a line for each path in a text that does not exist, and for each planned one that does. */
function wrongPathsIn(text: string, exists: (path: string) => boolean): readonly string[] {
  return [...text.matchAll(PATH)].flatMap(([, path = "", planned]) => {
    if (planned === undefined) return exists(path) ? [] : [`${path} does not exist: name where it is now`];
    return exists(path) ? [`${path} exists now: write the recipe for it`] : [];
  });
}

const contributing = readFileSync("CONTRIBUTING.md", "utf8");

for (const recipe of RECIPES) {
  test(`CONTRIBUTING.md says how to add ${recipe}, in files that exist`, () => {
    const [, section = ""] = contributing.split(`\n### Add ${recipe}\n`);
    const [steps = ""] = section.split("\n### ");
    assert.ok([...steps.matchAll(PATH)].length >= 7, `${[...steps.matchAll(PATH)].length} files`);
    assert.deepEqual(wrongPathsIn(steps, existsSync), []);
  });
}

for (const page of ["CONTRIBUTING.md", "SECURITY.md", "README.md", ".github/pull_request_template.md"]) {
  test(`${page} names files that exist`, () => {
    assert.deepEqual(wrongPathsIn(readFileSync(page, "utf8"), existsSync), []);
  });
}

test("reports a missing path, and a planned one that exists", () => {
  const text = "`lib/missing.ts` and `service/src/later` (planned), not `npm run e2e -- e2e/a.ts`";
  assert.deepEqual(
    wrongPathsIn(text, () => false),
    ["lib/missing.ts does not exist: name where it is now"],
  );
  assert.deepEqual(
    wrongPathsIn(text, () => true),
    ["service/src/later exists now: write the recipe for it"],
  );
});
