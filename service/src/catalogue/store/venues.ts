import type { Venue, VenueConfiguration, VenueSection } from "#src/catalogue/domain/venue.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Db } from "#src/platform/store/db.ts";
import { insertedId, readPage } from "#src/platform/store/rows.ts";

/** The SQL of a venue, in a statement that joins `venue`. */
export const VENUE =
  "json_build_object('id', venue.id, 'version', venue.version, 'name', venue.name, 'address', venue.address, 'timeZone', venue.time_zone, 'mapUrl', venue.map_url)";

/** Bounds lists without paging: more than any venue has. */
const ROWS_MAX = 1_000;

/** Returns a venue of this account, or `undefined`. */
export async function findVenue(db: Db, accountId: number, id: number): Promise<Venue | undefined> {
  const [row] = await db.query<Venue>(
    `SELECT id, version, name, address, time_zone AS "timeZone", map_url AS "mapUrl" FROM venue WHERE id = $1 AND account_id = $2`,
    [id, accountId],
  );
  return row;
}

/** Returns one page of the account's venues by name, and the number of venues on all pages. */
export function listVenues(db: Db, accountId: number, page: Page) {
  const columns = `id, version, name, address, time_zone AS "timeZone", map_url AS "mapUrl"`;
  return readPage<Venue>(
    db,
    { columns, from: "venue WHERE account_id = $1", order: "name, id", values: [accountId] },
    page,
  );
}

/** Returns whether the database knows the time zone. Its list may be older than Node's. */
export async function knowsTimeZone(db: Db, timeZone: string): Promise<boolean> {
  const rows = await db.query(`SELECT 1 FROM pg_timezone_names WHERE name = $1`, [timeZone]);
  return rows.length > 0;
}

const SECTION = `
section.id, section.version, section.name, capacity, sort_idx AS "sortIdx", door,
(SELECT coalesce(json_agg(id ORDER BY id), '[]')
   FROM (SELECT other_id AS id FROM venue_section_overlap WHERE section_id = section.id
         UNION ALL SELECT section_id FROM venue_section_overlap WHERE other_id = section.id) AS other) AS overlaps`;

export async function listSections(db: Db, venueId: number): Promise<readonly VenueSection[]> {
  return db.query<VenueSection>(
    `SELECT ${SECTION} FROM venue_section section WHERE venue_id = $1 ORDER BY sort_idx, id LIMIT $2`,
    [venueId, ROWS_MAX],
  );
}

export async function findSection(
  db: Db,
  accountId: number,
  id: number,
): Promise<(VenueSection & { readonly venueId: number; readonly venueName: string }) | undefined> {
  const [row] = await db.query<VenueSection & { readonly venueId: number; readonly venueName: string }>(
    `SELECT ${SECTION}, venue.id AS "venueId", venue.name AS "venueName"
       FROM venue_section section JOIN venue ON venue.id = venue_id
      WHERE section.id = $1 AND account_id = $2`,
    [id, accountId],
  );
  return row;
}

type ConfigurationRow = VenueConfiguration & { readonly venueId: number; readonly venueName: string };

const CONFIGURATION = `
SELECT configuration.id, configuration.version, configuration.name, venue.id AS "venueId", venue.name AS "venueName",
       (SELECT coalesce(json_agg(venue_section_id ORDER BY venue_section_id), '[]') FROM venue_configuration_section included
         WHERE included.venue_configuration_id = configuration.id) AS "sectionIds"
  FROM venue_configuration configuration JOIN venue ON venue.id = venue_id`;

export async function findConfiguration(db: Db, accountId: number, id: number): Promise<ConfigurationRow | undefined> {
  const [row] = await db.query<ConfigurationRow>(`${CONFIGURATION} WHERE configuration.id = $1 AND account_id = $2`, [
    id,
    accountId,
  ]);
  return row;
}

export async function listConfigurations(db: Db, venueId: number): Promise<readonly ConfigurationRow[]> {
  return db.query<ConfigurationRow>(`${CONFIGURATION} WHERE venue.id = $1 ORDER BY configuration.id LIMIT $2`, [
    venueId,
    ROWS_MAX,
  ]);
}

export async function insertConfiguration(
  db: Db,
  configuration: { readonly venueId: number; readonly name: string; readonly sectionIds: readonly number[] },
): Promise<number> {
  const [row] = await db.query<{ id: number }>(
    `WITH made AS (INSERT INTO venue_configuration (venue_id, name) VALUES ($1, $2) RETURNING id),
          tagged AS (INSERT INTO venue_configuration_section
                     SELECT $1, made.id, section_id FROM made, unnest($3::bigint[]) AS section_id)
     SELECT id FROM made`,
    [configuration.venueId, configuration.name, configuration.sectionIds],
  );
  return insertedId(row);
}

/** Returns whether a date in this configuration has a ticket type outside these sections. */
export async function sellsOutside(db: Db, configurationId: number, sectionIds: readonly number[]): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM event_date date JOIN ticket_type type ON type.event_id = date.event_id AND type.event_date_id = date.id
      WHERE date.venue_configuration_id = $1 AND venue_section_id <> ALL ($2::bigint[]) LIMIT 1`,
    [configurationId, sectionIds],
  );
  return rows.length > 0;
}

/** Replaces the sections of a configuration. Returns the dates ahead that use it. */
export async function setSections(
  db: Db,
  configuration: { readonly id: number; readonly venueId: number; readonly sectionIds: readonly number[] },
): Promise<readonly { readonly eventId: number; readonly id: number }[]> {
  const { id, venueId, sectionIds } = configuration;
  await db.query(`DELETE FROM venue_configuration_section WHERE venue_configuration_id = $1`, [id]);
  await db.query(
    `INSERT INTO venue_configuration_section SELECT $1, $2, section_id FROM unnest($3::bigint[]) AS section_id`,
    [venueId, id, sectionIds],
  );
  return db.query<{ eventId: number; id: number }>(
    `SELECT event_id AS "eventId", id FROM event_date WHERE venue_configuration_id = $1 AND ends_at > now() ORDER BY 1, 2`,
    [id],
  );
}
