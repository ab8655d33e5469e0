import { spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { childEnvironment, type Variables } from "#tools/lib/child-environment.ts";
import { fromRoot, root } from "#tools/lib/paths.ts";

/** How large the stages are, and the seed of everything random in them. */
export type Sizes = {
  /** How often the purchase with each card is repeated. */
  readonly repeats: number;
  readonly seed: number;
  /** How many programs are killed, one after another. */
  readonly kills: number;
  /** How long the soak lasts. */
  readonly hours: number;
  /** Spec files of the stages that repeat browser tests. All when empty. */
  readonly specs: readonly string[];
};

/** The counts of a stage, or why it could not run. A stage that did not run does not count as passed. */
export type StageResult =
  | { readonly passed: number; readonly failed: number; readonly skipped?: number }
  | { readonly notRun: string };

export type Stage = {
  readonly name: string;
  readonly proves: string;
  /** Runs the stage and writes its output to the log. */
  readonly run: (sizes: Sizes, context: StageContext) => Promise<StageResult>;
};

export type StageContext = { readonly node: string; readonly log: string };

const PASSED_ON = ["CI", "TEST_DATABASE_URL", "E2E_BROWSER", "FOYER_RACE_SIZE"];

/** The command that runs inside a stage: a program of the checkout, with its parameters and settings. */
export type StageCommand = { readonly parameters: readonly string[]; readonly settings?: Variables };

type StageOptions = {
  /** The least number of tests that must pass, so that a stage that finds no test fails. */
  readonly expectedPassed?: (sizes: Sizes) => number;
  /** Other files without which the stage cannot run. */
  readonly needs?: readonly string[];
};

/** Returns a stage that runs one program, whose last line is `N passed, N failed`. */
export function commandStage(
  { name, proves }: Pick<Stage, "name" | "proves">,
  commandOf: (sizes: Sizes) => StageCommand,
  { expectedPassed, needs = [] }: StageOptions = {},
): Stage {
  return {
    name,
    proves,
    async run(sizes, { node, log }) {
      const { parameters, settings } = commandOf(sizes);
      const missing = [...parameters.filter((parameter) => parameter.endsWith(".ts")), ...needs].find(
        (file) => !file.includes("*") && !existsSync(fromRoot(file)),
      );
      if (missing !== undefined) return { notRun: `${missing} does not exist` };
      const result = await runLogged(node, parameters, { log, settings: { FOYER_SEED: `${sizes.seed}`, ...settings } });
      const expected = expectedPassed?.(sizes);
      return expected === undefined || "notRun" in result || result.passed >= expected || result.failed > 0
        ? result
        : { ...result, failed: expected - result.passed };
    },
  };
}

/** Runs a program of the checkout, writes its output to a log, and returns what its last lines count. */
export async function runLogged(
  node: string,
  parameters: readonly string[],
  { log, settings = {} }: { readonly log: string; readonly settings?: Variables },
): Promise<StageResult> {
  const child = spawn(node, parameters, {
    cwd: root,
    env: childEnvironment(PASSED_ON, settings),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const end = () => child.kill("SIGTERM");
  for (const signal of SIGNALS) process.on(signal, end);
  const file = createWriteStream(log, { flags: "a" });
  const lines: string[] = [];
  child.stderr.pipe(file, { end: false });
  const closed = once(child, "close");
  for await (const line of createInterface({ input: child.stdout })) {
    file.write(`${line}\n`);
    lines.push(line);
    if (lines.length > LINES_KEPT) lines.shift();
  }
  const [code] = await closed;
  for (const signal of SIGNALS) process.off(signal, end);
  await new Promise((resolve) => file.end(resolve));
  return resultOf(lines, Number(code ?? 1));
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const LINES_KEPT = 50;
const NOT_RUN = "NOT RUN: ";

/**
 * Reads the counts in the last lines of a program's output. A program that fails without counts has failed once. A stage that
 * did not run says so in its last line; in lines before, NOT RUN is about an engine.
 */
export function resultOf(lines: readonly string[], code: number): StageResult {
  const last = lines.findLast((line) => line.trim() !== "") ?? "";
  if (last.startsWith(NOT_RUN) && code === 0) return { notRun: last.slice(NOT_RUN.length) };
  const [, passed, failed] =
    lines.map((line) => /^(\d+) (?:\w+ )?(?:passed|caught), (\d+) (?:failed|missed)/.exec(line)).findLast(Boolean) ??
    [];
  const [, skipped] = lines.map((line) => /^(\d+) skipped\b/i.exec(line)).findLast(Boolean) ?? [];
  return {
    passed: Number(passed ?? 0),
    failed: Number(failed ?? 0) || (code === 0 && passed !== undefined ? 0 : 1),
    ...(skipped !== undefined && { skipped: Number(skipped) }),
  };
}
