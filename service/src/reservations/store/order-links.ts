import type { Db } from "#src/platform/store/db.ts";

/** The last sale that a walk over all of them has looked at. */
export type Reached = { readonly eventId: number; readonly id: number };

/**
 * Removes the links of orders that earlier releases kept beside the buyers of the next sales, at most `limit`. Returns the last of
 * these sales; `undefined` when no sale follows.
 */
export async function removeOrderLinks(db: Db, after: Reached, limit: number): Promise<Reached | undefined> {
  const [last] = await db.query<Reached>(REMOVE_ORDER_LINKS, [after.eventId, after.id, limit]);
  return last;
}

/** Rows are locked in the order of event and id that every transaction uses. */
const REMOVE_ORDER_LINKS = `
WITH next AS MATERIALIZED (
  SELECT event_id, id, buyer ? 'orderLink' AS has_link FROM sale
   WHERE (event_id, id) > ($1, $2) ORDER BY event_id, id LIMIT $3
), locked AS MATERIALIZED (
  SELECT sale.event_id, sale.id FROM sale JOIN next ON next.event_id = sale.event_id AND next.id = sale.id
   WHERE has_link ORDER BY sale.event_id, sale.id FOR UPDATE OF sale
), removed AS (
  UPDATE sale SET buyer = buyer - 'orderLink' FROM locked WHERE sale.event_id = locked.event_id AND sale.id = locked.id
)
SELECT event_id AS "eventId", id FROM next ORDER BY event_id DESC, id DESC LIMIT 1`;
