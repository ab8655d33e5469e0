import type { Change, Cursor } from "#src/catalogue/domain/change.ts";
import type { Db } from "#src/platform/store/db.ts";

/** How long changes are kept. A shop asks every few seconds; one that did not ask for longer reads everything again. */
const KEPT_SECONDS = 3_600;
/** `at` is the begin of a transaction, which commits later. */
const COMMIT_SECONDS = 60;

export type Changes = {
  readonly changes: readonly Change[];
  readonly next: Cursor;
  /** Changes since the cursor are no longer kept, or are too many to list. */
  readonly isIncomplete: boolean;
};

type ChangeRow = Omit<Change, "at"> & { readonly at: string };
type Reading = {
  readonly transaction: string;
  readonly readAt: number;
  readonly isAhead: boolean;
  readonly changes: readonly ChangeRow[] | null;
};

/** Returns at most this many changes of an account since a cursor; without one, none. */
export async function listChanges(
  db: Db,
  accountId: number,
  since: Cursor | undefined,
  changesMax: number,
): Promise<Changes> {
  // A transaction that was open when the cursor was made may have committed since, and is not older than the cursor. One that
  // committed while an older one was still open is returned again.
  const [row] = await db.prepared<Reading>(
    "list_catalogue_changes",
    `SELECT pg_snapshot_xmin(snapshot)::text AS transaction,
            floor(extract(epoch FROM statement_timestamp()))::integer AS "readAt",
            coalesce($2::text::xid8 > pg_snapshot_xmax(snapshot), false) AS "isAhead",
            (SELECT json_agg(change) FROM (
               SELECT kind, max(at) AS at,
                      CASE WHEN event.id IS NOT NULL THEN json_build_object(
                        'id', event.id, 'name', CASE WHEN event.published THEN event.name ELSE '' END) END AS event,
                      CASE WHEN count(*) = 1 AND min(date.id) IS NOT NULL THEN json_build_object(
                        'id', min(date.id), 'name', coalesce(min(date.label), '')) END AS "eventDate"
                 FROM catalogue_change changed
                 LEFT JOIN event ON event.id = changed.event_id
                 LEFT JOIN event_date date ON date.event_id = changed.event_id AND date.id = changed.event_date_id
                WHERE changed.account_id = $1 AND transaction >= $2::text::xid8
                GROUP BY kind, event.id
                ORDER BY max(at)
                LIMIT $3) AS change) AS changes
       FROM pg_current_snapshot() AS snapshot`,
    [accountId, since?.transaction ?? null, changesMax + 1],
  );
  if (row === undefined) throw new Error("A SELECT from one row returned no row.");
  const { transaction, readAt, isAhead } = row;
  const listed = row.changes ?? [];
  const isTooOld = since !== undefined && readAt - since.readAt > KEPT_SECONDS - COMMIT_SECONDS;
  return {
    changes: listed.slice(0, changesMax).map(({ kind, at, event, eventDate }) => ({
      kind,
      at: new Date(at),
      ...(event && { event }),
      ...(eventDate && { eventDate }),
    })),
    next: { transaction, readAt },
    isIncomplete: isTooOld || isAhead || listed.length > changesMax,
  };
}

/** Deletes the changes that no cursor leads to any more. */
export async function forgetOldChanges(db: Db): Promise<void> {
  await db.query(`DELETE FROM catalogue_change WHERE at < now() - make_interval(secs => $1)`, [KEPT_SECONDS]);
}
