import { dateNameSql } from "#src/platform/store/date-names.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type RowOf, shapeOf } from "#src/platform/store/rows.ts";
import type { Cap, Terms, TicketTypeTerms } from "#src/reservations/domain/terms.ts";

type Columns = Omit<TicketTypeTerms, "id" | "caps">;

type TermsRow = Omit<Terms, "eventId" | "hasWaitingList" | "ticketTypes"> &
  RowOf<Columns> & {
    readonly id: number | null;
    readonly sectionStockId: number | null;
    readonly sectionFree: number;
    readonly waitingList: boolean | null;
    readonly ownStockId: number | null;
    readonly ownFree: number;
  };

/** In place of the missing stock row of a section that the date does not open: it has no free place. */
const NO_STOCK: Cap = { stockId: 0, free: 0 };

/** Returns the terms of these ticket types, with the places that were free at the time of reading; they may change. */
export async function findTerms(db: Db, eventId: number, ticketTypeIds: readonly number[]): Promise<Terms | undefined> {
  const rows = await db.prepared<TermsRow>("find_terms", FIND_TERMS, [eventId, ticketTypeIds]);
  const [first] = rows;
  if (first === undefined) return undefined;
  const { now, eventName, accountId, currency, published, cancelled, hasDiscounts } = first;
  return {
    now,
    eventId,
    eventName,
    accountId,
    currency,
    published,
    cancelled,
    hasDiscounts,
    hasWaitingList: rows.some(({ waitingList }) => waitingList === true),
    ticketTypes: new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, ticketTypeTerms(row, row.id)]]))),
  };
}

function ticketTypeTerms(
  { sectionStockId, sectionFree, ownStockId, ownFree, ...columns }: TermsRow,
  id: number,
): TicketTypeTerms {
  return {
    ...shapeOf<Columns>(columns),
    id,
    caps: [
      sectionStockId === null ? NO_STOCK : { stockId: sectionStockId, free: sectionFree },
      ...(ownStockId === null ? [] : [{ stockId: ownStockId, free: ownFree }]),
    ],
  };
}

/** Returns the SQL of whether a discount without a code concerns this event, perhaps at another time. */
export function hasDiscountsSql(event: string): string {
  return `EXISTS (
  SELECT FROM discount WHERE discount.account_id = ${event}.account_id AND enabled AND NOT discount.code_required
     AND ((event_ids = '{}' AND event_group_id IS NULL) OR ${event}.id = ANY (event_ids)
          OR EXISTS (SELECT FROM event_group_event member
                      WHERE member.event_group_id = discount.event_group_id AND member.event_id = ${event}.id)))`;
}

const FIND_TERMS = `
SELECT now(), e.name AS "eventName", e.account_id AS "accountId", e.currency, e.published, e.cancelled,
       ${hasDiscountsSql("e")} AS "hasDiscounts", t.id, t.name, t.event_date_id AS "eventDateId", ${dateNameSql("d")} AS "eventDateName",
       json_build_object('id', place.id, 'name', place.name, 'door', place.door) AS section,
       t.price_minor AS "priceMinor", t.fee_minor AS "feeMinor", t.minimum_per_order AS "minimumPerOrder",
       t.maximum_per_order AS "maximumPerOrder", t.tags, t.code_required AS "codeRequired", t.hidden, t.closed,
       d.cancelled AS "dateCancelled", t.on_sale_from AS "onSaleFrom", t.on_sale_to AS "onSaleTo", d.ends_at AS "endsAt",
       section.id AS "sectionStockId", section.capacity - section.taken AS "sectionFree", section.waiting_list AS "waitingList",
       own.id AS "ownStockId", own.capacity - own.taken AS "ownFree"
  FROM event e
  LEFT JOIN ticket_type t ON t.event_id = e.id AND t.id = ANY ($2::bigint[])
  LEFT JOIN event_date d ON d.event_id = t.event_id AND d.id = t.event_date_id
  LEFT JOIN venue_section place ON place.id = t.venue_section_id
  LEFT JOIN stock section ON section.event_id = t.event_id AND section.event_date_id = t.event_date_id
                         AND section.venue_section_id = t.venue_section_id
  LEFT JOIN stock own ON own.event_id = t.event_id AND own.ticket_type_id = t.id
 WHERE e.id = $1`;
