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
