import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findBlockers, findLockHolders, inWords } from "./blockers.ts";
import type { Db, Pool } from "./db.ts";
import { codeOf, isConflict } from "./faults.ts";

export type Migration = { readonly name: string; readonly text: string };

type Options = {
  /** `lockMs` is how long one try waits for a lock, and so how long a sale waits behind it; `totalMs` when it is given up. */
  readonly patience?: { readonly lockMs: number; readonly pauseMs: number; readonly totalMs: number };
  /** Is told whom a migration waits for. */
  readonly note?: (line: string) => void;
};

/** Shorter than a sale waits for a lock, and with pauses in which all sales that waited are made. */
const PATIENCE = { lockMs: 2_000, pauseMs: 5_000, totalMs: 10 * 60_000 };
/** Where whoever is in the way is looked up, as a part of the time that one try waits. */
const LOOK_AFTER = 0.5;
const POLL_MS = 100;

/** The id of the advisory lock under which one process migrates while others wait. The number is arbitrary. */
const LOCK = 4_207_146_003;

/**
 * Applies the new migrations, each in a transaction of its own, and returns their names. A migration that would wait for other
 * transactions is tried again until they have ended, since all sales wait behind one that waits. Throws when they do not end, when
 * an applied file was edited, or when a newer release has taken away what this one uses.
 */
export function migrate(
  pool: Pick<Pool, "session" | "query">,
  migrations: readonly Migration[] = releasedMigrations(),
  { patience = PATIENCE, note = () => {} }: Options = {},
): Promise<readonly string[]> {
  const until = performance.now() + patience.totalMs;
  return pool.session(async (db) => {
    await db.query("SELECT set_config('statement_timeout', '0', false)");
    await waitAtMost(db, patience.lockMs);
    await lockMigrations(db);
    await patiently("The list of migrations", () => createList(db));
    const applied = await db.query<Applied>("SELECT name, sha256, contracts FROM schema_migration");
    for (const one of applied) assertUnchanged(one, migrations);

    const known = new Set(applied.map(({ name }) => name));
    const fresh = migrations.filter(({ name }) => !known.has(name));
    for (const migration of fresh) {
      const indexes = concurrentIndexes(migration.text);
      await patiently(migration.name, () =>
        indexes === undefined
          ? db.transaction((tx) => apply(tx, migration))
          : buildIndexes(db, migration, indexes, patience),
      );
    }
    return fresh.map(({ name }) => name);

    /** Waits without a transaction: an index that the other process builds waits for the end of every transaction. */
    async function lockMigrations(db: Db): Promise<void> {
      for (;;) {
        const [row] = await db.query<{ locked: boolean }>("SELECT pg_try_advisory_lock($1) AS locked", [LOCK]);
        if (row?.locked) return;
        if (performance.now() >= until)
          throw new Error(`Another process migrates the database: ${inWords(await findLockHolders(db, LOCK))}`);
        await pause(POLL_MS);
      }
    }

    async function patiently(name: string, work: () => Promise<unknown>): Promise<void> {
      const [self] = await db.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      for (;;) {
        let inTheWay = "";
        const look = setTimeout(async () => {
          inTheWay = inWords(await findBlockers(pool, self?.pid).catch(() => []));
        }, patience.lockMs * LOOK_AFTER);
        try {
          await work();
          return;
        } catch (error) {
          if (codeOf(error) !== "55P03" && !isConflict(error)) throw error;
          const line = `${name} waits for other transactions: ${inTheWay}`;
          if (performance.now() >= until) throw new Error(line, { cause: error });
          note(line);
          await pause(patience.pauseMs);
        } finally {
          clearTimeout(look);
        }
      }
    }
  });
}

async function createList(db: Db): Promise<void> {
  await db.query(`CREATE TABLE IF NOT EXISTS schema_migration (
      name       text PRIMARY KEY,
      sha256     text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
  // Looked up first, since even a column that exists is added under a lock that waits for a dump.
  const [known] = await db.query(
    "SELECT FROM pg_attribute WHERE attrelid = 'schema_migration'::regclass AND attname = 'contracts'",
  );
  if (known === undefined)
    await db.query("ALTER TABLE schema_migration ADD COLUMN contracts boolean NOT NULL DEFAULT true");
}

async function apply(tx: Db, migration: Migration): Promise<void> {
  await tx.query(migration.text);
  await record(tx, migration);
}

async function record(db: Db, { name, text }: Migration): Promise<void> {
  await db.query("INSERT INTO schema_migration (name, sha256, contracts) VALUES ($1, $2, $3)", [
    name,
    checksum(text),
    contracts(text),
  ]);
}

/** Returns whether a migration takes away what the release before uses, as its first line then says. */
export function contracts(text: string): boolean {
  return text.startsWith("-- contracts: ");
}

type Index = { readonly name: string; readonly statement: string };

/** Returns the indexes of a file that builds them while rows are written, which PostgreSQL does outside of transactions alone. */
function concurrentIndexes(text: string): readonly Index[] | undefined {
  const statements = text
    .replaceAll(/^--.*$/gm, "")
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
  const indexes = statements.flatMap((statement) => {
    const [, name] = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY (\w+)\s/i.exec(statement) ?? [];
    return name === undefined ? [] : [{ name, statement }];
  });
  return indexes.length > 0 && indexes.length === statements.length ? indexes : undefined;
}

/** Builds indexes without a transaction. One that an earlier try left unfinished is built anew. */
async function buildIndexes(
  db: Db,
  migration: Migration,
  indexes: readonly Index[],
  { lockMs, totalMs }: Required<Options>["patience"],
): Promise<void> {
  // Nobody waits behind it while it waits for transactions that began earlier.
  await waitAtMost(db, totalMs);
  for (const { name, statement } of indexes) {
    const [found] = await db.query<{ valid: boolean }>(
      "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)",
      [name],
    );
    if (found?.valid) continue;
    if (found) await db.query(`DROP INDEX CONCURRENTLY ${name}`);
    await db.query(statement);
  }
  await waitAtMost(db, lockMs);
  await record(db, migration);
}

async function waitAtMost(db: Db, lockMs: number): Promise<void> {
  await db.query("SELECT set_config('lock_timeout', $1, false)", [String(lockMs)]);
}

type Applied = { readonly name: string; readonly sha256: string; readonly contracts: boolean };

function assertUnchanged({ name, sha256, contracts }: Applied, migrations: readonly Migration[]): void {
  const file = migrations.find((migration) => migration.name === name);
  if (file === undefined) {
    if (!contracts) return;
    throw new Error(
      `The database was migrated by a newer release: this one does not contain ${name}, and uses what it took away.`,
    );
  }
  if (checksum(file.text) !== sha256)
    throw new Error(`${name} was changed after it was applied. Restore it and add a new migration.`);
}

/** Returns a checksum that does not depend on line ends, which git may convert. */
function checksum(text: string): string {
  return createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");
}

/** Returns the migrations of this release in the order in which they are applied. */
export function releasedMigrations(): readonly Migration[] {
  const folder = new URL("../../../migrations/", import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => ({ name, text: readFileSync(fileURLToPath(new URL(name, folder)), "utf8") }));
}
