import type {
  DeadMessages,
  MessageOnTry,
  MessageReport,
  MessageState,
  Sender,
  SettledState,
} from "#src/notifications/domain/message.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type RowOf, shapeOf } from "#src/platform/store/rows.ts";

/** The columns of the purchase that a message is about. Of several purchases, as those of an address, it has none. */
const OF_PURCHASE = `
  (SELECT min(reference) FROM sale WHERE key = ANY (sale_keys)) AS "order",
  (SELECT coalesce(attempt.idempotency_key, attempt.id) FROM payment_attempt attempt
    WHERE attempt.account_id = message.account_id
      AND attempt.reference = (SELECT min(reference) FROM sale WHERE key = ANY (sale_keys))) AS attempt`;

/** Counts a try and returns the message, or `undefined` when it is not to be sent: it is settled, gone, or left alone for now. */
export async function startTry(db: Db, id: string): Promise<MessageOnTry | undefined> {
  const [row] = await db.prepared<RowOf<MessageOnTry>>(
    "start_try",
    `UPDATE message SET tries = tries + 1
      WHERE id = $1 AND state = 'QUEUED' AND (not_before IS NULL OR not_before <= now())
  RETURNING id, account_id AS "accountId", kind, recipient, language, sale_keys AS "saleKeys", details, renderer,
            created_at AS "createdAt", request, ${OF_PURCHASE}, tries AS "tryNumber", extract(epoch FROM now() - queued_at)::float8 AS "ageSeconds",
            extract(epoch FROM now() - not_rendered_since)::float8 AS "notRenderedSeconds",
            own_failures AS "ownFailures", extract(epoch FROM now() - not_before)::float8 AS "dueSeconds"`,
    [id],
  );
  return row && shapeOf<MessageOnTry>(row);
}

/** Returns the last error of a message that is left alone for now, or `undefined` when it is settled, or gone. */
export async function errorOfWaiting(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ error: string }>(
    `SELECT coalesce(last_error, '') AS error FROM message WHERE id = $1 AND state = 'QUEUED'`,
    [id],
  );
  return row?.error;
}

/** Returns whether this try may send: no later one took the message over, and its recipient is the same. */
export async function maySend(db: Db, { id, tryNumber, recipient }: MessageOnTry): Promise<boolean> {
  const rows = await db.prepared(
    "may_send",
    "SELECT FROM message WHERE id = $1 AND state = 'QUEUED' AND tries = $2 AND recipient = $3",
    [id, tryNumber, recipient],
  );
  return rows.length > 0;
}

/**
 * Ends a queued message, and returns whether it did: not for another recipient than that of the try. Only what was sent is ended by a
 * try that was taken over.
 */
export async function settleMessage(
  db: Db,
  { id, tryNumber, recipient }: MessageOnTry,
  state: SettledState,
  reason?: string,
): Promise<boolean> {
  const rows = await db.prepared(
    "settle_message",
    `UPDATE message SET state = $2, settled_at = now(), last_error = coalesce($3, CASE WHEN $2 = 'DEAD' THEN last_error END)
      WHERE id = $1 AND state = 'QUEUED' AND recipient = $4 AND ($2 = 'SENT' OR tries = $5)
  RETURNING id`,
    [id, state, reason ?? null, recipient, tryNumber],
  );
  return rows.length > 0;
}

type FailedTry = {
  readonly reason: string;
  readonly isNotRendered: boolean;
  /** Whether it failed by itself, and for how long it is left alone then. */
  readonly isOwn: boolean;
  readonly pauseSeconds: number;
};

/**
 * Notes why a try failed, since when the storefront does not render it, and from when it is tried again; nothing of a try that was taken
 * over, or to another recipient than the present one.
 */
export async function noteFailure(
  db: Db,
  { id, tryNumber, recipient }: Pick<MessageOnTry, "id"> & Partial<MessageOnTry>,
  { reason, isNotRendered, isOwn, pauseSeconds }: FailedTry,
): Promise<void> {
  await db.query(
    `UPDATE message SET last_error = $2, not_rendered_since = CASE WHEN $3 THEN coalesce(not_rendered_since, now()) END,
            own_failures = own_failures + $4::boolean::integer, not_before = now() + make_interval(secs => $5)
      WHERE id = $1 AND state = 'QUEUED' AND tries = coalesce($6, tries) AND recipient = coalesce($7, recipient)`,
    [id, reason, isNotRendered, isOwn, pauseSeconds, tryNumber, recipient],
  );
}

/** Deletes a message, with the address that was typed for it. */
export async function deleteMessage(db: Db, id: string): Promise<void> {
  await db.query(`DELETE FROM message WHERE id = $1`, [id]);
}

/** Queues a dead message again. Returns `undefined` when there is no such message, and whether it was dead. */
export async function requeueMessage(db: Db, accountId: number, id: string): Promise<boolean | undefined> {
  const [row] = await db.query<{ was_dead: boolean }>(
    `WITH found AS (SELECT id, state FROM message WHERE account_id = $1 AND id = $2 FOR UPDATE), queued AS (
       UPDATE message SET state = 'QUEUED', settled_at = NULL, queued_at = now(), not_rendered_since = NULL,
             own_failures = 0, not_before = NULL
         FROM found WHERE message.id = found.id AND found.state = 'DEAD')
     SELECT state = 'DEAD' AS was_dead FROM found`,
    [accountId, id],
  );
  return row?.was_dead;
}

/** Returns what an account has set about the sender of its mail. */
export async function findSender(db: Db, accountId: number): Promise<Sender> {
  const [row] = await db.prepared<RowOf<Required<Sender>>>(
    "find_sender",
    `SELECT sender_name AS "senderName", reply_to AS "replyTo" FROM account WHERE id = $1`,
    [accountId],
  );
  return row === undefined ? {} : shapeOf<Sender>(row);
}

/** Returns how many messages wait, the age of the oldest of them in seconds, and how many were given up. */
export async function readOutbox(
  db: Db,
): Promise<{ readonly waiting: number; readonly oldestSeconds: number; readonly dead: number }> {
  const [row] = await db.query<{ waiting: number; oldest: number; dead: number }>(
    `SELECT count(*) FILTER (WHERE state = 'QUEUED') AS waiting, count(*) FILTER (WHERE state = 'DEAD') AS dead,
            coalesce(extract(epoch FROM now() - min(queued_at) FILTER (WHERE state = 'QUEUED')), 0)::float8 AS oldest
       FROM message WHERE state IN ('QUEUED', 'DEAD')`,
  );
  return { waiting: row?.waiting ?? 0, oldestSeconds: row?.oldest ?? 0, dead: row?.dead ?? 0 };
}

/** Ends the pauses of messages that failed by themselves: what was the reason of many may have ended. */
export async function endPauses(db: Db): Promise<void> {
  await db.query("UPDATE message SET not_before = now() WHERE state = 'QUEUED' AND not_before > now()");
}

/** Queues messages without a live job: of a database whose queue was made later, or whose jobs were deleted. */
export async function enqueueForgotten(db: Db): Promise<void> {
  await db.query(
    `SELECT enqueue_message(id) FROM message
      WHERE state = 'QUEUED' AND NOT EXISTS (
              SELECT FROM pgboss.job WHERE name = 'messages' AND state IN ('created', 'retry', 'active') AND data ->> 'message' = message.id::text)`,
  );
}

/** Returns a page of the account's messages in this state, the newest first, and their number on all pages. */
export async function listMessages(
  db: Db,
  accountId: number,
  state: MessageState,
  { page, pageSize }: Page,
): Promise<{ readonly messages: readonly MessageReport[]; readonly total: number }> {
  const rows = await db.query<RowOf<MessageReport> & { readonly total: number }>(
    `SELECT id, kind, recipient, state, tries, last_error AS "lastError", created_at AS "createdAt",
            count(*) OVER () AS total FROM message
      WHERE account_id = $1 AND state = $2 ORDER BY created_at DESC, id LIMIT $3 OFFSET $4`,
    [accountId, state, pageSize, (page - 1) * pageSize],
  );
  const messages = rows.map(({ total: _total, ...row }) => shapeOf<MessageReport>(row));
  return { messages, total: rows[0]?.total ?? 0 };
}

/** Returns whether tickets of these sales are queued for this address. */
export async function isTicketMessageWaiting(db: Db, saleKeys: readonly string[], recipient: string): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM message WHERE sale_keys && $1::text[] AND kind = 'TICKETS' AND state = 'QUEUED' AND recipient = $2`,
    [saleKeys, recipient],
  );
  return rows.length > 0;
}

/** A second press, or a request whose answer was lost, sends nothing more within this time. */
const REPEAT_SECONDS = 2 * 60;

type ToGuest = { readonly admissionId: number; readonly saleKey: string; readonly recipient: string };

/** Returns whether a ticket was queued for this guest a moment ago, or still is. */
export async function wasJustSentToGuest(db: Db, { admissionId, saleKey, recipient }: ToGuest): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM message WHERE sale_keys @> ARRAY[$1] AND kind = 'GUEST_TICKET' AND details ->> 'admission' = $2
        AND recipient = $3 AND (state = 'QUEUED' OR created_at > now() - make_interval(secs => $4))`,
    [saleKey, String(admissionId), recipient, REPEAT_SECONDS],
  );
  return rows.length > 0;
}

type Row = { error: string | null; messages: number; newest: Date; total: number };

/** Returns the account's messages that were given up, by the reason of the last try, the most frequent first. */
export async function findDeadMessages(db: Db, accountId: number, limit: number): Promise<DeadMessages> {
  const rows = await db.query<Row>(
    `SELECT last_error AS error, count(*)::integer AS messages, max(coalesce(settled_at, created_at)) AS newest,
            (sum(count(*)) OVER ())::integer AS total
       FROM message WHERE account_id = $1 AND state = 'DEAD'
      GROUP BY last_error ORDER BY count(*) DESC, max(coalesce(settled_at, created_at)) DESC LIMIT $2`,
    [accountId, limit],
  );
  const causes = rows.map(({ error, messages, newest }) => ({ error: error ?? undefined, messages, newest }));
  return { causes, total: rows[0]?.total ?? 0 };
}

/** The messages of a retry: those with this error, or all, which were given up before it began. */
type Retry = { readonly accountId: number; readonly error: string | undefined; readonly before: Date };

/** Queues at most `limit` dead messages again, the oldest first. Returns their number. */
export async function requeueDeadMessages(db: Db, { accountId, error, before }: Retry, limit: number): Promise<number> {
  const rows = await db.query(
    `UPDATE message SET state = 'QUEUED', settled_at = NULL, queued_at = now(), not_rendered_since = NULL,
             own_failures = 0, not_before = NULL
      WHERE id IN (SELECT id FROM message
                    WHERE account_id = $1 AND state = 'DEAD' AND coalesce(settled_at, created_at) <= $2
                      AND ($3::text IS NULL OR last_error = $3)
                    ORDER BY created_at LIMIT $4 FOR UPDATE SKIP LOCKED)
  RETURNING id`,
    [accountId, before, error ?? null, limit],
  );
  return rows.length;
}

/** Deletes the oldest messages that are in these states for longer than this time, at most `limit`. Returns the number. */
export async function deleteOldMessages(
  db: Db,
  states: readonly Exclude<MessageState, "QUEUED">[],
  seconds: number,
  limit: number,
): Promise<number> {
  const rows = await db.query(
    `DELETE FROM message
      WHERE id IN (SELECT id FROM message
                    WHERE state IN ('SENT', 'CANCELLED', 'DEAD') AND state = ANY ($1::text[])
                      AND settled_at < now() - make_interval(secs => $2)
                    ORDER BY settled_at LIMIT $3 FOR UPDATE SKIP LOCKED)
  RETURNING id`,
    [states, seconds, limit],
  );
  return rows.length;
}

/**
 * Ends the oldest messages that were queued before this time, at most `limit`, and deletes their jobs. A worker does so
 * itself; a service without one would keep them for good. Returns the number.
 */
export async function endUnsentMessages(db: Db, seconds: number, limit: number, reason: string): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await tx.query<{ id: string }>(
      `UPDATE message SET state = 'DEAD', settled_at = now(), last_error = coalesce(last_error, $3)
        WHERE id IN (SELECT id FROM message
                      WHERE state = 'QUEUED' AND queued_at < now() - make_interval(secs => $1)
                        AND created_at < now() - make_interval(secs => $1)
                      ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)
    RETURNING id`,
      [seconds, limit, reason],
    );
    const [queue] = await tx.query<{ exists: boolean }>("SELECT to_regclass('pgboss.job') IS NOT NULL AS exists");
    if (ended.length > 0 && queue?.exists === true)
      await tx.query(
        `DELETE FROM pgboss.job WHERE name = 'messages' AND state IN ('created', 'retry') AND data ->> 'message' = ANY ($1::text[])`,
        [ended.map(({ id }) => id)],
      );
    return ended.length;
  });
}

/** The most orders that one message names. */
const ORDERS_MAX = 20;

/**
 * Returns the keys of the paid sales with this address that are not over, a list for each payment, the newest first.
 * Addresses are compared without regard to case, as typed and with the domain in ASCII.
 */
export async function findOrdersOf(
  db: Db,
  accountId: number,
  addresses: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const rows = await db.query<{ keys: readonly string[] }>(
    `SELECT array_agg(sale.key ORDER BY sale.event_id, sale.id) AS keys
       FROM sale
      WHERE sale.account_id = $1 AND sale.status = 'CONFIRMED'
        AND lower(sale.buyer ->> 'EMAIL') = ANY ($2::text[])
        AND EXISTS (SELECT FROM sale_line line
                      JOIN ticket_type type ON type.event_id = line.event_id AND type.id = line.ticket_type_id
                      JOIN event_date date ON date.event_id = type.event_id AND date.id = type.event_date_id
                     WHERE line.event_id = sale.event_id AND line.sale_id = sale.id AND date.ends_at > now())
      GROUP BY sale.cart_key ORDER BY max(sale.modified_at) DESC LIMIT $3`,
    [accountId, addresses.map((address) => address.toLowerCase()), ORDERS_MAX],
  );
  return rows.map(({ keys }) => keys);
}
