import type { DecidedOrder } from "#src/payments/domain/decided-order.ts";
import { dateNameSql } from "#src/platform/store/date-names.ts";

type Decision = {
  /** The row with `decided_at` and `decided_by`. */
  readonly row: string;
  /** The table that names its tickets, and the condition of those. */
  readonly tickets: string;
  readonly condition: string;
};

/**
 * Returns the columns of a `DecidedOrder` in a statement that has the order as `sale` and its `event`. What a buyer does is done by the
 * shop's user, which is no person and may decide nothing.
 */
export function decidedOrderSql({ row, tickets, condition }: Decision): string {
  return `
       sale.reference AS "order", (SELECT time_zone FROM venue WHERE venue.id = event.venue_id) AS "timeZone",
       (SELECT coalesce(json_agg(DISTINCT jsonb_build_object(
                 'id', date.id, 'name', ${dateNameSql("date")}, 'startsAt', date.starts_at)), '[]')
          FROM ${tickets} named
          JOIN admission ON admission.event_id = named.event_id AND admission.id = named.admission_id
          JOIN ticket_type type ON type.event_id = admission.event_id AND type.id = ticket_type_id
          JOIN event_date date ON date.event_id = type.event_id AND date.id = type.event_date_id
         WHERE ${condition}) AS dates,
       CASE WHEN ${row}.decided_at IS NOT NULL THEN json_build_object('at', ${row}.decided_at, 'by', (
         SELECT coalesce(nullif(btrim(concat_ws(' ', first_name, last_name)), ''), username) FROM account_user
          WHERE account_user.id = ${row}.decided_by AND (may_manage OR 'ORDERS' = ANY (office_capabilities)))) END AS decided`;
}

export type DecidedOrderRow = {
  readonly order: string | null;
  readonly timeZone: string;
  readonly dates: readonly { readonly id: number; readonly name: string; readonly startsAt: string }[];
  readonly decided: { readonly at: string; readonly by: string | null } | null;
};

export function toDecidedOrder({ order, timeZone, dates, decided }: DecidedOrderRow): DecidedOrder {
  return {
    order: order ?? undefined,
    timeZone,
    dates: dates
      .map((date) => ({ ...date, startsAt: new Date(date.startsAt) }))
      .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime()),
    decided: decided === null ? undefined : { at: new Date(decided.at), by: decided.by ?? undefined },
  };
}
