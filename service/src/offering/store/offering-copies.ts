import type { OfferingCopy } from "#src/offering/domain/offering-copy.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type RowOf, shapeOf } from "#src/platform/store/rows.ts";

type CopyRow = RowOf<OfferingCopy>;

const COLUMNS = `offering_copy.id, offering_copy.version, event_id AS "eventId", event_date_id AS "eventDateId", page, text, sort_idx AS "sortIdx"`;

/** Returns the texts of an event in display order. */
export async function listCopies(db: Db, eventId: number): Promise<readonly OfferingCopy[]> {
  const rows = await db.prepared<CopyRow>(
    "list_offering_copies",
    `SELECT ${COLUMNS} FROM offering_copy WHERE event_id = $1 ORDER BY sort_idx, id`,
    [eventId],
  );
  return rows.map(shapeOf<OfferingCopy>);
}

/** Returns a text of this account, or `undefined` when the account has none with this id. */
export async function findCopy(db: Db, accountId: number, id: number): Promise<OfferingCopy | undefined> {
  const [row] = await db.query<CopyRow>(
    `SELECT ${COLUMNS} FROM offering_copy JOIN event ON event.id = event_id WHERE offering_copy.id = $1 AND account_id = $2`,
    [id, accountId],
  );
  return row && shapeOf<OfferingCopy>(row);
}

export async function deleteCopy(db: Db, id: number): Promise<void> {
  await db.query(`DELETE FROM offering_copy WHERE id = $1`, [id]);
}
