import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Db } from "./db.ts";
import { retryOnConflict } from "./faults.ts";

export type Migration = { readonly name: string; readonly text: string };

/** The id of the advisory lock under which one process migrates while others wait. The number is arbitrary. */
const LOCK = 4_207_146_003;

/**
 * Applies the new migrations in one transaction and returns their names. Throws when an applied file was edited, or when
 * the database was migrated by a newer release.
 */
export async function migrate(
  db: Db,
  migrations: readonly Migration[] = releasedMigrations(),
): Promise<readonly string[]> {
  // A service that still sells may wait for one of the tables while this waits for another.
  return retryOnConflict(() => db.transaction((tx) => applyNew(tx, migrations)));
}

async function applyNew(tx: Db, migrations: readonly Migration[]): Promise<readonly string[]> {
  await tx.query("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0");
  await tx.query("SELECT pg_advisory_xact_lock($1)", [LOCK]);
  await tx.query(`CREATE TABLE IF NOT EXISTS schema_migration (
      name       text PRIMARY KEY,
      sha256     text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`);
  const applied = await tx.query<{ name: string; sha256: string }>("SELECT name, sha256 FROM schema_migration");
  for (const { name, sha256 } of applied) assertUnchanged(name, sha256, migrations);

  const known = new Set(applied.map(({ name }) => name));
  const fresh = migrations.filter(({ name }) => !known.has(name));
  for (const { name, text } of fresh) {
    await tx.query(text);
    await tx.query("INSERT INTO schema_migration (name, sha256) VALUES ($1, $2)", [name, checksum(text)]);
  }
  return fresh.map(({ name }) => name);
}

function assertUnchanged(name: string, sha256: string, migrations: readonly Migration[]): void {
  const file = migrations.find((migration) => migration.name === name);
  if (file === undefined)
    throw new Error(`The database was migrated by a newer release: this one does not contain ${name}.`);
  if (checksum(file.text) !== sha256)
    throw new Error(`${name} was changed after it was applied. Restore it and add a new migration.`);
}

/** Returns a checksum that does not depend on line ends, which git may convert. */
function checksum(text: string): string {
  return createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");
}

/** Returns the migrations of this release in the order in which they are applied. */
function releasedMigrations(): readonly Migration[] {
  const folder = new URL("../../../migrations/", import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort()
    .map((name) => ({ name, text: readFileSync(fileURLToPath(new URL(name, folder)), "utf8") }));
}
