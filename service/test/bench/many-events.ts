import type { Db } from "#src/platform/store/db.ts";

const WORDS = [
  "Harbour",
  "Lantern",
  "Winter",
  "Quartet",
  "Kāinga",
  "Comedy",
  "Orchestra",
  "Garden",
  "Clockwork",
  "Riverside",
];

/** What differs from a year of events: the two words of their names, and the days of their dates. */
export type Season = {
  readonly first?: readonly string[];
  readonly second?: readonly string[];
  readonly days?: keyof typeof DAYS;
};

/** The days from today on which an event has dates. `n` is its number. Ten events fill six places of each day of a month. */
const DAYS = {
  YEAR: "SELECT 1 + id % 364 + run AS day FROM generate_series(0, id % 3) AS run",
  WEEK: "SELECT 8 + n % 4 + run AS day FROM generate_series(0, n % 3) AS run",
  MONTH: "SELECT day FROM generate_series(0, 32) AS day WHERE (day + n) % 10 < 6",
};

type Place = { readonly venue: number; readonly section: number; readonly configuration: number };

/** The size of a chunk, so that no statement exceeds the pool's timeout. */
const AT_ONCE = 100;
const ANALYSED = 1_000;

/**
 * Inserts events of one account directly into the tables: one to three dates each over the next year, two ticket types for
 * each date, and texts of realistic length.
 */
export async function addManyEvents(db: Db, accountId: number, count: number, season: Season = {}): Promise<void> {
  const [place] = await db.query<Place>(
    `WITH venue AS (INSERT INTO venue (account_id, name, time_zone) VALUES ($1, 'The Long Hall', 'Pacific/Auckland') RETURNING id),
          section AS (INSERT INTO venue_section (venue_id, name, capacity) SELECT id, 'Floor', 300 FROM venue RETURNING id),
          configuration AS (INSERT INTO venue_configuration (venue_id, name) SELECT id, 'All' FROM venue RETURNING id)
     SELECT venue.id AS venue, section.id AS section, configuration.id AS configuration FROM venue, section, configuration`,
    [accountId],
  );
  if (place === undefined) throw new Error("The venue was not inserted.");
  await db.query(`INSERT INTO venue_configuration_section VALUES ($1, $2, $3)`, [
    ...[place.venue, place.configuration, place.section],
  ]);
  for (let made = 0; made < count; made += AT_ONCE) {
    await addSome(db, accountId, place, { ...season, from: made + 1, to: Math.min(made + AT_ONCE, count) });
    // The triggers' plans are made for the tables as they were analysed last.
    if (made % ANALYSED === 0) await db.query("ANALYZE");
  }
  await db.query("ANALYZE");
}

async function addSome(
  db: Db,
  accountId: number,
  place: Place,
  { from, to, first = WORDS, second = WORDS, days = "YEAR" }: Season & { from: number; to: number },
) {
  await db.query(
    `WITH made AS (
       INSERT INTO event (account_id, venue_id, venue_configuration_id, currency, name, abstract_text, description, tags, published)
       SELECT $1, $2, $3, account.currency,
              'The ' || ($8::text[])[1 + n % cardinality($8)] || ' ' || ($9::text[])[1 + n / 10 % cardinality($9)] || ', No. ' || n,
              'An evening of which more is said below.',
              repeat('Doors open half an hour before, the bar stays open after, and somebody will play an encore. ', 8),
              ARRAY[($5::text[])[1 + n % 10], ($5::text[])[1 + n / 7 % 10]], true
         FROM generate_series($4::integer, $7::integer) AS n JOIN account ON account.id = $1
       RETURNING id, substring(name FROM '[0-9]+')::integer AS n),
     dates AS (
       INSERT INTO event_date (event_id, venue_configuration_id, starts_local, starts_at, ends_at)
       SELECT id, $3, at AT TIME ZONE 'Pacific/Auckland', at, at + interval '2 hours'
         FROM made, LATERAL (${DAYS[days]}) AS played,
              LATERAL (SELECT date_trunc('day', now()) + make_interval(days => day::integer, hours => 7) AS at) AS start
       RETURNING event_id, id),
     room AS (
       INSERT INTO stock (event_id, event_date_id, venue_section_id, capacity) SELECT event_id, id, $6, 300 FROM dates)
     INSERT INTO ticket_type (event_id, event_date_id, venue_section_id, name, price_minor, fee_minor, sort_idx)
     SELECT event_id, id, $6, name, price, 250, sort
       FROM dates, (VALUES ('Adult', 4500, 0), ('Student', 3000, 1)) AS type (name, price, sort)`,
    [accountId, place.venue, place.configuration, from, WORDS, place.section, to, first, second],
  );
}
