import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { Fault } from "./fault.js";
import { inHouse } from "./house.js";
import { lastLines, run } from "./run.js";

/** No test that is named here takes long: a bug that makes one hang has not been caught by what it says. */
const RUN_MS = 5 * 60_000;
/** A build, and tests that ask everything of it. */
const BUILD_AND_RUN_MS = 30 * 60_000;

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

/** Runs these tests and no others, in the copy of the tree; `of` returns the result of one of them. */
export async function namedTests(node, tree, { tests, parameters, env, timeout = RUN_MS }) {
  const patterns = [...new Set(tests.map(({ test }) => `--test-name-pattern=^${escaped(test)}$`))];
  const files = [...new Set(tests.map(({ file }) => file))].map(asGlob);
  return withReport(tree, async (report) => {
    const reporters = [
      ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
      ...[`--test-reporter=${inHouse("scripts", "told-reporter.js")}`, `--test-reporter-destination=${report}`],
    ];
    const all = ["--test", ...reporters, ...parameters, ...patterns, ...files];
    return run(node, all, { cwd: tree, env, timeout });
  });
}

/** The same for browser tests, on the wide screen alone; they need a storefront that runs, which `env` names. */
export async function namedBrowserTests(node, tree, { tests, env, timeout = RUN_MS }) {
  const playwright = join(tree, "node_modules", "@playwright", "test", "cli.js");
  const titles = tests.map(({ test }) => escaped(test)).join("|");
  // A title is searched for in "file suite title @tags".
  const chosen = [
    "--project=desktop",
    "--grep",
    `(^|\\s)(${titles})(\\s@|$)`,
    ...new Set(tests.map(({ file }) => file)),
  ];
  return withReport(tree, (report) =>
    run(node, [playwright, "test", "--reporter=line,./scripts/playwright-told.js", ...chosen], {
      cwd: tree,
      env: { ...env, E2E_REPORT: report },
      timeout,
    }),
  );
}

/** The same for tests that need a storefront which was built: one is, from the copy of the tree. */
export async function namedTestsOfBuild(node, tree, { tests, env }) {
  return withReport(tree, (report) =>
    run(node, [join(tree, "scripts", "built-tests.js"), JSON.stringify(tests), report], {
      cwd: tree,
      env,
      timeout: BUILD_AND_RUN_MS,
    }),
  );
}

/** Answers what the run said and wrote down: a list of `{ name, file, passed, failure, message }`. */
async function withReport(tree, work) {
  const folder = mkdtempSync(join(tmpdir(), "foyer-told-"));
  const report = join(folder, "told.json");
  const { output } = await work(report);
  const results = read(report);
  rmSync(folder, { recursive: true, force: true });
  return {
    output,
    results,
    of: ({ file, test }) =>
      results.find((one) => one.name === test && one.file !== undefined && relative(tree, one.file) === file),
  };
}

/** Nothing when the test has turned red by what it says itself; otherwise why it proves nothing. */
export function isCaught(ran, red) {
  const result = ran.of(red);
  if (result === undefined) return `the test did not get to run\n${lastLines(ran.output)}`;
  if (result.passed) return "it stayed green";
  if (result.failure !== "testCodeFailure") return `it broke off (${result.failure})`;
  const { says = "" } = red;
  return result.message?.includes(says)
    ? undefined
    : `it is red, and does not say "${says}"\n${lastLines(result.message ?? "")}`;
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
