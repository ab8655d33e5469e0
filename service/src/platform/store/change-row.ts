import type { Db } from "./db.ts";

type Column = string;

/**
 * Sets the columns that are named with a value, and leaves the others alone. Column names come from our own code,
 * never from a request. `undefined` means "not named"; `null` empties the column.
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
    | "code",
  id: number,
  columns: Readonly<Record<Column, unknown>>,
): Promise<void> {
  const named = Object.entries(columns).filter(([, value]) => value !== undefined);
  if (named.length === 0) return;
  const assignments = named.map(([column], at) => `${column} = $${at + 2}`).join(", ");
  await db.query(`UPDATE ${table} SET ${assignments} WHERE id = $1`, [id, ...named.map(([, value]) => value)]);
}
