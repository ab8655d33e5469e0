import "server-only";

/** A path below the service's base URL. */
export type Path = `/${string}`;

/**
 * Returns a path from a template, with each part checked against a pattern and encoded: no `../` in a key reaches
 * another resource. Returns `undefined` for an invalid part.
 */
export function pathTo(text: TemplateStringsArray, ...parts: readonly (string | number)[]): Path | undefined {
  if (!parts.every(isName)) return undefined;
  return `/${String.raw({ raw: text.raw }, ...parts.map((part) => encodeURIComponent(part))).slice(1)}`;
}

function isName(part: string | number): boolean {
  return typeof part === "number" ? Number.isSafeInteger(part) && part > 0 : /^[A-Za-z0-9_-]{1,64}$/.test(part);
}

/** Returns the encoded query of the defined values; empty where there are none. */
export function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? "" : `?${query}`;
}
