import { dateName } from "#src/catalogue/store/date-name.ts";
import type { Db } from "#src/platform/store/db.ts";
import type { EntryOffer } from "#src/reservations/domain/waiting-list/entry.ts";
import { IS_OFFERABLE } from "./event-stock.ts";

type Row = {
  expires_at: Date;
  quantity: number;
  date_id: number;
  date_name: string;
  section_id: number;
  section_name: string;
  currency: string;
  id: number | null;
  name: string;
  price_minor: number;
  fee_minor: number;
  minimum_per_order: number;
  maximum: number;
};

/**
 * Returns an open offer with the ticket types that can be reserved with it, or `undefined` when it has ended. Before its mail is
 * accepted it ends at the time given or later.
 */
export async function findOffer(db: Db, key: string, offerSeconds: number): Promise<EntryOffer | undefined> {
  const rows = await db.prepared<Row>("find_waiting_list_offer", FIND, [key, offerSeconds]);
  const [first] = rows;
  if (first === undefined) return undefined;
  const { currency } = first;
  return {
    key,
    quantity: first.quantity,
    expiresAt: first.expires_at,
    eventDate: { id: first.date_id, name: first.date_name },
    section: { id: first.section_id, name: first.section_name },
    ticketTypes: rows.flatMap(({ id, name, price_minor, fee_minor, minimum_per_order, maximum }) => {
      if (id === null || maximum < minimum_per_order) return [];
      const price = { minor: price_minor, currency };
      return [{ id, name, price, fee: { minor: fee_minor, currency }, minimum: minimum_per_order, maximum }];
    }),
  };
}

const FIND = `
SELECT CASE WHEN announced_at IS NULL THEN least(expires_at, now() + make_interval(secs => $2)) ELSE expires_at END AS expires_at,
       entry.quantity, date.id AS date_id, ${dateName("date")} AS date_name, place.id AS section_id,
       place.name AS section_name, event.currency, type.id, type.name, price_minor, fee_minor, minimum_per_order,
       least(entry.quantity, maximum_per_order, own.capacity - own.taken
         + coalesce(offer.quantities[array_position(offer.stock_ids, own.id)], 0))::integer AS maximum
  FROM waiting_list_offer offer
  JOIN waiting_list_entry entry ON entry.event_id = offer.event_id AND entry.id = offer.entry_id
  JOIN event ON event.id = offer.event_id
  JOIN event_date date ON date.event_id = offer.event_id AND date.id = offer.event_date_id
  JOIN venue_section place ON place.id = offer.venue_section_id
  LEFT JOIN ticket_type type ON type.event_id = offer.event_id AND type.event_date_id = date.id
                            AND type.venue_section_id = place.id AND ${IS_OFFERABLE}
  LEFT JOIN stock own ON own.event_id = offer.event_id AND own.ticket_type_id = type.id
 WHERE offer.key = $1 AND offer.state = 'OPEN' AND expires_at > now()
 ORDER BY type.sort_idx, type.id`;
