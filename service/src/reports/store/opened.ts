import type { Db } from "#src/platform/store/db.ts";
import type { OpenedPages } from "#src/reports/domain/source.ts";
import { nameOfSource } from "#src/reservations/store/sources.ts";

/** The names of a day that are of no link and no site of the account. Anyone may invent one. */
const NAMES_MAX = 200;

/**
 * Adds page views. Names beyond the most of a day are counted together. The calls of an account wait for each other, so that they do
 * not each add names.
 */
export async function addOpened(db: Db, accountId: number, pages: readonly OpenedPages[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(`SELECT FROM account WHERE id = $1 FOR NO KEY UPDATE`, [accountId]);
    await tx.prepared("add_opened", ADD_OPENED, [
      accountId,
      NAMES_MAX,
      pages.map(({ hour }) => hour),
      pages.map(({ source }) => JSON.stringify(source)),
      pages.map(({ eventId }) => eventId ?? null),
      pages.map(({ count }) => count),
    ]);
  });
}

/** A name that anyone may invent, of a row with `source`. A link keeps its name after its end. */
const IS_INVENTED = `(source ?| ARRAY['ref', 'embed', 'utm']
    AND NOT EXISTS (SELECT FROM link WHERE account_id = $1 AND lower(ref) = lower(source ->> 'ref'))
    AND NOT EXISTS (SELECT FROM site WHERE account_id = $1 AND split_part(origin, '//', 2) = source ->> 'embed'))`;

const DAY = "date_trunc('day', hour, 'UTC')";

const ADD_OPENED = `
WITH given AS (
  SELECT hour, ${nameOfSource("source")} AS source, event.id AS event_id, count, place
    FROM unnest($3::timestamptz[], $4::jsonb[], $5::bigint[], $6::bigint[]) WITH ORDINALITY AS given (hour, source, event_id, count, place)
    LEFT JOIN event ON event.account_id = $1 AND event.id = given.event_id
), invented AS (
  SELECT ${DAY} AS day, source, min(place) AS place FROM given WHERE ${IS_INVENTED} GROUP BY 1, 2
), present AS (
  SELECT DISTINCT ${DAY} AS day, source FROM source_opened
   WHERE account_id = $1 AND hour >= (SELECT min(day) FROM invented) AND ${IS_INVENTED}
), added AS (
  SELECT day, source, row_number() OVER (PARTITION BY day ORDER BY place)
         + (SELECT count(*) FROM present WHERE present.day = invented.day) AS number
    FROM invented WHERE NOT EXISTS (SELECT FROM present WHERE present.day = invented.day AND present.source = invented.source)
)
INSERT INTO source_opened AS present (account_id, hour, event_id, source, count)
SELECT $1, hour, event_id, CASE WHEN number > $2 THEN '{"other": true}' ELSE given.source END, sum(count)
  FROM given LEFT JOIN added ON added.day = ${DAY} AND added.source = given.source
 GROUP BY 2, 3, 4
ON CONFLICT (account_id, hour, event_id, source) DO UPDATE SET count = present.count + excluded.count`;
