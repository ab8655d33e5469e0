import type { Db } from "#src/platform/store/db.ts";

export type StorefrontRecord = { readonly name: string; readonly content: string };

/** `replaces`: the content that it may take the place of. Without `keptSeconds` it is kept for good. */
export type NewRecord = StorefrontRecord & {
  readonly replaces?: string | undefined;
  readonly keptSeconds?: number | undefined;
};

/** Returns the live records of these names. */
export function findRecords(db: Db, accountId: number, names: readonly string[]): Promise<readonly StorefrontRecord[]> {
  return db.prepared<StorefrontRecord>(
    "find_records",
    `SELECT name, content FROM storefront_record
      WHERE account_id = $1 AND name = ANY ($2) AND (expires_at IS NULL OR expires_at > now())`,
    [accountId, names],
  );
}

/**
 * Writes each record of which there is no live one, or whose content is the one that it replaces. Returns the names of those that
 * were written. The rows are locked in the order of their names, so that calls with the same names wait for each other.
 */
export async function writeRecords(
  db: Db,
  accountId: number,
  records: readonly NewRecord[],
): Promise<readonly string[]> {
  const ordered = records.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const written = await db.prepared<{ name: string }>(
    "write_records",
    `WITH given AS (
       SELECT * FROM unnest($2::text[], $3::text[], $4::text[], $5::integer[]) AS given (name, content, replaces, seconds)
     )
     INSERT INTO storefront_record AS present (account_id, name, content, expires_at)
     SELECT $1, name, content, now() + make_interval(secs => seconds) FROM given
     ON CONFLICT (account_id, name) DO UPDATE SET content = excluded.content, expires_at = excluded.expires_at
       WHERE present.expires_at <= now()
          OR present.content = (SELECT replaces FROM given WHERE given.name = present.name)
     RETURNING name`,
    [
      accountId,
      ordered.map(({ name }) => name),
      ordered.map(({ content }) => content),
      ordered.map(({ replaces }) => replaces ?? null),
      ordered.map(({ keptSeconds }) => keptSeconds ?? null),
    ],
  );
  return written.map(({ name }) => name);
}

/** More than a minute of a busy sale writes. */
const FORGOTTEN_AT_ONCE = 10_000;

/** Deletes records that have expired. */
export async function forgetExpiredRecords(db: Db): Promise<void> {
  await db.query(
    `DELETE FROM storefront_record
      WHERE (account_id, name) IN (SELECT account_id, name FROM storefront_record
                                    WHERE expires_at <= now() LIMIT ${FORGOTTEN_AT_ONCE} FOR UPDATE SKIP LOCKED)`,
  );
}
