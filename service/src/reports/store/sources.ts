import { FIGURES_OF_LINE, REVENUE_OF_LINE } from "#src/admissions/store/figures.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type Conditions, conditions } from "#src/platform/store/rows.ts";
import type { SourceFigures, SourceRow } from "#src/reports/domain/source.ts";
import { NAME_OF_SALE } from "#src/reservations/store/sources.ts";

/** The time in which page views were counted and sales reserved. */
export type Period = { readonly from?: Date | undefined; readonly to?: Date | undefined };

/** The sales and page views to count. `currency`: the only one in which revenue is added up. */
type Wanted = Period & {
  readonly accountId: number;
  readonly currency: string;
  readonly event?: number | undefined;
};

/** Beyond these the rows of names that anyone may invent are added up in one. */
const NAMES_MAX = 200;

/** Returns the figures of each source, the one with the most tickets first. They add up to those of all sales. */
export async function sourceRows(db: Db, wanted: Wanted): Promise<readonly SourceRow[]> {
  const [ofSales, ofHours] = bothConditions(wanted);
  const currency = ofSales.value(wanted.currency);
  const account = ofSales.value(wanted.accountId);
  const max = ofSales.value(NAMES_MAX);
  return db.query<SourceRow>(
    `WITH ${figuresBy({ sale: NAME_OF_SALE, hour: "source" }, [ofSales, ofHours], currency)},
named AS (
  SELECT CASE WHEN link.id IS NULL THEN key ELSE jsonb_build_object('ref', link.ref, 'link',
                jsonb_build_object('id', link.id, 'name', link.name, 'kind', link.kind)) END AS source, figures.*
    FROM figures LEFT JOIN link ON link.account_id = ${account} AND lower(link.ref) = lower(key ->> 'ref')
), ranked AS (
  SELECT source, ${SUMS}, source ?| ARRAY['ref', 'embed', 'utm'] AND NOT source ? 'link' AS "isInvented" FROM named GROUP BY source
), numbered AS (
  SELECT *, row_number() OVER (PARTITION BY "isInvented" ORDER BY tickets DESC, orders DESC, reserved DESC, opened DESC, source) AS place
    FROM ranked
)
SELECT CASE WHEN "isInvented" AND place > ${max} THEN '{"other": true}' ELSE source END AS source, ${SUMS}
  FROM numbered GROUP BY 1 ORDER BY tickets DESC, orders DESC, opened DESC, 1`,
    ofSales.values,
  );
}

/** Returns the currency of an event of the account. */
export async function findCurrency(db: Db, accountId: number, eventId: number): Promise<string | undefined> {
  const sql = `SELECT currency FROM event WHERE account_id = $1 AND id = $2`;
  return (await db.query<{ currency: string }>(sql, [accountId, eventId]))[0]?.currency;
}

export type SourceDay = Omit<SourceFigures, "reserved"> & {
  /** In UTC, such as 2026-11-30. */
  readonly day: string;
};

/** The days that a partner sees. */
const DAYS = 90;

/** Returns the figures of a link by the days on which its sales were reserved, of the last 90 days, the newest first. */
export async function sourceDays(db: Db, accountId: number, ref: string): Promise<readonly SourceDay[]> {
  const [ofSales, ofHours] = bothConditions({ accountId });
  const { value } = ofSales;
  const since = `date_trunc('day', now(), 'UTC') - make_interval(days => ${value(DAYS - 1)})`;
  const wanted = `lower(${value(ref)})`;
  ofSales.add(`sale.created_at >= ${since}`);
  ofHours.add(`hour >= ${since}`);
  // There is an index of paid sales by ref. The name leaves out what was sold at the box office.
  ofSales.add(`sale.status = 'CONFIRMED' AND sale.source ? 'ref' AND lower(sale.source ->> 'ref') = ${wanted}`);
  ofSales.add(`${NAME_OF_SALE} ? 'ref'`);
  ofHours.add(`source ? 'ref' AND lower(source ->> 'ref') = ${wanted}`);
  const currency = `(SELECT currency FROM account WHERE id = ${value(accountId)})`;
  const dayOf = (time: string) => `to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
  return db.query<SourceDay>(
    `WITH ${figuresBy({ sale: dayOf("sale.created_at"), hour: dayOf("hour") }, [ofSales, ofHours], currency)},
days AS (SELECT key AS day, ${SUMS} FROM figures GROUP BY key)
SELECT day, opened, orders, tickets, "revenueMinor" FROM days
 WHERE opened > 0 OR orders > 0 OR tickets > 0 OR "revenueMinor" > 0 ORDER BY day DESC`,
    ofSales.values,
  );
}

const SUMS = ["opened", "reserved", "orders", "tickets", '"revenueMinor"']
  .map((figure) => `sum(${figure})::bigint AS ${figure}`)
  .join(", ");

/** Returns the conditions of a `sale` and of a row by the hour, with the values of both. */
function bothConditions({ accountId, from, to, event }: Omit<Wanted, "currency">): readonly [Conditions, Conditions] {
  const ofSales = conditions();
  const ofHours = conditions(ofSales.values);
  for (const [{ add, value }, table, time] of [
    [ofSales, "sale.", "sale.created_at"],
    [ofHours, "", "hour"],
  ] as const) {
    add(`${table}account_id = ${value(accountId)}`);
    if (from !== undefined) add(`${time} >= ${value(from)}`);
    if (to !== undefined) add(`${time} < ${value(to)}`);
    if (event !== undefined) add(`${table}event_id = ${value(event)}`);
  }
  return [ofSales, ofHours];
}

/**
 * Returns the parts of a statement up to `figures`, whose rows have a part of the figures each. `key` is what they are of: SQL about a
 * `sale` with its user as `seller`, and about a row by the hour. What a buyer gave back counts nowhere.
 */
function figuresBy(
  key: { readonly sale: string; readonly hour: string },
  [ofSales, ofHours]: readonly [Conditions, Conditions],
  currency: string,
): string {
  return `
sales AS MATERIALIZED (
  SELECT sale.event_id, sale.id AS sale_id, sale.status = 'CONFIRMED' AS "isPaid", sale.currency, ${key.sale} AS key
    FROM sale JOIN account_user seller ON seller.id = sale.user_id
   WHERE sale.status <> 'RELEASED' AND ${ofSales.text()}
), held AS (
  SELECT event_id, sale_id, sum(quantity) AS reserved
    FROM sales JOIN sale_line line USING (event_id, sale_id) JOIN ticket_type type USING (event_id)
   WHERE type.id = ticket_type_id AND kind = 'TICKETS' GROUP BY 1, 2
), lines AS (
  SELECT event_id, sale_id, ticket_type_id, ${FIGURES_OF_LINE}
    FROM sales JOIN admission USING (event_id, sale_id) GROUP BY 1, 2, 3
), sold AS (
  SELECT event_id, sale_id, sum(sold) FILTER (WHERE kind = 'TICKETS') AS tickets, sum(${REVENUE_OF_LINE}) AS revenue
    FROM lines JOIN ticket_type type USING (event_id) WHERE type.id = ticket_type_id GROUP BY 1, 2
), figures AS (
  SELECT key, 0 AS opened, coalesce(sum(reserved), 0) AS reserved, count(*) FILTER (WHERE "isPaid") AS orders,
         coalesce(sum(tickets), 0) AS tickets, coalesce(sum(revenue) FILTER (WHERE currency = ${currency}), 0) AS "revenueMinor"
    FROM sales LEFT JOIN held USING (event_id, sale_id) LEFT JOIN sold USING (event_id, sale_id) GROUP BY key
   UNION ALL
  SELECT ${key.hour}, sum(count), 0, 0, 0, 0 FROM source_opened WHERE ${ofHours.text()} GROUP BY 1
   UNION ALL
  SELECT ${key.hour}, 0, sum(count), 0, 0, 0 FROM source_expired WHERE ${ofHours.text()} GROUP BY 1
)`;
}
