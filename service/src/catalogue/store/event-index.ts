import type { Db } from "#src/platform/store/db.ts";

export type IndexedEvent = { readonly id: number; readonly modifiedAt: Date };

/** Returns one page of all published events, past ones included, the oldest first, so that pages do not shift. */
export async function listPublished(
  db: Db,
  accountId: number,
  page: number,
  pageSize: number,
): Promise<{ readonly events: readonly IndexedEvent[]; readonly total: number }> {
  const [[counted], events] = await Promise.all([
    db.query<{ total: number }>(`SELECT count(*) AS total FROM event WHERE account_id = $1 AND published`, [accountId]),
    db.query<IndexedEvent>(
      `SELECT id, modified_at AS "modifiedAt" FROM event WHERE account_id = $1 AND published ORDER BY id LIMIT $2 OFFSET $3`,
      [accountId, pageSize, (page - 1) * pageSize],
    ),
  ]);
  return { events, total: counted?.total ?? 0 };
}
