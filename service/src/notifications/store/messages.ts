import type {
  MessageDetails,
  MessageOnTry,
  MessageReport,
  MessageState,
  SettledState,
} from "#src/notifications/domain/message.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";

type OnTry = {
  id: string;
  account_id: number;
  kind: string;
  recipient: string;
  language: string;
  sale_keys: readonly string[];
  details: MessageDetails;
  renderer: { address: string; token: string } | null;
  created_at: Date;
  tries: number;
  age_seconds: number;
};

/** Counts a try and returns the message, or `undefined` when it is not to be sent: it is settled, or gone. */
export async function startTry(db: Db, id: string): Promise<MessageOnTry | undefined> {
  const [row] = await db.query<OnTry>(
    `UPDATE message SET tries = tries + 1 WHERE id = $1 AND state = 'QUEUED'
  RETURNING id, account_id, kind, recipient, language, sale_keys, details, renderer, created_at, tries,
            extract(epoch FROM now() - queued_at)::float8 AS age_seconds`,
    [id],
  );
  return (
    row && {
      id: row.id,
      accountId: row.account_id,
      kind: row.kind,
      recipient: row.recipient,
      language: row.language,
      saleKeys: row.sale_keys,
      details: row.details,
      renderer: row.renderer ?? undefined,
      createdAt: row.created_at,
      tryNumber: row.tries,
      ageSeconds: row.age_seconds,
    }
  );
}

/** Returns whether this try may send: no later one took the message over, and its recipient is the same. */
export async function maySend(db: Db, { id, tryNumber, recipient }: MessageOnTry): Promise<boolean> {
  const rows = await db.query(
    "SELECT FROM message WHERE id = $1 AND state = 'QUEUED' AND tries = $2 AND recipient = $3",
    [id, tryNumber, recipient],
  );
  return rows.length > 0;
}

/** Ends a queued message. */
export async function settleMessage(db: Db, id: string, state: SettledState, reason?: string): Promise<void> {
  await db.query(
    `UPDATE message SET state = $2, settled_at = now(), last_error = coalesce($3, CASE WHEN $2 = 'DEAD' THEN last_error END)
      WHERE id = $1 AND state = 'QUEUED'`,
    [id, state, reason ?? null],
  );
}

/** Notes why a try failed. */
export async function noteFailure(db: Db, id: string, reason: string): Promise<void> {
  await db.query(`UPDATE message SET last_error = $2 WHERE id = $1 AND state = 'QUEUED'`, [id, reason]);
}

/** Deletes a message, with the address that was typed for it. */
export async function deleteMessage(db: Db, id: string): Promise<void> {
  await db.query(`DELETE FROM message WHERE id = $1`, [id]);
}

/** Queues a dead message again. Returns `undefined` when there is no such message, and whether it was dead. */
export async function requeueMessage(db: Db, accountId: number, id: string): Promise<boolean | undefined> {
  const [row] = await db.query<{ was_dead: boolean }>(
    `WITH found AS (SELECT id, state FROM message WHERE account_id = $1 AND id = $2 FOR UPDATE), queued AS (
       UPDATE message SET state = 'QUEUED', settled_at = NULL, queued_at = now()
         FROM found WHERE message.id = found.id AND found.state = 'DEAD')
     SELECT state = 'DEAD' AS was_dead FROM found`,
    [accountId, id],
  );
  return row?.was_dead;
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

/** Queues messages without a live job: of a database whose queue was made later, or whose jobs were deleted. */
export async function enqueueForgotten(db: Db): Promise<void> {
  await db.query(
    `SELECT enqueue_message(id) FROM message
      WHERE state = 'QUEUED' AND NOT EXISTS (
              SELECT FROM pgboss.job WHERE name IN ('messages', 'messages-dead')
                 AND state IN ('created', 'retry', 'active') AND data ->> 'message' = message.id::text)`,
  );
}

type Report = {
  id: string;
  kind: string;
  recipient: string;
  state: MessageState;
  tries: number;
  last_error: string | null;
  created_at: Date;
  total: number;
};

/** Returns a page of the account's messages in this state, the newest first, and their number on all pages. */
export async function listMessages(
  db: Db,
  accountId: number,
  state: MessageState,
  { page, pageSize }: Page,
): Promise<{ readonly messages: readonly MessageReport[]; readonly total: number }> {
  const rows = await db.query<Report>(
    `SELECT id, kind, recipient, state, tries, last_error, created_at, count(*) OVER () AS total FROM message
      WHERE account_id = $1 AND state = $2 ORDER BY created_at DESC, id LIMIT $3 OFFSET $4`,
    [accountId, state, pageSize, (page - 1) * pageSize],
  );
  const messages = rows.map(({ last_error, created_at, total: _total, ...row }) => {
    return { ...row, lastError: last_error ?? undefined, createdAt: created_at };
  });
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
