import type { Told } from "#src/platform/domain/message-kinds.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type Addressee, type NewMessage, queueMessages } from "#src/platform/store/outbox.ts";

/** A message to every buyer with valid tickets of a date, or of an event. */
type NoticeOfTickets = Told & {
  readonly eventId: number;
  readonly eventDateId?: number | undefined;
  /** Whether to leave out dates that are over, by the database's clock. */
  readonly onlyAhead: boolean;
  /** Whether to include tickets that wait for their guest's details and have no code yet. */
  readonly withPending: boolean;
  /** The prefix of each message's key; the number of this notice and the cart's first sale key follow. */
  readonly key: string;
};

const CHUNK = 1_000;

/** Queues one message for each cart with valid tickets. Sales without an email get none. Returns their number. */
export async function queueForTicketHolders(tx: Db, notice: NoticeOfTickets): Promise<number> {
  const { eventId, eventDateId, onlyAhead, withPending, key, ...told } = notice;
  const [numbered] = await tx.query<{ number: number }>(`SELECT nextval('notice_number') AS number`);
  const rows = await tx.query<Addressee & { readonly saleKeys: readonly string[] }>(
    `SELECT account_id AS "accountId", array_agg(key ORDER BY id) AS "saleKeys", min(buyer ->> 'EMAIL') AS recipient,
            min(buyer ->> 'LANGUAGE') AS language, (array_agg(messages ORDER BY id))[1] AS renderer
       FROM sale
      WHERE event_id = $1 AND status = 'CONFIRMED' AND coalesce(buyer ->> 'EMAIL', '') <> ''
        AND EXISTS (SELECT FROM admission JOIN ticket_type type ON type.event_id = admission.event_id AND type.id = ticket_type_id
                      JOIN event_date date ON date.event_id = type.event_id AND date.id = type.event_date_id
                     WHERE admission.event_id = sale.event_id AND sale_id = sale.id
                       AND (admission.status = 'CONFIRMED' OR ($4 AND admission.status = 'PENDING_GUEST_DETAILS'))
                       AND ($2::bigint IS NULL OR date.id = $2) AND (NOT $3 OR date.ends_at > now()))
      GROUP BY account_id, cart_key, buyer ->> 'EMAIL'
      ORDER BY cart_key`,
    [eventId, eventDateId ?? null, onlyAhead, withPending],
  );
  const messages = rows.map(
    (row): NewMessage => ({ ...told, ...row, key: `${key} ${numbered?.number} ${row.saleKeys[0]}` }),
  );
  for (let at = 0; at < messages.length; at += CHUNK) await queueMessages(tx, messages.slice(at, at + CHUNK));
  return messages.length;
}
