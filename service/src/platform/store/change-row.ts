import type { Db } from "./db.ts";

type Column = string;

/**
 * Updates the columns that have a value and keeps the others. `undefined` keeps a column, `null` empties it. Column names
 * come from the code, never from a request.
 */
export async function changeRow(
  db: Db,
  table:
    | "account"
    | "account_user"
    | "venue"
    | "venue_section"
    | "venue_configuration"
    | "event"
    | "event_group"
    | "additional_field"
    | "offering_copy"
    | "event_date"
    | "ticket_type"
    | "master_ticket"
    | "discount"
    | "code"
    | "voucher",
  id: number,
  columns: Readonly<Record<Column, unknown>>,
): Promise<void> {
  const named = Object.entries(columns).filter(([, value]) => value !== undefined);
  if (named.length === 0) return;
  const assignments = named.map(([column], at) => `${column} = $${at + 2}`).join(", ");
  await db.query(`UPDATE ${table} SET ${assignments} WHERE id = $1`, [id, ...named.map(([, value]) => value)]);
}
