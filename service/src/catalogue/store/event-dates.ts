import type { EventDateFacts } from "#src/catalogue/domain/event.ts";
import type { WallTime } from "#src/platform/domain/venue-time.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type RowOf, shapeOf } from "#src/platform/store/rows.ts";
import { listTicketTypes } from "./ticket-types.ts";

type Columns = Omit<EventDateFacts, "ticketTypes">;

/** Returns the dates of these events with their ticket types, in display order, by event. `dateIds` limits them. */
export async function listEventDates(
  db: Db,
  eventIds: readonly number[],
  dateIds?: readonly number[],
): Promise<ReadonlyMap<number, readonly EventDateFacts[]>> {
  const rows = await db.prepared<RowOf<Columns> & { readonly eventId: number }>(
    "list_event_dates",
    `SELECT event_date.id, event_id AS "eventId", starts_at AS "startsAt", ends_at AS "endsAt", doors_at AS "doorsAt",
            previous_starts_at AS "previousStartsAt",
            ends_local IS NOT NULL AS "hasSetEnd", label, date_group AS "dateGroup", event_date.sort_idx AS "sortIdx", cancelled,
            json_build_object('id', configuration.id, 'name', configuration.name) AS "venueConfiguration"
       FROM event_date JOIN venue_configuration configuration ON configuration.id = venue_configuration_id
      WHERE event_id = ANY($1::bigint[]) AND ($2::bigint[] IS NULL OR event_date.id = ANY($2::bigint[]))
      ORDER BY event_id, event_date.sort_idx, starts_at, event_date.id`,
    [eventIds, dateIds ?? null],
  );
  const ticketTypes = await listTicketTypes(db, eventIds, dateIds);
  const dates = Map.groupBy(rows, ({ eventId }) => eventId);
  return new Map(
    [...dates].map(([eventId, datesOfEvent]) => [
      eventId,
      datesOfEvent.map(({ eventId: _event, ...columns }) => ({
        ...shapeOf<Columns>(columns),
        ticketTypes: ticketTypes.get(columns.id) ?? [],
      })),
    ]),
  );
}

/** The instant of a wall time in a zone. `exists` is false when the clocks skip that time. */
type Instant = { readonly at: Date; readonly exists: boolean };

/**
 * Converts a wall time to an instant. Of a time that occurs twice, PostgreSQL takes the one in standard time. A skipped
 * time is recognised because it converts back to a different one.
 */
export async function toInstant(db: Db, wallTime: WallTime, timeZone: string): Promise<Instant> {
  const [row] = await db.query<Instant>(
    `SELECT at, at AT TIME ZONE $2 = $1::timestamp AS exists FROM (SELECT $1::timestamp AT TIME ZONE $2 AS at) AS made`,
    [wallTime, timeZone],
  );
  if (row === undefined) throw new Error("A SELECT without FROM returned no row.");
  return row;
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

/** Returns the SQL of a date's name: its label, or its day and time in the venue's time zone. */
export function dateNameSql(date: string): string {
  return `coalesce(nullif(${date}.label, ''), to_char(${date}.starts_local, 'Dy, FMDD Mon YYYY, FMHH12:MI am'))`;
}
