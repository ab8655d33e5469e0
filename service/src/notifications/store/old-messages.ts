import type { MessageState } from "#src/notifications/domain/message.ts";
import type { Db } from "#src/platform/store/db.ts";

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
