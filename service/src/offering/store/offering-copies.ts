import type { OfferingCopy } from "#src/offering/domain/offering-copy.ts";
import type { Db } from "#src/platform/store/db.ts";
import { changeRow, insertedId, type RowOf, shapeOf } from "#src/platform/store/rows.ts";

type CopyRow = RowOf<OfferingCopy>;

const COLUMNS = `offering_copy.id, event_id AS "eventId", event_date_id AS "eventDateId", page, text, sort_idx AS "sortIdx"`;

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

export async function insertCopy(db: Db, copy: Omit<OfferingCopy, "id">): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `INSERT INTO offering_copy (event_id, event_date_id, page, text, sort_idx) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [copy.eventId, copy.eventDateId ?? null, copy.page, copy.text, copy.sortIdx],
  );
  return insertedId(row);
}

/** The fields to change. `eventDateId: null` puts the text on every date of its event. */
export type CopyChange = {
  readonly eventDateId?: number | null | undefined;
  readonly page?: OfferingCopy["page"] | undefined;
  readonly text?: string | undefined;
  readonly sortIdx?: number | undefined;
};

export async function changeCopy(db: Db, id: number, change: CopyChange): Promise<void> {
  await changeRow(db, "offering_copy", id, {
    event_date_id: change.eventDateId,
    page: change.page,
    text: change.text,
    sort_idx: change.sortIdx,
  });
}

export async function deleteCopy(db: Db, id: number): Promise<void> {
  await db.query(`DELETE FROM offering_copy WHERE id = $1`, [id]);
}
