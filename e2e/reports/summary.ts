import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { FullResult, TestCase } from "@playwright/test/reporter";
import type { Offer } from "#e2e/support/target/capabilities.ts";
import type { Engine } from "#e2e/support/target/engines.ts";
import type { Configuration } from "#e2e/support/target/env.ts";
import { type Trouble, troubleIn } from "#e2e/support/trouble.ts";

/** Flaky: failed, then passed on a retry. Left out: skipped with a reason. Not run: never started, as after an interruption. */
export type Outcome = "passed" | "failed" | "flaky" | "left out" | "not run";

export type TestSummary = {
  readonly title: string;
  /** Relative to the folder of the tests, with the line of the test. */
  readonly file: string;
  readonly line: number;
  readonly project: string;
  readonly tags: readonly string[];
  readonly outcome: Outcome;
  readonly durationMs: number;
  readonly retries: number;
  /** Why it was left out. */
  readonly reason?: string;
  /** What went wrong with the target during the test, in its last attempt and those before. */
  readonly trouble: readonly Trouble[];
  /** Whether the target had trouble in the last attempt of a failed test. */
  readonly isExplained: boolean;
  /** The messages of the last attempt. */
  readonly errors: readonly string[];
};

export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

/** The content of results.json. `schema` is raised when a field changes its meaning or is removed. */
export type Summary = {
  readonly schema: 1;
  readonly status: FullResult["status"];
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly target: {
    /** Without a credential. Absent when the run had no address. */
    readonly address?: string;
    /** What the handshake found, such as "uat, payments fake". */
    readonly handshake?: string;
    readonly isOwnSandbox: boolean;
    readonly language: string;
  };
  readonly engines: readonly Engine[];
  readonly capabilities: readonly Offer[];
  readonly seeds: Readonly<Record<string, string>>;
  readonly counts: Counts & { readonly flaky: number };
  /** The titles of flaky tests. */
  readonly flaky: readonly string[];
  /** Whether tests failed, and the target had trouble in each of them: then the exit code is 2. */
  readonly isExplainedByTrouble: boolean;
  readonly tests: readonly TestSummary[];
  /** The places that the run made, paid, released and left, from places.json. */
  readonly places?: unknown;
  /** Artefacts that were deleted because they contained a secret. */
  readonly leaks: readonly string[];
};

export function summaryOf(test: TestCase, testDir: string): TestSummary {
  const last = test.results.at(-1);
  const outcome = outcomeOf(test);
  const reason = test.annotations
    .concat(last?.annotations ?? [])
    .find(({ type }) => type === "skip" || type === "fixme")?.description;
  const trouble = test.results.flatMap(({ attachments }) => troubleIn(attachments));
  return {
    title: test.titlePath().slice(3).join(" › "),
    file: relative(testDir, test.location.file),
    line: test.location.line,
    project: test.parent.project()?.name ?? "",
    tags: test.tags,
    outcome,
    durationMs: test.results.reduce((sum, { duration }) => sum + duration, 0),
    retries: Math.max(0, test.results.length - 1),
    ...(outcome === "left out" && reason !== undefined ? { reason } : {}),
    trouble,
    isExplained: outcome === "failed" && troubleIn(last?.attachments ?? []).length > 0,
    errors: outcome === "failed" || outcome === "flaky" ? messagesOf(test) : [],
  };
}

function outcomeOf(test: TestCase): Outcome {
  const outcome = test.outcome();
  if (outcome === "flaky") return "flaky";
  if (outcome === "unexpected") return "failed";
  if (outcome === "expected") return "passed";
  return test.results.some(({ status }) => status === "skipped") ? "left out" : "not run";
}

/** Returns the messages of the last attempt that failed, without colours. */
function messagesOf({ results }: TestCase): readonly string[] {
  const failed = results.findLast(({ errors }) => errors.length > 0);
  return (failed?.errors ?? []).map(({ message = "", value = "" }) => stripVTControlCharacters(message || value));
}

/** Returns the counts as CI reads them: a flaky test counts as passed, and as flaky. */
export function countsOf(tests: readonly TestSummary[]): Summary["counts"] {
  const count = (...outcomes: readonly Outcome[]) => tests.filter(({ outcome }) => outcomes.includes(outcome)).length;
  return {
    passed: count("passed", "flaky"),
    failed: count("failed"),
    flaky: count("flaky"),
    skipped: count("left out", "not run"),
  };
}

export function isExplainedByTrouble(tests: readonly TestSummary[]): boolean {
  const failed = tests.filter(({ outcome }) => outcome === "failed");
  return failed.length > 0 && failed.every(({ isExplained }) => isExplained);
}

/** Returns the seeds that reproduce a run. */
export function seedsOf({ seed }: Configuration): Readonly<Record<string, string>> {
  return seed === undefined ? {} : { FOYER_SEED: seed };
}

/** The report of the run's places. */
export const PLACES = "places.json";

/** Returns what the run recorded about its places, if it did. */
export function placesIn(folder: string): { readonly places?: unknown } {
  try {
    return { places: JSON.parse(readFileSync(join(folder, PLACES), "utf8")) };
  } catch {
    return {};
  }
}
