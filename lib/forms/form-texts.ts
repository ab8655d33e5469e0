/** Returns the one-line texts of these fields as typed, without control characters. A file counts as absent. */
export function textsOf<Name extends string>(form: FormData, names: readonly Name[]): Partial<Record<Name, string>> {
  const texts = names.flatMap((name) => {
    const value = form.get(name);
    return typeof value === "string" ? [[name, value.replaceAll(/\p{Cc}/gu, " ")] as const] : [];
  });
  return Object.fromEntries(texts) as Partial<Record<Name, string>>;
}

/** Returns every text of a form by name. A file counts as absent. */
export function valuesOf(form: FormData): Readonly<Record<string, string>> {
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}
