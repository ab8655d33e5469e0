import type { Engine } from "#e2e/support/target/engines.ts";
import { lineOf } from "#e2e/support/trouble.ts";
import type { Summary, TestSummary } from "./summary.ts";

/** Returns the summary as JUnit XML: a suite for each project and file. A test that is left out carries its reason. */
export function junitOf(summary: Summary): string {
  const suites = Map.groupBy(summary.tests, ({ project, file }) => `${project} › ${file}`);
  const notRun = summary.engines.filter(({ missing }) => missing !== undefined);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="Foyer" ${numbersOf(summary.tests)}>`,
    ...[...suites].flatMap(([name, tests]) => suiteOf(name, tests, summary)),
    ...notRun.map(suiteOfMissingEngine),
    "</testsuites>",
    "",
  ].join("\n");
}

function suiteOf(name: string, tests: readonly TestSummary[], { startedAt }: Summary): readonly string[] {
  return [
    `  <testsuite name=${quoted(name)} timestamp=${quoted(startedAt)} ${numbersOf(tests)}>`,
    ...tests.map(testCaseOf),
    "  </testsuite>",
  ];
}

/** An engine that is not installed is a suite with one skipped test, so that a report never shows it as passed. */
function suiteOfMissingEngine({ engine, missing = "" }: Engine): string {
  const skipped = `<skipped message=${quoted(missing)}/>`;
  const one = `<testcase name=${quoted(`${engine} is installed`)} classname="engines" time="0">${skipped}</testcase>`;
  return `  <testsuite name=${quoted(`engine ${engine}`)} tests="1" failures="0" skipped="1" time="0">${one}</testsuite>`;
}

function numbersOf(tests: readonly TestSummary[]): string {
  const failed = tests.filter(({ outcome }) => outcome === "failed").length;
  const skipped = tests.filter(({ outcome }) => outcome === "left out" || outcome === "not run").length;
  const ms = tests.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return `tests="${tests.length}" failures="${failed}" skipped="${skipped}" time="${ms / 1000}"`;
}

function testCaseOf(test: TestSummary): string {
  const { title, file, project, durationMs, outcome, reason, errors } = test;
  const attributes = `name=${quoted(title)} classname=${quoted(`${project} › ${file}`)} time="${durationMs / 1000}"`;
  const inner = [
    properties(test),
    outcome === "left out" && `<skipped message=${quoted(reason ?? "skipped by the test")}/>`,
    outcome === "not run" && '<skipped message="the run ended before this test"/>',
    outcome === "failed" && `<failure message=${quoted(firstLine(errors))}>${text(detailsOf(test))}</failure>`,
    outcome === "flaky" &&
      `<system-err>${text(`flaky: failed, then passed on a retry\n${detailsOf(test)}`)}</system-err>`,
  ].filter(Boolean);
  return `    <testcase ${attributes}>${inner.join("")}</testcase>`;
}

function properties({ tags, retries, outcome }: TestSummary): string {
  const entries = [
    ...tags.map((tag) => `<property name="tag" value=${quoted(tag)}/>`),
    ...(outcome === "flaky" ? ['<property name="flaky" value="true"/>'] : []),
    ...(retries > 0 ? [`<property name="retries" value="${retries}"/>`] : []),
  ];
  return entries.length === 0 ? "" : `<properties>${entries.join("")}</properties>`;
}

function detailsOf({ errors, trouble }: TestSummary): string {
  const lines = trouble.length === 0 ? [] : ["Trouble of the target:", ...trouble.map(lineOf)];
  return [...errors, ...lines].join("\n");
}

function firstLine(errors: readonly string[]): string {
  return errors[0]?.split("\n")[0] ?? "failed without a message";
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function text(content: string): string {
  const escaped = content.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? "");
  return [...escaped].filter(isAllowedInXml).join("");
}

const quoted = (content: string): string => `"${text(content).replace(/\s+/g, " ")}"`;

/** XML 1.0 has no control characters but these three. */
function isAllowedInXml(character: string): boolean {
  return character >= " " || character === "\n" || character === "\t" || character === "\r";
}
