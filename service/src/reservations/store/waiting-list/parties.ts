import type { Db } from "#src/platform/store/db.ts";
import type { Renderer } from "#src/platform/store/outbox.ts";
import type { Party } from "#src/reservations/domain/waiting-list/plan-offers.ts";

/** A confirmed entry in line, with what its message needs. */
export type WaitingEntry = Party & {
  /** Others come first for a while: it could not be told of its last offer. */
  readonly isPostponed: boolean;
  readonly accountId: number;
  readonly key: string;
  readonly email: string;
  readonly language: string;
  readonly renderer?: Renderer;
};

type PartyRow = {
  id: number;
  account_id: number;
  key: string;
  event_date_id: number | null;
  email: string;
  language: string;
  renderer: Renderer | null;
  quantity: number;
  passed_over: number;
  is_postponed: boolean;
  stock_ids: readonly (number | string)[] | null;
  quantities: readonly number[] | null;
};

/** Returns the entries that wait for these dates alone, or all of the event, in the order of the line, each with the places collected for it. */
export async function listWaiting(
  tx: Db,
  eventId: number,
  dates?: readonly number[],
): Promise<readonly WaitingEntry[]> {
  const rows = await tx.prepared<PartyRow>(
    "list_waiting_entries",
    `SELECT entry.id, account_id, entry.key, entry.event_date_id, email, language, renderer, quantity, passed_over,
            coalesce(postponed_until > now(), false) AS is_postponed, stock_ids, quantities
       FROM waiting_list_entry entry
       LEFT JOIN waiting_list_offer offer ON offer.event_id = entry.event_id AND entry_id = entry.id
                                         AND offer.state = 'COLLECTING'
      WHERE entry.event_id = $1 AND entry.state = 'WAITING'
        AND ($2::bigint[] IS NULL OR entry.event_date_id = ANY ($2))
      ORDER BY position`,
    [eventId, dates ?? null],
  );
  return rows.map((row) => ({
    entryId: row.id,
    ...(row.event_date_id !== null && { eventDateId: row.event_date_id }),
    quantity: row.quantity,
    passedOver: row.passed_over,
    isPostponed: row.is_postponed,
    ...(row.stock_ids && {
      collected: new Map(row.stock_ids.map((id, at) => [Number(id), row.quantities?.[at] ?? 0])),
    }),
    accountId: row.account_id,
    key: row.key,
    email: row.email,
    language: row.language,
    ...(row.renderer && { renderer: row.renderer }),
  }));
}

/** Writes that these entries have an offer, and that those were passed over. */
export async function markEntries(
  tx: Db,
  eventId: number,
  offered: readonly number[],
  passedOver: readonly number[],
): Promise<void> {
  if (offered.length + passedOver.length === 0) return;
  await tx.prepared(
    "mark_waiting_entries",
    `UPDATE waiting_list_entry
        SET state = CASE WHEN id = ANY ($2::bigint[]) THEN 'OFFERED' ELSE state END,
            passed_over = passed_over + CASE WHEN id = ANY ($3::bigint[]) THEN 1 ELSE 0 END,
            modified_at = now()
      WHERE event_id = $1 AND (id = ANY ($2::bigint[]) OR id = ANY ($3::bigint[]))`,
    [eventId, offered, passedOver],
  );
}
