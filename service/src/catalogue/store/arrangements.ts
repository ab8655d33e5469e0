import type { Arranged } from "#src/catalogue/domain/arrangement.ts";
import type { WallTime } from "#src/platform/domain/venue-time.ts";
import type { Db } from "#src/platform/store/db.ts";

/** What decides how a date may be arranged: when it holds the venue, in which configuration, and where tickets are sold. */
export type ArrangedDate = Arranged & {
  readonly id: number;
  readonly startsLocal: WallTime;
  /** Absent: nobody said, and a usual length was taken. */
  readonly endsLocal: WallTime | undefined;
  readonly isOver: boolean;
  /** Sections that ticket types of this date lie in. */
  readonly sectionIds: readonly number[];
};

/** Two dates made or changed at once must see each other, so whoever does either waits here. Buyers need not wait. */
export async function lockDatesOf(db: Db, eventId: number): Promise<void> {
  await db.query(`SELECT 1 FROM event WHERE id = $1 FOR NO KEY UPDATE`, [eventId]);
}

/**
 * Keeps the sections of these configurations as they are until the transaction ends. In one order for everybody, after
 * the event's dates.
 */
export async function keepConfigurations(db: Db, ids: readonly number[]): Promise<void> {
  await db.query(`SELECT 1 FROM venue_configuration WHERE id = ANY ($1::bigint[]) ORDER BY id FOR SHARE`, [ids]);
}

/** Whoever changes a configuration's sections waits for all who rely on them, and they for it. */
export async function lockConfiguration(db: Db, id: number): Promise<void> {
  await db.query(`SELECT 1 FROM venue_configuration WHERE id = $1 FOR NO KEY UPDATE`, [id]);
}

type DateRow = Omit<ArrangedDate, "endsLocal" | "startsAt" | "endsAt"> & {
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly endsLocal: WallTime | null;
};

export async function listArrangedDates(db: Db, eventId: number): Promise<readonly ArrangedDate[]> {
  const rows = await db.query<DateRow>(
    `SELECT id, venue_configuration_id AS "venueConfigurationId", starts_at AS "startsAt", ends_at AS "endsAt", cancelled,
            to_char(starts_local, 'YYYY-MM-DD"T"HH24:MI') AS "startsLocal",
            to_char(ends_local, 'YYYY-MM-DD"T"HH24:MI') AS "endsLocal", ends_at <= now() AS "isOver",
            (SELECT coalesce(json_agg(DISTINCT venue_section_id), '[]') FROM ticket_type type
              WHERE type.event_id = event_date.event_id AND type.event_date_id = event_date.id) AS "sectionIds"
       FROM event_date WHERE event_id = $1 ORDER BY id`,
    [eventId],
  );
  return rows.map((row) => ({ ...row, endsLocal: row.endsLocal ?? undefined }));
}

/**
 * Opens each section of the date's configuration that is not open yet, at its capacity, and shuts those that are no
 * longer in it. A section that tickets were sold in is never among those: a ticket type lies in it.
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

/** Where a date is held: the configuration it has, and the clock that its venue goes by. */
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
  if (row === undefined) throw new Error("A date that was there has gone: none is ever deleted.");
  return row;
}
