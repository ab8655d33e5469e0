import { dateName } from "#src/catalogue/store/event-dates.ts";
import type { Db } from "#src/platform/store/db.ts";
import type { Cap, Terms, TicketTypeTerms } from "#src/reservations/domain/terms.ts";

type TermsRow = {
  now: Date;
  event_name: string;
  account_id: number;
  currency: string;
  published: boolean;
  cancelled: boolean;
  has_discounts: boolean;
  id: number | null;
  name: string;
  event_date_id: number;
  date_name: string;
  section_id: number;
  section_name: string;
  section_door: string | null;
  price_minor: number;
  fee_minor: number;
  minimum_per_order: number;
  maximum_per_order: number;
  tags: readonly string[];
  code_required: boolean;
  hidden: boolean;
  closed: boolean;
  date_cancelled: boolean;
  on_sale_from: Date | null;
  on_sale_to: Date | null;
  ends_at: Date;
  section_stock_id: number | null;
  section_free: number;
  waiting_list: boolean | null;
  own_stock_id: number | null;
  own_free: number;
};

/** Replaces the stock row of a section that the date does not open: it has no free place. */
const NO_STOCK: Cap = { stockId: 0, free: 0 };

/** Returns the terms of these ticket types, with the places that were free at the time of reading; they may change. */
export async function findTerms(db: Db, eventId: number, ticketTypeIds: readonly number[]): Promise<Terms | undefined> {
  const rows = await db.prepared<TermsRow>("find_terms", FIND_TERMS, [eventId, ticketTypeIds]);
  const event = rows[0];
  if (event === undefined) return undefined;
  return {
    now: event.now,
    eventId,
    eventName: event.event_name,
    accountId: event.account_id,
    currency: event.currency,
    published: event.published,
    cancelled: event.cancelled,
    hasDiscounts: event.has_discounts,
    hasWaitingList: rows.some(({ waiting_list }) => waiting_list === true),
    ticketTypes: new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, ticketTypeTerms(row, row.id)]]))),
  };
}

function ticketTypeTerms(row: TermsRow, id: number): TicketTypeTerms {
  return {
    id,
    name: row.name,
    eventDateId: row.event_date_id,
    eventDateName: row.date_name,
    section: { id: row.section_id, name: row.section_name, door: row.section_door },
    priceMinor: row.price_minor,
    feeMinor: row.fee_minor,
    minimumPerOrder: row.minimum_per_order,
    maximumPerOrder: row.maximum_per_order,
    tags: row.tags,
    codeRequired: row.code_required,
    hidden: row.hidden,
    closed: row.closed,
    dateCancelled: row.date_cancelled,
    onSaleFrom: row.on_sale_from ?? undefined,
    onSaleTo: row.on_sale_to ?? undefined,
    endsAt: row.ends_at,
    caps: [
      row.section_stock_id === null ? NO_STOCK : { stockId: row.section_stock_id, free: row.section_free },
      ...(row.own_stock_id === null ? [] : [{ stockId: row.own_stock_id, free: row.own_free }]),
    ],
  };
}

const HAS_DISCOUNTS = `EXISTS (
  SELECT FROM discount WHERE discount.account_id = e.account_id AND enabled AND NOT discount.code_required
     AND ((event_ids = '{}' AND event_group_id IS NULL) OR e.id = ANY (event_ids)
          OR EXISTS (SELECT FROM event_group_event member
                      WHERE member.event_group_id = discount.event_group_id AND member.event_id = e.id)))`;

const FIND_TERMS = `
SELECT now(), e.name AS event_name, e.account_id, e.currency, e.published, e.cancelled,
       t.id, t.name, t.event_date_id, t.price_minor, t.fee_minor, t.minimum_per_order, t.maximum_per_order,
       t.tags, t.code_required, t.hidden, t.closed, ${HAS_DISCOUNTS} AS has_discounts, d.cancelled AS date_cancelled,
       ${dateName("d")} AS date_name, place.id AS section_id, place.name AS section_name, place.door AS section_door,
       t.on_sale_from, t.on_sale_to, d.ends_at,
       section.id AS section_stock_id, section.capacity - section.taken AS section_free, section.waiting_list,
       own.id AS own_stock_id, own.capacity - own.taken AS own_free
  FROM event e
  LEFT JOIN ticket_type t ON t.event_id = e.id AND t.id = ANY ($2::bigint[])
  LEFT JOIN event_date d ON d.event_id = t.event_id AND d.id = t.event_date_id
  LEFT JOIN venue_section place ON place.id = t.venue_section_id
  LEFT JOIN stock section ON section.event_id = t.event_id AND section.event_date_id = t.event_date_id
                         AND section.venue_section_id = t.venue_section_id
  LEFT JOIN stock own ON own.event_id = t.event_id AND own.ticket_type_id = t.id
 WHERE e.id = $1`;
