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

/** A shape as a row of the database has it: a field that may be undefined is null. */
export type RowOf<Shape> = {
  readonly [Field in keyof Shape]: undefined extends Shape[Field]
    ? Exclude<Shape[Field], undefined> | null
    : Shape[Field];
};

/** Returns a row with null replaced by undefined. The statement names its columns as the shape has them. */
export function shapeOf<Shape>(row: RowOf<Shape>): Shape {
  const shape: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(row)) shape[field] = value ?? undefined;
  return shape as Shape;
}

/** Returns the id of an inserted row. An INSERT without a conflict clause either returns its row or throws. */
export function insertedId(row: { readonly id: number } | undefined): number {
  if (row === undefined) throw new Error("An INSERT returned no row.");
  return row.id;
}

/** Builds the WHERE clause of a statement from the filters that are set. Values are always parameters. */
export type Conditions = {
  readonly values: unknown[];
  /** Adds a parameter and returns its placeholder, such as `$3`. */
  readonly value: (value: unknown) => string;
  readonly add: (condition: string) => void;
  readonly text: () => string;
};

/** Returns a builder. Two builders of one statement share `values`. */
export function conditions(values: unknown[] = []): Conditions {
  const parts: string[] = [];
  return {
    values,
    value: (value) => `$${values.push(value)}`,
    add: (condition) => void parts.push(condition),
    text: () => parts.join(" AND ") || "true",
  };
}
