import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { PROMISES } from "#test/promises/list.ts";
import type { Areas, Promised } from "#test/promises/promised.ts";
import { labelled, type TitledTest, testsIn } from "#test/tools/test-titles.ts";

const PAGE = "docs/promises.md";

/** As many as the first list had: a shorter one has lost some. */
const PROMISES_MIN = 60;

type Proofs = ReadonlyMap<string, readonly TitledTest[]>;

function testsOfRepository(): readonly TitledTest[] {
  const listed = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard", "*.test.ts", "*.spec.ts"], {
    encoding: "utf8",
  });
  const files = listed.split("\0").filter((file) => file !== "" && existsSync(file));
  return files.flatMap((file) => testsIn(file, readFileSync(file, "utf8")));
}

/** Returns the tests that name each promise, without the labels of their titles. */
function proofsOf(tests: readonly TitledTest[]): Proofs {
  const named = tests.flatMap(({ file, title }) => {
    const { labels, rest } = labelled(title);
    return labels.filter((label) => label.startsWith("P")).map((id) => ({ id, file, title: rest }));
  });
  return Map.groupBy(named, ({ id }) => id);
}

/** Returns a line for each kept promise without a test, and for each number in a title that is no promise. */
function faultsOf(promises: readonly Promised[], proofs: Proofs): readonly string[] {
  const kept = promises.filter(({ missing }) => missing === undefined);
  return [
    ...kept.filter(({ id }) => !proofs.has(id)).map(({ id }) => `${id} is kept, and no test begins with its number`),
    ...[...proofs].flatMap(([id, tests]) =>
      promises.some((promise) => promise.id === id) ? [] : tests.map(({ file }) => `${id} is no promise: ${file}`),
    ),
  ];
}

/** Escapes the signs that Markdown reads as emphasis, a link or an element. */
const plain = (text: string) => text.replace(/[[\]<>*_`]/g, "\\$&");

function entryOf({ id, says, missing }: Promised, tests: readonly TitledTest[]): string {
  const proof = tests.map(({ file, title }) => `- ${plain(title)} (\`${file}\`)`);
  const [status, gap] = missing === undefined ? ["kept", []] : ["open", [`Missing: ${missing}`, ""]];
  return [`### ${id} · ${status}`, "", says, "", ...gap, ...(proof.length > 0 ? [...proof, ""] : [])].join("\n");
}

function pageOf(promises: Areas, proofs: Proofs): string {
  const all = Object.values(promises).flat();
  const open = all.filter(({ missing }) => missing !== undefined).length;
  const areas = Object.entries(promises).map(([area, own]) =>
    [`## ${area}`, "", ...own.map((promise) => entryOf(promise, proofs.get(promise.id) ?? []))].join("\n"),
  );
  return `# Promises

What Foyer promises to buyers, promoters and operators, each with the tests that prove it. ${all.length - open} are kept, ${open} are open.
A kept promise has at least one test in the gate. An open one says what is missing; the tests below it prove a part.

A test that proves a promise begins with its number (\`"P28: …"\`, or \`"P05, 43: …"\` beside a check of \`docs/browser-checks.md\`). An ellipsis in a title
stands for a value. The list is in \`test/promises\`; \`npm run generate\` writes this page from it and from the titles, and \`test/promises.test.ts\`
fails for a kept promise without a test, and for a number that is no promise.

The numbers of buyers, carts and runs are those of the gate; \`npm run test:full\` and \`FOYER_RACE_SIZE\` raise them. No test asserts a time of the machine:
\`npm run bench\` prints times.

${areas.join("\n")}`
    .trimEnd()
    .concat("\n");
}

const all = Object.values(PROMISES).flat();
const proofs = proofsOf(testsOfRepository());

test("every kept promise has a test whose title begins with its number, and every number in a title is a promise", () => {
  assert.deepEqual(faultsOf(all, proofs), []);
});

test("the promises are numbered without a gap", () => {
  assert.ok(all.length >= PROMISES_MIN, `${all.length} promises`);
  assert.deepEqual(
    all.map(({ id }) => id),
    all.map((_, at) => `P${String(at + 1).padStart(2, "0")}`),
  );
});

test("docs/promises.md is current: `npm run generate` writes it anew", (t) => {
  t.assert.fileSnapshot(pageOf(PROMISES, proofs), PAGE, { serializers: [String] });
});

const KEPT: Promised = { id: "P01", says: "It is so." };

/** Returns the source of a call of `test` or another function. */
const call = (title: string, name = "test", quote = '"') => `${name}(${quote}${title}${quote}, () => {});\n`;

const faultsIn = (source: string, promises: readonly Promised[] = [KEPT]) =>
  faultsOf(promises, proofsOf(testsIn("a.test.ts", source)));

const UNPROVED = ["P01 is kept, and no test begins with its number"];

for (const [what, source, faults] of [
  ["accepts a kept promise with a test", call("P01: is so"), []],
  ["accepts a test of two promises and a check", call("P01, 14: is so"), []],
  ["accepts a template as title", call(`P01: \${count} are so`, "it", "`"), []],
  ["reports a kept promise without a test", call("is so"), UNPROVED],
  ["reports a kept promise that a title only mentions", call("is so, as P01: says"), UNPROVED],
  ["reports a kept promise whose test is a comment", `// ${call("P01: is so")}`, UNPROVED],
  ["reports a number that is no promise", call("P01: is so") + call("P61: is not"), ["P61 is no promise: a.test.ts"]],
  ["reports a number that is written otherwise", call("P01, P1: is so"), ["P1 is no promise: a.test.ts"]],
] as const) {
  test(what, () => assert.deepEqual(faultsIn(source), faults));
}

test("accepts an open promise with and without a test", () => {
  const open = [{ ...KEPT, missing: "All of it." }];
  assert.deepEqual(faultsIn("", open), []);
  assert.deepEqual(faultsIn(call("P01: is so in part"), open), []);
});

test("the page says what an open promise lacks and lists the tests, with an ellipsis for each value", () => {
  const promises = { Payments: [{ ...KEPT, missing: "The rest." }] };
  const page = pageOf(promises, proofsOf(testsIn("a.test.ts", call(`P01: \${of({ a })} is [so]`, "test", "`"))));
  assert.match(page, /0 are kept, 1 are open\./);
  assert.ok(
    page.endsWith("### P01 · open\n\nIt is so.\n\nMissing: The rest.\n\n- … is \\[so\\] (`a.test.ts`)\n"),
    page,
  );
});
