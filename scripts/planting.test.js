import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { environmentFor, inHouse } from "./house.js";
import { isCaught, namedBrowserTests, namedTests, plant } from "./planting.js";

const folder = mkdtempSync(join(tmpdir(), "foyer-planting-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const tree = join(folder, "tree");
mkdirSync(join(tree, "[room]"), { recursive: true });
writeFileSync(join(tree, "package.json"), '{ "type": "module" }');
writeFileSync(
  join(tree, "[room]", "sum.js"),
  "export const sum = (a, b) => a + b;\nexport const less = (a, b) => a < b;\n",
);
writeFileSync(
  join(tree, "[room]", "sum.test.js"),
  `import assert from "node:assert/strict";
   import { describe, it, test } from "node:test";
   import { sum } from "./sum.js";
   describe("a sum", () => { it("adds (up)", () => assert.equal(sum(1, 2), 3)); });
   test("adds", () => assert.equal(sum(0, 0), 0));
   test("breaks", () => assert.fail("this one always does"));`,
);

const ADDS = { file: "[room]/sum.test.js", test: "adds (up)" };
const ADDS_NOTHING = { file: "[room]/sum.test.js", test: "adds" };
const bug = (text, becomes) => ({ name: "a bug", file: "[room]/sum.js", text, becomes });

async function told(planted, red) {
  const restore = planted && plant(tree, planted);
  const ran = await namedTests(process.execPath, tree, { tests: [red], parameters: [], env: environmentFor([], {}) });
  restore?.();
  return isCaught(ran, red);
}

test("a bug is caught by the test that it names, and taken out again", async () => {
  const before = readFileSync(join(tree, "[room]", "sum.js"), "utf8");
  assert.equal(await told(bug("a + b", "a - b"), ADDS), undefined);
  assert.equal(readFileSync(join(tree, "[room]", "sum.js"), "utf8"), before);
  assert.equal(await told(undefined, ADDS), "it stayed green");
});

test("a test that looks elsewhere catches nothing, whatever else in its file is red", async () => {
  assert.equal(await told(bug("a + b", "a - b"), ADDS_NOTHING), "it stayed green");
  assert.equal(await told(bug("a < b", "a <= b"), ADDS), "it stayed green");
});

test("a test that must say where the bug is has caught it only if it says so", async () => {
  const planted = bug("a + b", "a - b");
  assert.equal(await told(planted, { ...ADDS, says: "-1 !== 3" }), undefined);
  assert.match(await told(planted, { ...ADDS, says: "GET /cart" }), /^it is red, and does not say "GET \/cart"\n/);
});

test("what cannot be loaded has caught nothing, nor has a test that is not there", async () => {
  assert.match(await told(bug("a + b", "a + "), ADDS), /^the test did not get to run/);
  assert.match(await told(undefined, { ...ADDS, test: "adds up" }), /^the test did not get to run/);
});

test("a browser test is named by its title, and is red by its own expectation alone", async () => {
  const playwright = pathToFileURL(inHouse("node_modules", "@playwright", "test", "index.mjs")).href;
  const suite = join(folder, "suite");
  mkdirSync(join(suite, "e2e"), { recursive: true });
  symlinkSync(inHouse("node_modules"), join(suite, "node_modules"), "dir");
  symlinkSync(inHouse("scripts"), join(suite, "scripts"), "dir");
  writeFileSync(
    join(suite, "playwright.config.mjs"),
    "export default { projects: [{ name: 'desktop' }, { name: 'phone' }] };",
  );
  writeFileSync(
    join(suite, "e2e", "shop.spec.mjs"),
    `import { expect, test } from ${JSON.stringify(playwright)};
     test.describe("A shop", () => {
       test("19: sells (two)", { tag: "@once" }, ({}, info) => { expect(info.project.name).toBe("desktop"); });
       test("19: sells (two) more", () => { throw new Error("this one is not asked for"); });
       test("adds up", () => { expect(42, "the total").toBe(43); });
       test("breaks", () => { throw new Error("no such server"); });
     });`,
  );
  const named = (test) => ({ file: "e2e/shop.spec.mjs", test });
  const tests = ["19: sells (two)", "adds up", "breaks"].map(named);
  const ran = await namedBrowserTests(process.execPath, suite, { tests, env: environmentFor([], {}) });
  assert.equal(ran.results.length, 3, ran.output);
  assert.equal(isCaught(ran, named("19: sells (two)")), "it stayed green");
  assert.equal(isCaught(ran, { ...named("adds up"), says: "the total" }), undefined);
  assert.match(isCaught(ran, { ...named("adds up"), says: "the cart" }), /^it is red, and does not say/);
  assert.equal(isCaught(ran, named("breaks")), "it broke off (failed)");
  assert.match(isCaught(ran, named("sells")), /^the test did not get to run/);
});

test("a text that is not there, or stands twice, is not planted, and nothing of the bug stays", () => {
  const before = readFileSync(join(tree, "[room]", "sum.js"), "utf8");
  for (const text of ["a * b", "(a, b)"]) {
    assert.throws(() => plant(tree, bug(text, "")), /a bug no longer fits .*sum\.js/);
    assert.equal(readFileSync(join(tree, "[room]", "sum.js"), "utf8"), before);
  }
});

test("a bug in two places of one file is planted in both", () => {
  const before = readFileSync(join(tree, "[room]", "sum.js"), "utf8");
  const restore = plant(tree, {
    ...bug("a + b", "b"),
    also: [{ file: "[room]/sum.js", text: "a < b", becomes: "true" }],
  });
  assert.match(readFileSync(join(tree, "[room]", "sum.js"), "utf8"), /=> b;\n.*=> true;/);
  restore();
  assert.equal(readFileSync(join(tree, "[room]", "sum.js"), "utf8"), before);
});
