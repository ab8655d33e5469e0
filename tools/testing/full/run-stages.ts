import { rmSync } from "node:fs";
import { print, since } from "#tools/lib/terminal.ts";
import type { Records } from "./record.ts";
import type { Sizes, Stage, StageResult } from "./stage.ts";

type Options = {
  readonly node: string;
  readonly records: Records;
  readonly sizes: Sizes;
  /** Whether stages that passed before, with the same sizes, are not repeated. */
  readonly resumes: boolean;
};

type Row = { readonly stage: Stage; readonly result: StageResult; readonly ms: number; readonly isKept: boolean };

/** Runs the stages one after another, prints a table, and returns the exit code. The last line is `N passed, N failed`. */
export async function runStages(stages: readonly Stage[], options: Options): Promise<number> {
  const { records, sizes, resumes } = options;
  print(`Seed ${sizes.seed}; ${sizes.repeats} repeats. Logs: ${records.folder}`);
  if (!resumes) records.clear();
  const rows: Row[] = [];
  for (const stage of stages) {
    const row = keptRow(stage, options) ?? (await runStage(stage, options));
    rows.push(row);
    print(lineOf(row));
  }
  return printTable(rows, records);
}

function keptRow(stage: Stage, { records, sizes, resumes }: Options): Row | undefined {
  const before = resumes ? records.finished(stage.name) : undefined;
  if (before === undefined || JSON.stringify(before.sizes) !== JSON.stringify(sizes)) return undefined;
  const isPassed = !("notRun" in before.result) && before.result.failed === 0;
  return isPassed ? { stage, result: before.result, ms: before.ms, isKept: true } : undefined;
}

async function runStage(stage: Stage, { node, records, sizes }: Options): Promise<Row> {
  print(`… ${stage.name}: ${stage.proves}`);
  const begun = Date.now();
  const log = records.logOf(stage.name);
  rmSync(log, { force: true });
  const result = await stage.run(sizes, { node, log }).catch((error: unknown): StageResult => {
    print(String(error));
    return { passed: 0, failed: 1 };
  });
  const ms = Date.now() - begun;
  records.finish(stage.name, { result, ms, sizes });
  return { stage, result, ms, isKept: false };
}

function lineOf({ stage, result, ms, isKept }: Row): string {
  const time = isKept ? "passed before" : since(Date.now() - ms);
  return `${stage.name.padEnd(16)}${textOf(result)}  ·  ${time}`;
}

function textOf(result: StageResult): string {
  if ("notRun" in result) return `NOT RUN: ${result.notRun}`;
  const { passed, failed, skipped = 0 } = result;
  const parts = [`${passed} passed`, failed > 0 && `${failed} FAILED`, skipped > 0 && `${skipped} SKIPPED`];
  return parts.filter(Boolean).join(", ");
}

function printTable(rows: readonly Row[], { logOf }: Records): number {
  print("");
  for (const row of rows) print(lineOf(row));
  const ran = rows.flatMap(({ result }) => ("notRun" in result ? [] : [result]));
  const passed = ran.reduce((sum, result) => sum + result.passed, 0);
  const failed = ran.reduce((sum, result) => sum + result.failed, 0);
  for (const { stage, result } of rows)
    if (!("notRun" in result) && result.failed > 0) print(`FAILED: ${stage.name}: ${logOf(stage.name)}`);
  const notRun = rows.length - ran.length;
  if (notRun > 0) print(`${notRun} stages NOT RUN; a stage that did not run does not count as passed.`);
  print(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
