/** An action is called over the wire by anybody with anything: what is no form counts as an empty one. */
export function formOf(given: unknown): FormData {
  return given instanceof FormData ? given : new FormData();
}

/** The one-line fields of these names, as typed. A file where a text belongs is nothing, and so are signs that nobody types. */
export function textsOf<Name extends string>(form: FormData, names: readonly Name[]): Partial<Record<Name, string>> {
  const texts = names.flatMap((name) => {
    const value = form.get(name);
    return typeof value === "string" ? [[name, value.replaceAll(/\p{Cc}/gu, " ")] as const] : [];
  });
  return Object.fromEntries(texts) as Partial<Record<Name, string>>;
}
