/** Returns the reason of an error in one line. For an AggregateError it is the first error's. */
export function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return String(first);
  const [line = ""] = first.message.split("\n");
  const code = "code" in first ? String(first.code) : "";
  return code === "" || line.includes(code) ? line : `${line} (${code})`;
}
