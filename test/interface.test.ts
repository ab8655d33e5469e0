import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { interfacePage } from "#test/conformance/page.ts";
import { SECTIONS } from "#test/conformance/sections.ts";

/** The folders whose tests each prove a part of the page: the client's contract with a service, and its reading. */
const FOLDERS = ["test/contract", "lib/ticketing"];
const FEWEST_TESTS = 25;

const section = /^## (.+)$/;
const testFile = /`((?:[\w-]+\/)+[\w.-]+\.test\.ts)`/g;

/** Returns a line for each section without a test, each named test that is missing, and each test that no section names. */
function faultsOf(page: string, tests: readonly string[], exists: (file: string) => boolean): readonly string[] {
  const sections = page.split(/^(?=## )/m).filter((text) => section.test(text.split("\n")[0] ?? ""));
  const named = [...page.matchAll(testFile)].map(([, file = ""]) => file);
  return [
    ...sections
      .filter((text) => !/^Tests: /m.test(text))
      .map((text) => `${section.exec(text.split("\n")[0] ?? "")?.[1]}: name its tests`),
    ...named.filter((file) => !exists(file)).map((file) => `${file} does not exist: name where it is now`),
    ...tests.filter((file) => !named.includes(file)).map((file) => `${file}: name it in the section that it proves`),
  ];
}

test("docs/interface.md is made from the statements of the conformance kit: `npm run generate` updates it", (t) => {
  t.assert.fileSnapshot(interfacePage(SECTIONS), "docs/interface.md", { serializers: [String] });
});

test("each section of docs/interface.md names tests that exist, and each contract test is named", () => {
  const files = ["test", "lib", "service"].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" }).map((file) => join(root, file)),
  );
  const proving = files.filter(
    (file) => file.endsWith(".test.ts") && FOLDERS.some((one) => file.startsWith(`${one}/`)),
  );
  assert.ok(proving.length >= FEWEST_TESTS, `${proving.length} tests`);
  const present = new Set(files);
  assert.deepEqual(
    faultsOf(readFileSync("docs/interface.md", "utf8"), proving, (file) => present.has(file)),
    [],
  );
});

test("reports a section without tests, a named test that is missing, and a test that is not named", () => {
  const page = "## Cart\n\nTests: `test/contract/cart.test.ts`, `test/contract/old.test.ts`\n\n## States\n\nSome.\n";
  const tests = ["test/contract/cart.test.ts", "test/contract/pay.test.ts"];
  assert.deepEqual(
    faultsOf(page, tests, (file) => tests.includes(file)),
    [
      "States: name its tests",
      "test/contract/old.test.ts does not exist: name where it is now",
      "test/contract/pay.test.ts: name it in the section that it proves",
    ],
  );
});
