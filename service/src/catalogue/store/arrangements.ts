import type { Arranged } from "#src/catalogue/domain/venue.ts";
import type { WallTime } from "#src/platform/domain/venue-time.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type RowOf, shapeOf } from "#src/platform/store/rows.ts";

/** A date with what decides whether its time or configuration may change, such as the sections in which it sells. */
export type ArrangedDate = Arranged & {
  readonly id: number;
  readonly startsLocal: WallTime;
  /** `undefined`: the organiser set no end, and `endsAt` assumes a default length. */
  readonly endsLocal: WallTime | undefined;
  /** `undefined`: the organiser named no time of the doors. */
  readonly doorsLocal: WallTime | undefined;
  readonly doorsAt: Date | undefined;
  readonly isOver: boolean;
  /** The sections of its ticket types. */
  readonly sectionIds: readonly number[];
};

/** Locks the dates of an event against concurrent changes. Reservations do not take this lock. */
export async function lockDatesOf(db: Db, eventId: number): Promise<void> {
  await db.query(`SELECT 1 FROM event WHERE id = $1 FOR NO KEY UPDATE`, [eventId]);
}

/**
 * Locks these configurations against changes of their sections until the transaction ends. Taken after the lock of the
 * event's dates, in the order of ids.
 */
export async function lockConfigurationsShared(db: Db, ids: readonly number[]): Promise<void> {
  await db.query(`SELECT 1 FROM venue_configuration WHERE id = ANY ($1::bigint[]) ORDER BY id FOR SHARE`, [ids]);
}

/** Locks a configuration for a change of its sections. It excludes `lockConfigurationsShared`. */
export async function lockConfiguration(db: Db, id: number): Promise<void> {
  await db.query(`SELECT 1 FROM venue_configuration WHERE id = $1 FOR NO KEY UPDATE`, [id]);
}

export async function listArrangedDates(db: Db, eventId: number): Promise<readonly ArrangedDate[]> {
  const rows = await db.query<RowOf<ArrangedDate>>(
    `SELECT id, venue_configuration_id AS "venueConfigurationId", starts_at AS "startsAt", ends_at AS "endsAt", cancelled,
            to_char(starts_local, 'YYYY-MM-DD"T"HH24:MI') AS "startsLocal",
            to_char(ends_local, 'YYYY-MM-DD"T"HH24:MI') AS "endsLocal",
            to_char(doors_local, 'YYYY-MM-DD"T"HH24:MI') AS "doorsLocal", doors_at AS "doorsAt", ends_at <= now() AS "isOver",
            (SELECT coalesce(json_agg(DISTINCT venue_section_id), '[]') FROM ticket_type type
              WHERE type.event_id = event_date.event_id AND type.event_date_id = event_date.id) AS "sectionIds"
       FROM event_date WHERE event_id = $1 ORDER BY id`,
    [eventId],
  );
  return rows.map(shapeOf<ArrangedDate>);
}

/**
 * Inserts the stock row of each section in the date's configuration that has none, and deletes those of sections no longer
 * in it. A section with sold tickets always stays, because a ticket type is in it.
 */
export async function openSections(db: Db, eventId: number, eventDateId: number): Promise<void> {
  await db.query(
    `INSERT INTO stock (event_id, event_date_id, venue_section_id, capacity)
     SELECT date.event_id, date.id, section.id, section.capacity
       FROM event_date date
       JOIN venue_configuration_section included ON included.venue_configuration_id = date.venue_configuration_id
       JOIN venue_section section ON section.id = included.venue_section_id
      WHERE date.event_id = $1 AND date.id = $2
      ORDER BY section.id FOR SHARE OF section
     ON CONFLICT (event_id, event_date_id, venue_section_id) WHERE venue_section_id IS NOT NULL DO NOTHING`,
    [eventId, eventDateId],
  );
  await db.query(
    `DELETE FROM stock USING event_date date
      WHERE date.event_id = $1 AND date.id = $2 AND stock.event_id = date.event_id AND stock.event_date_id = date.id
        AND venue_section_id IS NOT NULL AND taken = 0
        AND NOT EXISTS (SELECT 1 FROM venue_configuration_section included
                         WHERE included.venue_configuration_id = date.venue_configuration_id
                           AND included.venue_section_id = stock.venue_section_id)`,
    [eventId, eventDateId],
  );
}

/** Returns the configuration of a date and the time zone of its venue. */
export async function findPlaceOfDate(
  db: Db,
  eventDateId: number,
): Promise<{ readonly venueConfigurationId: number; readonly timeZone: string }> {
  const [row] = await db.query<{ venueConfigurationId: number; timeZone: string }>(
    `SELECT date.venue_configuration_id AS "venueConfigurationId", time_zone AS "timeZone"
       FROM event_date date JOIN event ON event.id = date.event_id JOIN venue ON venue.id = event.venue_id
      WHERE date.id = $1`,
    [eventDateId],
  );
  if (row === undefined) throw new Error("A date was not found, although dates are never deleted.");
  return row;
}
