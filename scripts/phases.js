import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inHouse, root } from "./house.js";
import { lastLines, run } from "./run.js";
import { say, since } from "./say.js";

const FAILURES_START = "✖ failing tests:";
const FAILURE_LINES = 200;

/** One thing after another, each with its time and its count; a failure shows what was said, and the rest goes on. */
export function createPhases() {
  const total = { passed: 0, failed: 0, skipped: 0 };

  /** `work` answers what it counted, and what to show if that is not all well. */
  async function phase(name, work) {
    const begun = Date.now();
    const { passed = 0, failed = 0, skipped = 0, output = "" } = await work();
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    const parts = [`${passed} passed`, failed > 0 && `${failed} FAILED`, skipped > 0 && `${skipped} SKIPPED`];
    say(`${name.padEnd(28)}${parts.filter(Boolean).join(", ")}  ·  ${since(begun)}`);
    if (failed > 0 && output !== "") say(output);
    return failed === 0;
  }

  return { phase, total };
}

/** Programs one after another that must all be content; together they count as one. */
export async function allContent(node, commands, env) {
  for (const [file, ...parameters] of commands) {
    const { code, output } = await run(node, [inHouse(file), ...parameters], { cwd: root, env });
    if (code !== 0) return { failed: 1, output: lastLines(output, FAILURE_LINES) };
  }
  return { passed: 1 };
}

/** Tests by node:test. Everything it says is kept, and only what went wrong is shown. */
export async function nodeTests(node, parameters, env) {
  const folder = mkdtempSync(join(tmpdir(), "foyer-count-"));
  const counted = join(folder, "counts.json");
  const reporters = [
    ...["--test-reporter=spec", "--test-reporter-destination=stdout"],
    ...[`--test-reporter=${inHouse("scripts", "count-reporter.js")}`, `--test-reporter-destination=${counted}`],
  ];
  const { code, output } = await run(node, ["--test", ...reporters, ...parameters], { cwd: root, env });
  const counts = read(counted);
  rmSync(folder, { recursive: true, force: true });
  // Nothing found is nothing proved.
  const nothing = counts.passed + counts.failed + counts.skipped === 0;
  const failed = counts.failed || (code === 0 && !nothing ? 0 : 1);
  return { ...counts, failed, output: nothing && code === 0 ? "  There are no tests." : failuresIn(output) };
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}

function failuresIn(output) {
  const start = output.indexOf(FAILURES_START);
  return start < 0 ? lastLines(output, FAILURE_LINES) : output.slice(start);
}
