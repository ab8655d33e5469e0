import type { RefundPolicy } from "#src/catalogue/domain/refund-policy.ts";
import type { Db } from "#src/platform/store/db.ts";

/** What an event allows buyers to return alone, and the dates that are still inside, by the database's clock. */
export type PolicyNow = { readonly policy: RefundPolicy | undefined; readonly openDateIds: readonly number[] };

export async function findPolicy(db: Db, eventId: number): Promise<PolicyNow> {
  const [row] = await db.prepared<{ policy: RefundPolicy | null; openDateIds: readonly number[] }>(
    "find_refund_policy",
    `SELECT refund_policy AS policy,
            (SELECT coalesce(json_agg(date.id), '[]') FROM event_date date
                   WHERE date.event_id = event.id AND NOT (date.cancelled OR event.cancelled)
                     AND now() < date.starts_at - make_interval(hours => (refund_policy ->> 'untilHoursBefore')::integer)) AS "openDateIds"
       FROM event WHERE id = $1`,
    [eventId],
  );
  return { policy: row?.policy ?? undefined, openDateIds: row?.openDateIds ?? [] };
}
