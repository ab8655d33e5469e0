/**
 * A reporter for node:test that says of each single test whether it passed, and what it said if not; what only holds
 * other tests is left out.
 */
export default async function* tell(events) {
  const told = [];
  for await (const { type, data } of events) {
    if (type !== "test:pass" && type !== "test:fail") continue;
    const failure = data.details?.error?.failureType;
    if (data.details?.type === "suite" || failure === "subtestsFailed") continue;
    const { message = "" } = data.details?.error?.cause ?? {};
    told.push({ name: data.name, file: data.file, passed: type === "test:pass", failure, message });
  }
  yield JSON.stringify(told);
}
