import type { Db } from "#src/platform/store/db.ts";
import { isInvented, NAMES_MAX, OTHER, PAIRS_MAX } from "./opened.ts";

type Table = "source_opened" | "source_expired";
/** The hours of a day, or the days of a month, to add up once it ended this many days ago. */
type Step = { readonly from: "hour" | "day"; readonly to: "day" | "month"; readonly days: number };

/**
 * Adds up the oldest day or month of an account that ended this long ago, as one row for each source and event. Of names that anyone
 * may invent those with the most keep theirs, and of sources and events those with the most keep the event. Returns whether there
 * was one.
 */
export async function addUpOldest(db: Db, table: Table, { from, to, days }: Step): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [oldest] = await tx.query<{ accountId: number; begin: Date; end: Date }>(
      `SELECT account_id AS "accountId", begin AT TIME ZONE 'UTC' AS begin, (begin + $2::interval) AT TIME ZONE 'UTC' AS end
         FROM (SELECT account_id, date_trunc($3, hour AT TIME ZONE 'UTC') AS begin FROM ${table}
                WHERE span = $1 AND hour < date_trunc($3, now() - make_interval(days => $4), 'UTC')
                ORDER BY hour LIMIT 1) AS oldest`,
      [from, `1 ${to}`, to, days],
    );
    if (oldest === undefined) return false;
    const { accountId, begin, end } = oldest;
    // Page views are added under the same lock.
    await tx.query(`SELECT FROM account WHERE id = $1 FOR NO KEY UPDATE`, [accountId]);
    await tx.query(addUp(table), [accountId, begin, end, to]);
    return true;
  });
}

/** In the middle, a row is in the same month everywhere, and in the same day west of UTC+12. */
const addUp = (table: Table) => `
WITH old AS MATERIALIZED (
  DELETE FROM ${table} WHERE account_id = $1 AND hour >= $2 AND hour < $3 RETURNING event_id, source, count
), beyond AS (
  SELECT source FROM old WHERE ${isInvented("$1")} GROUP BY source ORDER BY sum(count) DESC, source OFFSET ${NAMES_MAX}
), named AS (
  SELECT event_id, CASE WHEN beyond.source IS NULL THEN old.source ELSE ${OTHER} END AS source, sum(count) AS count
    FROM old LEFT JOIN beyond USING (source) GROUP BY 1, 2
), ranked AS (
  SELECT *, row_number() OVER (ORDER BY event_id IS NULL, count DESC, event_id, source) AS place FROM named
)
INSERT INTO ${table} AS present (account_id, hour, span, event_id, source, count)
SELECT $1, $2::timestamptz + ($3::timestamptz - $2::timestamptz) / 2, $4, CASE WHEN place <= ${PAIRS_MAX} THEN event_id END, source, sum(count)
  FROM ranked GROUP BY 4, 5
ON CONFLICT (account_id, hour, event_id, source) DO UPDATE SET count = present.count + excluded.count, span = excluded.span`;

/** Forgets the names of days whose page views are no longer added, at most this many. */
export async function forgetNames(db: Db, days: number, limit: number): Promise<void> {
  await db.query(
    `DELETE FROM source_name WHERE ctid IN (
       SELECT ctid FROM source_name WHERE day < now() - make_interval(days => $1) LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [days, limit],
  );
}
