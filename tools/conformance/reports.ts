import { escapeXml } from "#test/conformance/mask.ts";
import type { Result } from "#test/conformance/run.ts";

export type Counts = { readonly passed: number; readonly failed: number; readonly notApplicable: number };

export type Report = {
  readonly address: string;
  readonly user: string;
  readonly results: readonly Result[];
  readonly left: readonly { readonly what: string; readonly why: string }[];
};

export function countsOf(results: readonly Result[]): Counts {
  const count = (result: Result["result"]) => results.filter((one) => one.result === result).length;
  return { passed: count("pass"), failed: count("fail"), notApplicable: count("not applicable") };
}

export function lastLine({ passed, failed, notApplicable }: Counts): string {
  return `${passed} passed, ${failed} failed, ${notApplicable} not applicable`;
}

/** Returns the lines of a statement's result for the terminal. */
export function linesOf(result: Result): readonly string[] {
  const { id, mark, says } = result;
  const head = `${id}  ${mark.padEnd(13)}  ${says.replaceAll("`", "")}`;
  if (result.result === "pass") return [`  pass  ${head}`, ...indented(result.remark)];
  if (result.result === "not applicable") return [`  n/a   ${head}`, ...indented(result.reason)];
  return [`  FAIL  ${head}`, ...failureLines(result).map((line) => `        ${line}`)];
}

function failureLines(result: Extract<Result, { readonly result: "fail" }>): readonly string[] {
  return [
    `expected: ${result.expected}`,
    `came:     ${result.came}`,
    ...(result.call === undefined ? [] : [`call:     ${result.call} → ${result.status}`]),
    ...(result.excerpt ? [`answer:   ${result.excerpt.replaceAll("\n", " ")}`] : []),
  ];
}

const indented = (text: string | undefined) => (text === undefined ? [] : [`        ${text}`]);

export function jsonReport({ address, user, results, left }: Report): string {
  return `${JSON.stringify({ address, user, counts: countsOf(results), left, statements: results }, undefined, 2)}\n`;
}

export function junitReport({ address, results }: Report): string {
  const { failed, notApplicable } = countsOf(results);
  const bySection = Map.groupBy(results, ({ id }) => id.split("-")[0] ?? "");
  const suites = [...bySection].map(([prefix, own]) => {
    const { failed, notApplicable } = countsOf(own);
    const counts = `tests="${own.length}" failures="${failed}" errors="0" skipped="${notApplicable}"`;
    return `  <testsuite name="${prefix}" ${counts}>\n${own.map(testCase).join("\n")}\n  </testsuite>`;
  });
  const counts = `tests="${results.length}" failures="${failed}" errors="0" skipped="${notApplicable}"`;
  const head = '<?xml version="1.0" encoding="UTF-8"?>';
  return `${head}\n<testsuites name="${xml(`conformance of ${address}`)}" ${counts}>\n${suites.join("\n")}\n</testsuites>\n`;
}

function testCase(result: Result): string {
  const { id, mark, says } = result;
  const open = `    <testcase classname="${mark}" name="${xml(`${id} ${says}`)}"`;
  if (result.result === "pass") return `${open}/>`;
  if (result.result === "not applicable")
    return `${open}>\n      <skipped message="${xml(result.reason)}"/>\n    </testcase>`;
  const message = xml(`expected ${result.expected}, and ${result.came} came`);
  return `${open}>\n      <failure message="${message}">${xml(failureLines(result).join("\n"))}</failure>\n    </testcase>`;
}

/** Escapes a text, without the control characters that XML cannot have. */
function xml(text: string): string {
  return escapeXml(text.replace(/(?![\n\t])\p{Cc}/gu, ""));
}
