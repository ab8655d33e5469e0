import type { Db } from "#src/platform/store/db.ts";

/** Bounds the locks of one transaction. */
const BATCH = 1_000;

/** Removes links of orders that stand beside buyers. Rows are locked in the order of event and id that every transaction uses. */
export async function removeOrderLinks(db: Db): Promise<void> {
  await db.query(
    `UPDATE sale SET buyer = buyer - 'orderLink'
      WHERE (event_id, id) IN (SELECT event_id, id FROM sale WHERE buyer ? 'orderLink'
                                ORDER BY event_id, id LIMIT $1 FOR UPDATE SKIP LOCKED)`,
    [BATCH],
  );
}
