/** Returns the id of an inserted row. An INSERT without a conflict clause either returns its row or throws. */
export function insertedId(row: { readonly id: number } | undefined): number {
  if (row === undefined) throw new Error("An INSERT returned no row.");
  return row.id;
}
