type Issue = { readonly path: readonly PropertyKey[]; readonly message: string };

/** Returns the first error of each field, by the field's name. */
export function firstErrors(issues: readonly Issue[]): Readonly<Record<string, string>> {
  return Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message]).reverse());
}
