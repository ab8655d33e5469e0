import type { TicketDate } from "#src/catalogue/domain/event.ts";
import { VENUE } from "#src/catalogue/store/venues.ts";
import { dateNameSql } from "#src/platform/store/date-names.ts";
import type { Db } from "#src/platform/store/db.ts";
import { moneyOf, type RowOf, shapeOf } from "#src/platform/store/rows.ts";
import type { Sale, SaleLine } from "#src/reservations/domain/sale.ts";
import { type CartCode, cartCodesSql } from "./cart-codes.ts";
import { outOfDateSql, type PriceLimits } from "./cart-prices.ts";
import { hasDiscountsSql } from "./terms.ts";

/** Finds one sale by its key or number, or all sales of a cart, always within one account. */
type SaleScope = { readonly key: string } | { readonly cartKey: string } | { readonly id: number };

type Columns = Omit<Sale, "dates" | "changedDates" | "terms" | "lines">;

/** A sale with what concerns its whole cart. */
export type FoundSale = Sale & {
  /** The codes of its cart in the order in which they were typed. */
  readonly codes: readonly CartCode[];
  /** Whether the price of its cart must be calculated again. */
  readonly isOutOfDate: boolean;
};

type SaleRow = RowOf<Columns> & {
  readonly codes: readonly RowOf<CartCode>[];
  readonly isOutOfDate: boolean;
  readonly termsUrl: string | null;
  readonly termsAcceptedAt: Date | null;
  readonly lines: readonly LineRow[];
};

type LineRow = SaleLine & {
  readonly startsAt: string;
  readonly endsAt: string | null;
  readonly doorsAt: string | null;
  readonly isCancelled: boolean;
  readonly movedFrom: string | null;
};

/** Returns the visible sales. An expired unpaid sale is visible while a late payment is possible. */
export async function findSales(
  db: Db,
  accountId: number,
  scope: SaleScope,
  { latePaySeconds, reservationSeconds }: PriceLimits,
): Promise<readonly FoundSale[]> {
  const { name, condition, value } = conditionOf(scope);
  const rows = await db.prepared<SaleRow>(`find_sales_by_${name}`, findSalesWhere(condition), [
    accountId,
    value,
    latePaySeconds,
    reservationSeconds,
  ]);
  return rows.map(toSale);
}

/** Returns the key of the cart that a reservation of this account is in. It never changes. */
export async function findCartKey(db: Db, accountId: number, key: string): Promise<string | undefined> {
  const [row] = await db.prepared<{ cart_key: string }>(
    "find_cart_key",
    `SELECT cart_key FROM sale WHERE key = $1 AND account_id = $2`,
    [key, accountId],
  );
  return row?.cart_key;
}

/** Returns the event of a sale of this account. It never changes. */
export async function findEventOfSale(db: Db, accountId: number, key: string): Promise<number | undefined> {
  const [row] = await db.prepared<{ event_id: number }>(
    "find_event_of_sale",
    `SELECT event_id FROM sale WHERE key = $1 AND account_id = $2`,
    [key, accountId],
  );
  return row?.event_id;
}

function conditionOf(scope: SaleScope) {
  if ("key" in scope) return { name: "key", condition: "sale.key = $2", value: scope.key };
  if ("cartKey" in scope) return { name: "cart", condition: "sale.cart_key = $2", value: scope.cartKey };
  // The primary key begins with the event id, so the condition names the account's events.
  const condition = "sale.event_id IN (SELECT id FROM event WHERE account_id = $1) AND sale.id = $2";
  return { name: "id", condition, value: scope.id };
}

function findSalesWhere(condition: string): string {
  return `
SELECT sale.id, sale.key, sale.cart_key AS "cartKey", sale.event_id AS "eventId", event.name AS "eventName",
       event.age_limit AS "ageLimit", event.refund_policy AS "refundPolicy", sale.reference, sale.status,
       ${moneyOf("sale.total_minor", "sale.currency")} AS total, sale.created_at AS "createdAt", sale.modified_at AS "modifiedAt",
       sale.expires_at AS "expiresAt", sale.buyer, coalesce(sale.answers, '[]') AS answers, coalesce(sale.guests, '{}') AS guests, sale.terms_url AS "termsUrl",
       sale.terms_accepted_at AS "termsAcceptedAt", ${cartCodesSql("sale.cart_key")} AS codes,
       ${outOfDateSql("sale.cart_key")} AS "isOutOfDate", ${hasDiscountsSql("event")} AS "hasDiscounts", sale.mail_held AS "mailHeld", ${VENUE} AS venue,
       greatest(0, floor(extract(epoch FROM sale.expires_at - now())))::integer AS "secondsLeft",
       (SELECT json_agg(json_build_object(
                 'ticketTypeId', type.id, 'ticketTypeName', line.ticket_type_name, 'eventDateId', date.id,
                 'eventDateName', ${dateNameSql("date")}, 'startsAt', date.starts_at,
                 'endsAt', ${organiserEndSql("date")}, 'doorsAt', date.doors_at,
                 'isCancelled', date.cancelled OR event.cancelled,
                 'movedFrom', (SELECT move.starts_at FROM event_date_move move
                                WHERE move.event_id = date.event_id AND move.event_date_id = date.id
                                  AND moved_at > sale.created_at AND move.starts_at <> date.starts_at ORDER BY moved_at LIMIT 1),
                 'section', ${TICKET_SECTION},
                 'quantity', line.quantity, 'price', ${moneyOf("line.price_minor", "sale.currency")},
                 'fee', ${moneyOf("line.fee_minor", "sale.currency")},
                 'savings', (SELECT coalesce(json_agg(json_build_object('ruleId', rule, 'name', saving.name, 'minor', minor)
                                                      ORDER BY rule), '[]')
                               FROM sale_saving saving
                              WHERE saving.event_id = line.event_id AND saving.sale_id = line.sale_id
                                AND saving.ticket_type_id = line.ticket_type_id))
                 ORDER BY date.starts_at, type.sort_idx, type.id)
          FROM sale_line line
          JOIN ticket_type type ON type.event_id = line.event_id AND type.id = line.ticket_type_id
          JOIN venue_section section ON section.id = type.venue_section_id
          JOIN event_date date ON date.event_id = type.event_id AND date.id = type.event_date_id
         WHERE line.event_id = sale.event_id AND line.sale_id = sale.id) AS lines
  FROM sale JOIN event ON event.id = sale.event_id JOIN venue ON venue.id = event.venue_id
 WHERE ${condition} AND sale.account_id = $1
   AND (sale.status IN ('PROCESSING', 'CONFIRMED', 'UNFULFILLED')
        OR (sale.status IN ('RESERVED', 'LOCKED') AND sale.expires_at > now() - make_interval(secs => $3)))
 ORDER BY sale.id`;
}

function toSale({ termsUrl, termsAcceptedAt, lines, codes, isOutOfDate, ...columns }: SaleRow): FoundSale {
  return {
    ...shapeOf<Columns>(columns),
    codes: codes.map(shapeOf<CartCode>),
    isOutOfDate,
    dates: datesOf(lines),
    changedDates: changedDatesOf(lines),
    ...(termsUrl && termsAcceptedAt && { terms: { url: termsUrl, acceptedAt: termsAcceptedAt } }),
    lines: lines.map(
      ({ startsAt: _starts, endsAt: _ends, doorsAt: _doors, isCancelled: _is, movedFrom: _from, ...line }) => line,
    ),
  };
}

function changedDatesOf(lines: readonly LineRow[]): Sale["changedDates"] {
  const changed = lines.flatMap(({ eventDateId, isCancelled, movedFrom }) =>
    isCancelled || movedFrom !== null
      ? [{ eventDateId, isCancelled, ...(movedFrom !== null && { movedFrom: new Date(movedFrom) }) }]
      : [],
  );
  return [...new Map(changed.map((date) => [date.eventDateId, date])).values()];
}

/** Returns the dates of the lines, each once, in the order of the lines. */
function datesOf(lines: readonly LineRow[]): readonly TicketDate[] {
  const dates = lines.map(
    ({ eventDateId: id, eventDateName: name, startsAt, endsAt, doorsAt }): readonly [number, TicketDate] => [
      id,
      {
        id,
        name,
        startsAt: new Date(startsAt),
        ...(endsAt !== null && { endsAt: new Date(endsAt) }),
        ...(doorsAt !== null && { doorsAt: new Date(doorsAt) }),
      },
    ],
  );
  return [...new Map(dates).values()];
}

/** The SQL of a ticket's section, in a statement that joins `venue_section` as `section`. */
export const TICKET_SECTION = "json_build_object('id', section.id, 'name', section.name, 'door', section.door)";

/** Returns the SQL of a date's end if the organiser set one, else null: `ends_at` then has a calculated time. */
export function organiserEndSql(date: string): string {
  return `CASE WHEN ${date}.ends_local IS NOT NULL THEN ${date}.ends_at END`;
}
