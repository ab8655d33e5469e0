import type { Db } from "#src/platform/store/db.ts";

export type Indexed = { readonly id: number; readonly modifiedAt: Date };

/** One page of everything that was ever published and still has its page, the oldest first: pages never shift. */
export async function listPublished(
  db: Db,
  accountId: number,
  page: number,
  pageSize: number,
): Promise<{ readonly events: readonly Indexed[]; readonly total: number }> {
  const [[counted], events] = await Promise.all([
    db.query<{ total: number }>(`SELECT count(*) AS total FROM event WHERE account_id = $1 AND published`, [accountId]),
    db.query<Indexed>(
      `SELECT id, modified_at AS "modifiedAt" FROM event WHERE account_id = $1 AND published ORDER BY id LIMIT $2 OFFSET $3`,
      [accountId, pageSize, (page - 1) * pageSize],
    ),
  ]);
  return { events, total: counted?.total ?? 0 };
}
