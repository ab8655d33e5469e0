type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** Returns the first error of each field by the field's name, in the order of the issues. */
export function firstErrors(issues: readonly Issue[]): Readonly<Record<string, string>> {
  const byField = Map.groupBy(issues, ({ path }) => String(path[0]));
  return Object.fromEntries([...byField].map(([name, [first]]) => [name, first?.message ?? ""]));
}
