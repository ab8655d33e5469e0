import { lineOf, type Trouble } from "#e2e/support/trouble.ts";
import type { LeakyFile } from "./scan.ts";
import type { Summary } from "./summary.ts";

const TROUBLE_MAX = 20;

type Found = {
  readonly leaks: readonly LeakyFile[];
  /** The messages of errors that belong to no test. */
  readonly errors: readonly string[];
};

/**
 * Returns what a run ends with, before the line of its counts: errors outside the tests, trouble of the target, engines
 * that did not run, and the files.
 */
export function closingLinesOf(summary: Summary, folder: string, { leaks, errors }: Found): readonly string[] {
  const failed = summary.tests.filter(({ outcome }) => outcome === "failed");
  const troubled = failed.flatMap(troubleLinesOf);
  const notRun = summary.engines.flatMap(({ missing }) => missing ?? []);
  return [
    ...errors.flatMap((error) => ["An error outside the tests:", ...error.split("\n").map((line) => `  ${line}`)]),
    ...(troubled.length === 0 ? [] : ["Trouble of the target during failed tests:", ...troubled.slice(0, TROUBLE_MAX)]),
    ...(troubled.length > TROUBLE_MAX ? [`  and ${troubled.length - TROUBLE_MAX} more in results.json`] : []),
    ...(summary.isExplainedByTrouble ? ["The target had trouble in every failed test."] : []),
    ...notRun,
    ...leaks.map(({ file, needles }) => `DELETED ${folder}/${file}: it contained ${needles.join(" and ")}.`),
    ...(leaks.length > 0 ? ["A report or trace contained a secret, so the run fails. Change that secret."] : []),
    `Reports: ${folder}/report/index.html, ${folder}/junit.xml, ${folder}/results.json`,
  ];
}

/** Returns a line for each kind of answer: when the target goes down, every script of an open page fails alike. */
function troubleLinesOf({ title, trouble }: Pick<Summary["tests"][number], "title" | "trouble">): readonly string[] {
  const kinds = Map.groupBy(trouble, (one: Trouble) => ("what" in one ? one.what : one.answer));
  return [...kinds.values()].flatMap(([first, ...others]) => {
    const more = others.length === 0 ? "" : `, and ${others.length} more like it`;
    return first === undefined ? [] : `  ${lineOf(first)}${more} · ${title}`;
  });
}
