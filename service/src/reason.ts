/** Returns in one line why a program cannot go on: of several addresses that were tried, the first one's reason. */
export function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return String(first);
  const [line = ""] = first.message.split("\n");
  const code = "code" in first ? String(first.code) : "";
  return code === "" || line.includes(code) ? line : `${line} (${code})`;
}
