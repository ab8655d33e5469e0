/** A reporter for node:test that says one line at the end: how many passed and how many did not. */
export default async function* count(events) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for await (const { type, data } of events) {
    // Only the whole run's summary: each file has one of its own.
    if (type !== "test:summary" || data.file !== undefined) continue;
    counts.passed = data.counts.passed;
    counts.skipped = data.counts.skipped + data.counts.todo;
    counts.failed = data.counts.tests - counts.passed - counts.skipped;
    if (!data.success && counts.failed === 0) counts.failed = 1;
  }
  yield JSON.stringify(counts);
}
