import type { Db, Pool } from "#src/platform/store/db.ts";

type Named = { readonly name: string; readonly is: string };

/** What a release relies on, by name, with all of it that must stay. */
const RELIED_ON = {
  tables: `SELECT relname AS name, relfilenode::text AS is FROM pg_class
            WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`,
  columns: `SELECT relname || '.' || attname AS name, concat_ws(' ', format_type(atttypid, atttypmod), CASE WHEN attnotnull
                   THEN CASE WHEN atthasdef OR attidentity <> '' THEN 'never null' ELSE 'must be written' END END) AS is
              FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
             WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped`,
  functions: `SELECT oid::regprocedure::text AS name, '' AS is FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
} as const;

/** Constraints and unique indexes, with the names of the columns that they are about. */
const RULES = `SELECT rule.name, relname AS "table",
         ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum = ANY (rule.columns)) AS columns
    FROM (SELECT conname AS name, conrelid AS "table", conkey AS columns FROM pg_constraint
          UNION SELECT indexrelid::regclass::text, indrelid, indkey::int2[] FROM pg_index WHERE indisunique) AS rule
    JOIN pg_class ON pg_class.oid = rule."table" AND relnamespace = 'public'::regnamespace`;
type Rule = { readonly name: string; readonly table: string; readonly columns: readonly string[] };

/** The tables that grow with sales. */
const GROWING = /^(admission|cart\w*|message|payment_attempt|refund|sale\w*|stock|voucher_movement)$/;

/** With one of these nobody else may write. The first comes with a reference and with a trigger. */
const HOLDING = new Set(["ShareRowExclusiveLock", "ExclusiveLock", "AccessExclusiveLock"]);

/** Thrown to take back what a migration has done. */
const TAKE_BACK = new Error("The migration was tried alone.");

/**
 * Applies a migration and returns what of it would fail a release that ran before, or would hold up its sales. Takes the migration
 * back unless it is to be kept.
 */
export async function faultsOfMigration(
  db: Pool,
  migration: string,
  { keeps = false, mayContract = false } = {},
): Promise<readonly string[]> {
  const text = migration.replaceAll(" CONCURRENTLY", "");
  const isConcurrent = text !== migration;
  const faults: string[] = [];
  await db
    .transaction(async (tx) => {
      const before = await relied(tx);
      const rules = await tx.query<Rule>(RULES);
      await tx.query(text);
      const after = await relied(tx);
      if (!mayContract)
        faults.push(...takenAway(before, after), ...newRules(before, rules, await tx.query<Rule>(RULES)));
      if (!isConcurrent) faults.push(...(await holdUps(tx, before, after)));
      if (!keeps) throw TAKE_BACK;
    })
    .catch((error: unknown) => {
      if (error !== TAKE_BACK) throw error;
    });
  return faults;
}

type Relied = Readonly<Record<keyof typeof RELIED_ON, ReadonlyMap<string, string>>>;

async function relied(tx: Db): Promise<Relied> {
  const read = async (text: string) => new Map((await tx.query<Named>(text)).map(({ name, is }) => [name, is]));
  return {
    tables: await read(RELIED_ON.tables),
    columns: await read(RELIED_ON.columns),
    functions: await read(RELIED_ON.functions),
  };
}

function takenAway(before: Relied, after: Relied): readonly string[] {
  const gone = (kind: "tables" | "functions") =>
    [...before[kind].keys()].filter((name) => !after[kind].has(name)).map((name) => `${name} is gone`);
  const changed = [...before.columns].filter(([name, is]) => after.columns.get(name) !== is);
  const demanded = [...after.columns].filter(
    ([name, is]) =>
      !before.columns.has(name) && before.tables.has(name.split(".")[0] ?? "") && is.endsWith("must be written"),
  );
  return [
    ...gone("tables"),
    ...gone("functions"),
    ...changed.map(([name]) => `${name} is gone or changed`),
    ...demanded.map(([name]) => `${name} must be written`),
  ];
}

/** A rule about new columns alone refuses nothing that is written without them. */
function newRules({ columns, tables }: Relied, before: readonly Rule[], after: readonly Rule[]): readonly string[] {
  const known = new Set(before.map(({ table, name }) => `${table} ${name}`));
  return after
    .filter(
      (rule) =>
        tables.has(rule.table) &&
        !known.has(`${rule.table} ${rule.name}`) &&
        rule.columns.every((column) => columns.has(`${rule.table}.${column}`)),
    )
    .map(({ table, name }) => `${table} has a new rule: ${name}`);
}

async function holdUps(tx: Db, before: Relied, after: Relied): Promise<readonly string[]> {
  const rewritten = [...before.tables].filter(([name, is]) => after.tables.has(name) && after.tables.get(name) !== is);
  const locks = await tx.query<{ name: string; mode: string; isOurs: boolean }>(
    `SELECT relname AS name, mode, relnamespace = 'public'::regnamespace AS "isOurs"
       FROM pg_locks JOIN pg_class ON pg_class.oid = relation
      WHERE pid = pg_backend_pid() AND relkind IN ('r', 'p') AND relnamespace NOT IN ('pg_catalog'::regnamespace, 'pg_toast'::regnamespace)`,
  );
  const ofBefore = locks.filter(({ name, isOurs }) => !isOurs || before.tables.has(name));
  const held = (mode: string) => ofBefore.filter((lock) => lock.isOurs && lock.mode === mode);
  const namesOf = (some: typeof locks) => [...new Set(some.map(({ name }) => name))].sort().join(", ");
  const waited = namesOf(
    ofBefore.filter(({ name, mode, isOurs }) => isOurs && HOLDING.has(mode) && GROWING.test(name)),
  );
  const closed = namesOf(ofBefore.filter(({ mode }) => mode === "AccessExclusiveLock"));
  const together = [...new Set([waited, closed])].filter((names) => names.includes(","));
  return [
    ...rewritten.map(([name]) => `${name} is written anew`),
    ...held("ShareLock").map(({ name }) => `${name}: nobody may write while it is indexed: CREATE INDEX CONCURRENTLY`),
    ...held("RowExclusiveLock")
      .filter(({ name }) => GROWING.test(name))
      .map(({ name }) => `${name}: rows are changed, and nobody else may change them`),
    ...together.map((names) => `${names}: each may be waited for while the others are held: a file for each`),
    ...(waited !== "" && ofBefore.some(({ mode }) => mode === "RowExclusiveLock")
      ? [`${waited}: nobody may use it while rows of another table are changed: a file for each`]
      : []),
  ];
}
