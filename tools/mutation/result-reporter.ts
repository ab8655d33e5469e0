import type { TestEvent } from "node:test/reporters";
import type { TestOutcome } from "./test-outcome.ts";

/**
 * A reporter for node:test that prints the outcome of each single test, as one line of JSON at the end. Suites, and tests
 * that fail only through their subtests, are left out.
 */
export default async function* results(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const outcomes: TestOutcome[] = [];
  for await (const { type, data } of events) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    if (data.details.type === "suite") continue;
    const error = type === "test:fail" ? data.details.error : undefined;
    const failure = error && "failureType" in error ? String(error.failureType) : undefined;
    if (failure === "subtestsFailed") continue;
    const message = error?.cause instanceof Error ? error.cause.message : "";
    outcomes.push({ name: data.name, file: data.file, passed: type === "test:pass", failure, message });
  }
  yield JSON.stringify(outcomes);
}
