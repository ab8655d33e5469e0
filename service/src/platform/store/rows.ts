import { isDeepStrictEqual } from "node:util";
import pg from "pg";
import type { Caller } from "#src/platform/domain/caller.ts";
import { StaleVersion } from "#src/platform/domain/outcome.ts";
import type { Page } from "#src/platform/domain/page.ts";
import { findLastChange, insertChange } from "./changes.ts";
import type { Db, Row } from "./db.ts";

/** The tables of what managers change. Each has a `version`. */
type VersionedTable =
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
  | "site"
  | "link";

type Table = VersionedTable | "stock" | "voucher";

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

/** Inserts what a user makes, and writes it into the log. Returns its id. */
export async function makeRow(
  db: Db,
  by: Pick<Caller, "id" | "account">,
  table: VersionedTable | "voucher",
  columns: Columns,
  beside: Columns = {},
): Promise<number> {
  return db.transaction(async (tx) => {
    const id = await insertRow(tx, table, columns);
    await noteMade(tx, by, { table, id }, columns, beside);
    return id;
  });
}

/**
 * Writes into the log what a user has made: the value of each of these columns that was given one, and those `beside`, which other
 * tables have or which say more.
 */
export async function noteMade(
  tx: Db,
  by: Pick<Caller, "id" | "account">,
  { table, id }: { readonly table: VersionedTable | "voucher"; readonly id: number },
  { accountId: _account, ...columns }: Columns,
  beside: Columns = {},
): Promise<void> {
  const [made] = await tx.query<{ row: Row }>(`SELECT to_jsonb(${table}) AS row FROM ${table} WHERE id = $1`, [id]);
  if (made === undefined) throw new Error("What was just made was not found.");
  const given = Object.keys(columns).filter((name) => columns[name] !== undefined && columns[name] !== null);
  const after = { ...Object.fromEntries(given.map((name) => [name, made.row[inSnakeCase(name)]])), ...beside };
  await insertChange(tx, by, { kind: inCamelCase(table), id, name: nameOf(made.row), before: {}, after });
}

/** Deletes the oldest rows of a log whose time `at` is this long ago, at most `limit`. Returns their number. */
export async function deleteOldRows(
  db: Db,
  {
    table,
    at,
  }: { readonly table: "audit_entry"; readonly at: "last_at" } | { readonly table: "change_entry"; readonly at: "at" },
  seconds: number,
  limit: number,
): Promise<number> {
  const deleted = await db.query(
    `DELETE FROM ${table}
      WHERE id IN (SELECT id FROM ${table} WHERE ${at} < now() - make_interval(secs => $1)
                    ORDER BY ${at} LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING id`,
    [seconds, limit],
  );
  return deleted.length;
}

/** The columns that a change sets, and the version that its maker saw. */
type Change = Columns & { readonly version?: number | undefined };

/** Values of a thing that other tables have, before and after the change. One whose new value is `undefined` does not change. */
type Beside = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/**
 * Updates the columns that have a value and keeps the others. A change that changes anything raises the version, and is written
 * into the log. Throws `StaleVersion`, which rolls back the transaction, when the thing has changed since its maker saw it.
 */
export async function changeRow(
  db: Db,
  by: Pick<Caller, "id" | "account">,
  table: VersionedTable,
  id: number,
  { version, ...columns }: Change,
  beside: Beside = {},
): Promise<void> {
  const kind = inCamelCase(table);
  await db.transaction(async (tx) => {
    const [was] = await tx.query<{ row: Row }>(
      `SELECT to_jsonb(${table}) AS row FROM ${table} WHERE id = $1 FOR NO KEY UPDATE`,
      [id],
    );
    if (was === undefined) return;
    if (version !== undefined && version !== was.row.version) {
      throw new StaleVersion(await findLastChange(tx, kind, id));
    }
    const changed = Object.entries(beside).filter(
      ([, [before, after]]) => after !== undefined && !isDeepStrictEqual(before, after),
    );
    const { names, values } = withValue(columns);
    const assignments = names.map((name, at) => `${name} = $${at + 3}`);
    const differences = names.map((name, at) => `${name} IS DISTINCT FROM $${at + 3}`);
    const [is] = await tx.query<{ row: Row }>(
      `UPDATE ${table} SET ${[...assignments, "version = version + 1"].join(", ")}
        WHERE id = $1 AND (${[...differences, "$2::boolean"].join(" OR ")}) RETURNING to_jsonb(${table}) AS row`,
      [id, changed.length > 0, ...values],
    );
    if (is === undefined) return;
    const valuesOf = (row: Row, at: 0 | 1) =>
      Object.fromEntries([
        ...Object.keys(columns).map((name) => [name, row[inSnakeCase(name)]] as const),
        ...changed.map(([name, both]) => [name, both[at]] as const),
      ]);
    const name = nameOf(is.row);
    await insertChange(tx, by, { kind, id, name, before: valuesOf(was.row, 0), after: valuesOf(is.row, 1) });
  });
}

/** Returns the name by which managers know the thing of a row: some have a text, a label or an origin instead. */
function nameOf({ name, username, text, label, origin }: Row): string {
  return String(name ?? username ?? text ?? label ?? origin ?? "");
}

function inCamelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function inSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

function withValue(columns: Columns) {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
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
