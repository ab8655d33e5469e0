import type { TestEvent } from "node:test/reporters";

export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

/** A reporter for node:test that prints one line at the end: how many tests passed, failed and were skipped. */
export default async function* count(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  let counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of events) {
    // Each file has a summary too; only the run's counts.
    if (type !== "test:summary" || data.file !== undefined) continue;
    const { passed, tests } = data.counts;
    const skipped = data.counts.skipped + data.counts.todo;
    const failed = tests - passed - skipped;
    counts = { passed, skipped, failed: !data.success && failed === 0 ? 1 : failed };
  }
  yield JSON.stringify(counts);
}
