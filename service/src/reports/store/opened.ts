import type { Db } from "#src/platform/store/db.ts";
import type { OpenedPages } from "#src/reports/domain/source.ts";
import { nameOfSource } from "#src/reservations/store/sources.ts";

/** The names of a day that are of no link and no site of the account. Anyone may invent one. */
export const NAMES_MAX = 200;
/** The rows of an hour, beyond which a source is counted without its event: at most one row more for each link, site and name of the day. */
export const PAIRS_MAX = 1_000;
/** The SQL of a name beyond the most. */
export const OTHER = `'{"other": true}'::jsonb`;

/**
 * Adds page views. Names beyond the most of a day are counted together, and a source and event beyond the most of an hour without the
 * event. The calls of an account wait for each other, so that they do not each add names.
 */
export async function addOpened(db: Db, accountId: number, pages: readonly OpenedPages[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(`SELECT FROM account WHERE id = $1 FOR NO KEY UPDATE`, [accountId]);
    await tx.prepared("add_opened", ADD_OPENED, [
      accountId,
      pages.map(({ hour }) => hour),
      pages.map(({ source }) => JSON.stringify(source)),
      pages.map(({ eventId }) => eventId ?? null),
      pages.map(({ count }) => count),
    ]);
  });
}

const DAY = "date_trunc('day', hour, 'UTC')";

const ADD_OPENED = `
WITH given AS MATERIALIZED (
  SELECT hour, ${nameOfSource("source")} AS source, event.id AS event_id, count, place
    FROM unnest($2::timestamptz[], $3::jsonb[], $4::bigint[], $5::bigint[]) WITH ORDINALITY AS given (hour, source, event_id, count, place)
    LEFT JOIN event ON event.account_id = $1 AND event.id = given.event_id
), invented AS MATERIALIZED (
  SELECT ${DAY} AS day, source, min(place) AS place FROM given WHERE ${isInvented("$1")} GROUP BY 1, 2
), days AS MATERIALIZED (
  SELECT day, (SELECT count(*) FROM source_name known WHERE known.account_id = $1 AND known.day = invented.day) AS names
    FROM invented GROUP BY day
), added AS (
  SELECT day, source, names + row_number() OVER (PARTITION BY day ORDER BY place) AS number
    FROM invented JOIN days USING (day)
   WHERE NOT EXISTS (SELECT FROM source_name known
                      WHERE known.account_id = $1 AND known.day = invented.day AND known.source = invented.source)
), kept AS (
  INSERT INTO source_name (account_id, day, source) SELECT $1, day, source FROM added WHERE number <= ${NAMES_MAX}
), named AS (
  SELECT hour, event_id, CASE WHEN number > ${NAMES_MAX} THEN ${OTHER} ELSE given.source END AS source,
         sum(count) AS count, min(place) AS place
    FROM given LEFT JOIN added ON added.day = ${DAY} AND added.source = given.source GROUP BY 1, 2, 3
), hours AS MATERIALIZED (
  SELECT hour, (SELECT count(*) FROM source_opened known WHERE known.account_id = $1 AND known.hour = named.hour) AS rows
    FROM named GROUP BY hour
), pairs AS (
  SELECT hour, event_id, source, rows + row_number() OVER (PARTITION BY hour ORDER BY place) AS number
    FROM named JOIN hours USING (hour)
   WHERE event_id IS NOT NULL
     AND NOT EXISTS (SELECT FROM source_opened known WHERE known.account_id = $1 AND known.hour = named.hour
                        AND known.event_id = named.event_id AND known.source = named.source)
)
INSERT INTO source_opened AS present (account_id, hour, event_id, source, count)
SELECT $1, hour, CASE WHEN number > ${PAIRS_MAX} THEN NULL ELSE event_id END, source, sum(count)
  FROM named LEFT JOIN pairs USING (hour, event_id, source)
 GROUP BY 2, 3, 4
ON CONFLICT (account_id, hour, event_id, source) DO UPDATE SET count = present.count + excluded.count`;

/** The SQL of whether a row with `source` has a name that anyone may invent. A link keeps its name after its end. */
export function isInvented(accountId: string): string {
  return `(source ?| ARRAY['ref', 'embed', 'utm']
    AND NOT EXISTS (SELECT FROM link WHERE account_id = ${accountId} AND lower(ref) = lower(source ->> 'ref'))
    AND NOT EXISTS (SELECT FROM site WHERE account_id = ${accountId} AND split_part(origin, '//', 2) = source ->> 'embed'))`;
}
