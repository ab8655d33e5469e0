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

/** Queues one message for each guest of an order who was sent valid tickets of a date, or of an event, and is not the buyer. */
export async function queueForGuests(
  tx: Db,
  what: {
    readonly eventId: number;
    readonly eventDateId?: number | undefined;
    readonly change: "MOVED" | "CANCELLED" | "REINSTATED";
    readonly onlyAhead: boolean;
  },
): Promise<void> {
  const { eventId, eventDateId, change, onlyAhead } = what;
  const [numbered] = await tx.query<{ number: number }>(`SELECT nextval('notice_number') AS number`);
  const rows = await tx.query<Addressee & { readonly admission: number; readonly saleKey: string }>(
    `SELECT DISTINCT ON (sale.id, lower(sent_to))
            admission.id AS admission, sale.key AS "saleKey", sale.account_id AS "accountId", sent_to AS recipient,
            sent_language AS language, sale.messages AS renderer
       FROM admission
       JOIN sale ON sale.event_id = admission.event_id AND sale.id = sale_id AND sale.status = 'CONFIRMED'
       JOIN ticket_type type ON type.event_id = admission.event_id AND type.id = ticket_type_id
       JOIN event_date date ON date.event_id = type.event_id AND date.id = type.event_date_id
      WHERE admission.event_id = $1 AND ($2::bigint IS NULL OR date.id = $2) AND (NOT $3 OR date.ends_at > now())
        AND admission.status IN ('CONFIRMED', 'PENDING_GUEST_DETAILS')
        AND lower(sent_to) <> lower(coalesce(buyer ->> 'EMAIL', ''))
      ORDER BY sale.id, lower(sent_to), admission.id`,
    [eventId, eventDateId ?? null, onlyAhead],
  );
  const messages = rows.map(({ admission, saleKey, ...addressee }): NewMessage => {
    const key = `guest changed ${numbered?.number} ${admission}`;
    return { kind: "GUEST_CHANGED", ...addressee, key, saleKeys: [saleKey], details: { admission, change } };
  });
  for (let at = 0; at < messages.length; at += CHUNK) await queueMessages(tx, messages.slice(at, at + CHUNK));
}

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

/** Records to whom a ticket is sent: who hears when its date changes. Without a language it is the buyer's. */
export async function noteGuest(
  tx: Db,
  admissionId: number,
  { email, language }: { readonly email: string; readonly language?: string | undefined },
): Promise<void> {
  await tx.query(
    `UPDATE admission SET sent_to = $2, sent_language = coalesce($3, buyer ->> 'LANGUAGE')
       FROM sale WHERE admission.id = $1 AND sale.event_id = admission.event_id AND sale.id = sale_id`,
    [admissionId, email, language ?? null],
  );
}
