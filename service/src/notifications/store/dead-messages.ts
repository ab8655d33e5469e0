import type { DeadMessages } from "#src/notifications/domain/message.ts";
import type { Db } from "#src/platform/store/db.ts";

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
export type Retry = { readonly accountId: number; readonly error: string | undefined; readonly before: Date };

/** Queues at most `limit` dead messages again, the oldest first. Returns their number. */
export async function requeueDeadMessages(db: Db, { accountId, error, before }: Retry, limit: number): Promise<number> {
  const rows = await db.query(
    `UPDATE message SET state = 'QUEUED', settled_at = NULL, queued_at = now()
      WHERE id IN (SELECT id FROM message
                    WHERE account_id = $1 AND state = 'DEAD' AND coalesce(settled_at, created_at) <= $2
                      AND ($3::text IS NULL OR last_error = $3)
                    ORDER BY created_at LIMIT $4 FOR UPDATE SKIP LOCKED)
  RETURNING id`,
    [accountId, before, error ?? null, limit],
  );
  return rows.length;
}
