import pg from "pg";
import type { Page } from "#src/platform/domain/page.ts";
import type { Db, Row } from "./db.ts";

type Table =
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
  | "stock"
  | "master_ticket"
  | "discount"
  | "code"
  | "voucher";

/** Values by the camel-case name of their column. `undefined` is no value, `null` empties a column. */
type Columns = Readonly<Record<string, unknown>>;

/** Inserts a row and returns its id. Columns without a value get their default. */
export async function insertRow(db: Db, table: Table, columns: Columns): Promise<number> {
  const { names, values } = withValue(columns);
  const places = values.map((_, at) => `$${at + 1}`);
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO ${table} (${names.join(", ")}) VALUES (${places.join(", ")}) RETURNING id`,
    values,
  );
  return insertedId(row);
}

/** Updates the columns that have a value and keeps the others. */
export async function changeRow(db: Db, table: Table, id: number, columns: Columns): Promise<void> {
  const { names, values } = withValue(columns);
  if (names.length === 0) return;
  const assignments = names.map((name, at) => `${name} = $${at + 2}`);
  await db.query(`UPDATE ${table} SET ${assignments.join(", ")} WHERE id = $1`, [id, ...values]);
}

function withValue(columns: Columns) {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  const inSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
  return {
    names: given.map(([name]) => pg.escapeIdentifier(inSnakeCase(name))),
    values: given.map(([, value]) => value),
  };
}

/** A shape as a row of the database: fields that may be undefined are null instead. */
export type RowOf<Shape> = {
  readonly [Field in keyof Shape]: undefined extends Shape[Field]
    ? Exclude<Shape[Field], undefined> | null
    : Shape[Field];
};

/** Returns a row with null replaced by undefined. The statement names its columns like the fields of the shape. */
export function shapeOf<Shape>(row: RowOf<Shape>): Shape {
  const shape: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(row)) shape[field] = value ?? undefined;
  return shape as Shape;
}

/** Returns the instant of a column in JSON. */
export function instantOf(text: string | null): Date | undefined {
  return text === null ? undefined : new Date(text);
}

/** Returns the SQL of an amount of money in the smallest unit of its currency. */
export function moneyOf(minor: string, currency = "currency"): string {
  return `json_build_object('minor', ${minor}, 'currency', ${currency})`;
}

/** Returns the id of an inserted row. An INSERT without a conflict clause either returns its row or throws. */
export function insertedId(row: { readonly id: number } | undefined): number {
  if (row === undefined) throw new Error("An INSERT returned no row.");
  return row.id;
}

/** A part of a SELECT: `from` has the tables and the conditions, with `values` as its parameters. */
type PagedList = {
  readonly columns: string;
  readonly from: string;
  readonly order: string;
  readonly values: readonly unknown[];
};

/** Returns one page of a list, and the number of rows on all pages. */
export async function readPage<R extends Row>(
  db: Db,
  { columns, from, order, values }: PagedList,
  { page, pageSize }: Page,
): Promise<{ readonly things: readonly R[]; readonly total: number }> {
  const [limit, offset] = [values.length + 1, values.length + 2];
  const things = await db.query<R>(
    `SELECT ${columns} FROM ${from} ORDER BY ${order} LIMIT $${limit} OFFSET $${offset}`,
    [...values, pageSize, (page - 1) * pageSize],
  );
  const [all] = await db.query<{ total: number }>(`SELECT count(*) AS total FROM ${from}`, values);
  return { things, total: all?.total ?? 0 };
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
