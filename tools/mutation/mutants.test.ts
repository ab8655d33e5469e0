import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import type { Mutant } from "#test/mutation/mutant.ts";
import { childEnvironment } from "#tools/lib/child-environment.ts";
import { fromRoot } from "#tools/lib/paths.ts";
import { insertMutant, namedBrowserTests, namedTests, reasonForMissing } from "./mutants.ts";

const folder = mkdtempSync(join(tmpdir(), "foyer-mutants-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const tree = join(folder, "tree");
mkdirSync(join(tree, "[folder]"), { recursive: true });
writeFileSync(join(tree, "package.json"), '{ "type": "module" }');
writeFileSync(
  join(tree, "[folder]", "sum.js"),
  "export const sum = (a, b) => a + b;\nexport const less = (a, b) => a < b;\n",
);
writeFileSync(
  join(tree, "[folder]", "sum.test.js"),
  `import assert from "node:assert/strict";
   import { describe, it, test } from "node:test";
   import { sum } from "./sum.js";
   describe("a sum", () => { it("adds (up)", () => assert.equal(sum(1, 2), 3)); });
   test("adds", () => assert.equal(sum(0, 0), 0));
   test("breaks", () => assert.fail("this one always does"));`,
);

const ADDS = { file: "[folder]/sum.test.js", test: "adds (up)" };
const ADDS_NOTHING = { file: "[folder]/sum.test.js", test: "adds" };
type Change = Parameters<typeof insertMutant>[1];

const mutantOf = (text: string, becomes: string): Change => ({
  name: "a mutant",
  file: "[folder]/sum.js",
  text,
  becomes,
});

async function missed(mutant: Change | undefined, red: Mutant["red"]): Promise<string | undefined> {
  const restore = mutant && insertMutant(tree, mutant);
  const ran = await namedTests(process.execPath, tree, { tests: [red], parameters: [], env: childEnvironment([], {}) });
  restore?.();
  return reasonForMissing(ran, red);
}

test("P43: catches a mutant by the test that it names, and restores the file", async () => {
  const before = readFileSync(join(tree, "[folder]", "sum.js"), "utf8");
  assert.equal(await missed(mutantOf("a + b", "a - b"), ADDS), undefined);
  assert.equal(readFileSync(join(tree, "[folder]", "sum.js"), "utf8"), before);
  assert.equal(await missed(undefined, ADDS), "it passed");
});

test("P43: does not catch a mutant when another test of the file fails", async () => {
  assert.equal(await missed(mutantOf("a + b", "a - b"), ADDS_NOTHING), "it passed");
  assert.equal(await missed(mutantOf("a < b", "a <= b"), ADDS), "it passed");
});

test("catches a mutant only with the message that it demands", async () => {
  const mutant = mutantOf("a + b", "a - b");
  assert.equal(await missed(mutant, { ...ADDS, says: "-1 !== 3" }), undefined);
  assert.match(String(await missed(mutant, { ...ADDS, says: "GET /cart" })), /^it failed without "GET \/cart"\n/);
});

test("does not catch a mutant that prevents its test from running", async () => {
  assert.match(String(await missed(mutantOf("a + b", "a + "), ADDS)), /^the test did not run/);
  assert.match(String(await missed(undefined, { ...ADDS, test: "adds up" })), /^the test did not run/);
});

test("finds a browser test by its title, and counts only its own failed assertion", async () => {
  const playwright = pathToFileURL(fromRoot("node_modules", "@playwright", "test", "index.mjs")).href;
  const suite = join(folder, "suite");
  mkdirSync(join(suite, "e2e"), { recursive: true });
  symlinkSync(fromRoot("node_modules"), join(suite, "node_modules"), "dir");
  symlinkSync(fromRoot("tools"), join(suite, "tools"), "dir");
  writeFileSync(
    join(suite, "playwright.config.mjs"),
    "export default { projects: [{ name: 'desktop' }, { name: 'phone' }] };",
  );
  writeFileSync(
    join(suite, "e2e", "shop.spec.mjs"),
    `import { expect, test } from ${JSON.stringify(playwright)};
     test.describe("A shop", () => {
       test("19: sells (two)", { tag: "@once" }, ({}, info) => { expect(info.project.name).toBe("desktop"); });
       test("19: sells (two) more", () => { throw new Error("this test is not selected"); });
       test("adds up", () => { expect(42, "the total").toBe(43); });
       test("breaks", () => { throw new Error("no such server"); });
     });`,
  );
  const named = (test: string) => ({ file: "e2e/shop.spec.mjs", test });
  const tests = ["19: sells (two)", "adds up", "breaks"].map(named);
  const ran = await namedBrowserTests(process.execPath, suite, { tests, env: childEnvironment([], {}) });
  assert.equal(ran.outcomes.length, 3, ran.output);
  assert.equal(reasonForMissing(ran, named("19: sells (two)")), "it passed");
  assert.equal(reasonForMissing(ran, { ...named("adds up"), says: "the total" }), undefined);
  assert.match(String(reasonForMissing(ran, { ...named("adds up"), says: "the cart" })), /^it failed without/);
  assert.equal(reasonForMissing(ran, named("breaks")), "it was interrupted (failed)");
  assert.match(String(reasonForMissing(ran, named("sells"))), /^the test did not run/);
});

test("refuses a mutant whose text occurs never or twice, and changes nothing", () => {
  const before = readFileSync(join(tree, "[folder]", "sum.js"), "utf8");
  for (const text of ["a * b", "(a, b)"]) {
    assert.throws(() => insertMutant(tree, mutantOf(text, "")), /a mutant no longer fits .*sum\.js/);
    assert.equal(readFileSync(join(tree, "[folder]", "sum.js"), "utf8"), before);
  }
});

test("inserts a mutant in both places of a file", () => {
  const before = readFileSync(join(tree, "[folder]", "sum.js"), "utf8");
  const restore = insertMutant(tree, {
    ...mutantOf("a + b", "b"),
    also: [{ file: "[folder]/sum.js", text: "a < b", becomes: "true" }],
  });
  assert.match(readFileSync(join(tree, "[folder]", "sum.js"), "utf8"), /=> b;\n.*=> true;/);
  restore();
  assert.equal(readFileSync(join(tree, "[folder]", "sum.js"), "utf8"), before);
});
