import type { Admission } from "#src/admissions/domain/admission.ts";
import type { Db } from "#src/platform/store/db.ts";

type ListedAdmission = Pick<
  Admission,
  "id" | "ticketTypeId" | "ticketTypeName" | "holder" | "status" | "modifiedAt"
> & {
  readonly admittedAt: Date | null;
};

/** `until` is the `modifiedAfter` of the next list. */
type DoorList = { readonly admissions: readonly ListedAdmission[]; readonly until: Date };

/**
 * Returns the admissions of a date of the account that changed after an instant, or all. A change is stamped with the start of
 * its transaction but visible only after its commit, so `until` is a minute ago: longer than any such transaction takes.
 */
export async function listAdmissionsOfDate(
  db: Db,
  accountId: number,
  eventDateId: number,
  modifiedAfter: Date | undefined,
): Promise<DoorList | undefined> {
  const [date] = await db.query<{ eventId: number; until: Date }>(
    `SELECT event.id AS "eventId", now() - interval '1 minute' AS until
       FROM event_date date JOIN event ON event.id = date.event_id
      WHERE date.id = $1 AND event.account_id = $2`,
    [eventDateId, accountId],
  );
  if (date === undefined) return undefined;
  const admissions = await db.query<ListedAdmission>(
    `SELECT admission.id, type.id AS "ticketTypeId", line.ticket_type_name AS "ticketTypeName", holder,
            admission.status, admission.modified_at AS "modifiedAt", admitted_at AS "admittedAt"
       FROM ticket_type type
       JOIN admission ON admission.event_id = type.event_id AND admission.ticket_type_id = type.id
       JOIN sale_line line ON line.event_id = admission.event_id AND line.sale_id = admission.sale_id
                          AND line.ticket_type_id = admission.ticket_type_id
      WHERE type.event_id = $1 AND type.event_date_id = $2
        AND ($3::timestamptz IS NULL OR admission.modified_at > $3)
      ORDER BY admission.id`,
    [date.eventId, eventDateId, modifiedAfter ?? null],
  );
  return { admissions, until: date.until };
}
