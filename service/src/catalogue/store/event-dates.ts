import type { EventDateFacts } from "#src/catalogue/domain/event.ts";
import type { WallTime, When } from "#src/platform/domain/venue-time.ts";
import type { Db } from "#src/platform/store/db.ts";
import { instantOf, type RowOf, shapeOf } from "#src/platform/store/rows.ts";

/** The SQL of the dates of `event` in display order, as JSON. The parameter $3 limits them. */
export const DATES = `
(SELECT coalesce(json_agg(dates), '[]') FROM (
  SELECT event_date.id, event_date.version, starts_at AS "startsAt", ends_at AS "endsAt", doors_at AS "doorsAt",
         previous_starts_at AS "previousStartsAt",
         ends_local IS NOT NULL AS "hasSetEnd", label, date_group AS "dateGroup", event_date.sort_idx AS "sortIdx", cancelled,
         json_build_object('id', configuration.id, 'name', configuration.name) AS "venueConfiguration"
    FROM event_date JOIN venue_configuration configuration ON configuration.id = venue_configuration_id
   WHERE event_id = event.id AND ($3::bigint[] IS NULL OR event_date.id = ANY($3::bigint[]))
   ORDER BY event_date.sort_idx, starts_at, event_date.id) AS dates)`;

type Columns = Omit<EventDateFacts, "ticketTypes" | "startsAt" | "endsAt" | "doorsAt" | "previousStartsAt">;

/** A date as `DATES` returns it. */
export type DateInJson = RowOf<Columns> & {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly doorsAt: string | null;
  readonly previousStartsAt: string | null;
};

export function toDateFacts(
  { startsAt, endsAt, doorsAt, previousStartsAt, ...columns }: DateInJson,
  ticketTypes: EventDateFacts["ticketTypes"],
): EventDateFacts {
  return {
    ...shapeOf<Columns>(columns),
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    doorsAt: instantOf(doorsAt),
    previousStartsAt: instantOf(previousStartsAt),
    ticketTypes,
  };
}

/** An instant, to the minute, and what the clocks of a zone show then. */
type Moment = { readonly at: Date; readonly local: WallTime };
type NoMoment = "time_does_not_exist" | "offset_of_another_zone";

/**
 * Converts a time to an instant. Of a wall time that occurs twice, PostgreSQL takes the one in standard time, unless an offset
 * names one. A time that the clocks skip, or do not show with this offset, is recognised because it converts back to a different
 * one.
 */
export async function toMoment(db: Db, when: When, timeZone: string): Promise<Moment | NoMoment> {
  const [text, source] =
    "instant" in when
      ? [when.instant.toISOString(), "$1::timestamptz"]
      : when.offset === undefined
        ? [when.wallTime, "$1::timestamp AT TIME ZONE $2"]
        : [when.wallTime + when.offset, "$1::timestamptz"];
  const [row] = await db.query<Moment>(
    `SELECT at, to_char(at AT TIME ZONE $2, 'YYYY-MM-DD"T"HH24:MI') AS local
       FROM (SELECT date_trunc('minute', ${source}) AS at) AS made`,
    [text, timeZone],
  );
  if (row === undefined) throw new Error("A SELECT without FROM returned no row.");
  if ("instant" in when || row.local === when.wallTime) return row;
  return when.offset === undefined ? "time_does_not_exist" : "offset_of_another_zone";
}

// Advisory locks, since a row lock would write to the event's row with each payment.
const LOCK_ID = (eventId: string) => `hashtextextended('cancelling ' || ${eventId}, 0)`;

/**
 * Waits for the sales of an event that are being confirmed, and lets none be confirmed until this transaction ends. Taken before
 * the event's rows are locked.
 */
export async function lockForCancelling(tx: Db, eventId: number): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(${LOCK_ID("$1::bigint")})`, [eventId]);
}

/**
 * Keeps these events and their dates from being cancelled or reinstated until this transaction ends. Many transactions may hold
 * this lock at once. Read the events after it: a cancellation then either sees the sales of this transaction or is seen by it.
 */
export async function lockAgainstCancelling(tx: Db, eventIds: readonly number[]): Promise<void> {
  await tx.prepared(
    "lock_against_cancelling",
    `SELECT pg_advisory_xact_lock_shared(${LOCK_ID("id")})
       FROM (SELECT DISTINCT id FROM unnest($1::bigint[]) AS id ORDER BY id) AS events`,
    [eventIds],
  );
}
