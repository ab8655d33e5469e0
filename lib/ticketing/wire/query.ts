import "server-only";

/** A query of what is known, encoded; nothing where nothing is. */
export function queryOf(asked: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? "" : `?${query}`;
}
