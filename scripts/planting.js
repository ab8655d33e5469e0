import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Fault } from "./fault.js";
import { inHouse } from "./house.js";
import { lastLines, run } from "./run.js";

/** No test that is named here takes long: a bug that makes one hang has not been caught by what it says. */
const RUN_MS = 5 * 60_000;

/** Writes the bug into its files, and answers how to take it out again. */
export function plant(tree, { also = [], ...first }) {
  const before = new Map();
  for (const { file, text, becomes } of [first, ...also]) {
    const path = join(tree, file);
    const now = readFileSync(path, "utf8");
    if (!before.has(path)) before.set(path, now);
    const [start, end, ...more] = now.split(text);
    if (end === undefined || more.length > 0) throw new Fault(`${first.name} no longer fits ${file}.`);
    writeFileSync(path, start + becomes + end);
  }
  return () => {
    for (const [path, text] of before) writeFileSync(path, text);
  };
}

/** Runs these tests and no others, in the copy of the tree; `of` answers what became of one of them. */
export async function namedTests(node, tree, { tests, parameters, env }) {
  const folder = mkdtempSync(`${tree}-told-`);
  const told = join(folder, "told.json");
  const patterns = [...new Set(tests.map(({ test }) => `--test-name-pattern=^${escaped(test)}$`))];
  const reporters = [
    ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
    ...[`--test-reporter=${inHouse("scripts", "told-reporter.js")}`, `--test-reporter-destination=${told}`],
  ];
  const files = [...new Set(tests.map(({ file }) => file))].map(asGlob);
  const all = ["--test", ...reporters, ...parameters, ...patterns, ...files];
  const { output } = await run(node, all, { cwd: tree, env, timeout: RUN_MS });
  const results = read(told);
  rmSync(folder, { recursive: true, force: true });
  return {
    output,
    of: ({ file, test }) =>
      results.find((one) => one.name === test && one.file !== undefined && relative(tree, one.file) === file),
  };
}

/** Nothing when the test has turned red by what it says itself; otherwise why it proves nothing. */
export function isCaught(ran, red) {
  const result = ran.of(red);
  if (result === undefined) return `the test did not get to run\n${lastLines(ran.output)}`;
  if (result.passed) return "it stayed green";
  return result.failure === "testCodeFailure" ? undefined : `it broke off (${result.failure})`;
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return [];
  }
}

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Folders such as [locale] would be read as patterns. */
const asGlob = (file) => file.replace(/[[\]()]/g, "[$&]");
