import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { type EventSearch, writeOutdatedPositions } from "#src/catalogue/store/event-lists.ts";
import { searchEvents } from "#src/catalogue/store/search-events.ts";
import type { Db } from "#src/platform/store/db.ts";
import { putOnSale } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";

const { db, drop } = await testDatabase();
test.after(drop);

const WORDS = ["harbour", "lantern", "winter", "quartet"];
const at = <T>(of: readonly T[], n: number) => of[n % of.length] as T;

/**
 * Adds fifty events whose data depends on their number: words in the name, tags or texts; two venues, a group, parts of a
 * run; no date, one or several, some past, some running, some starting at the same time as another's.
 */
async function addMixed(tx: Db, accountId: number, venueId: number): Promise<void> {
  await tx.query(
    `WITH other AS (INSERT INTO venue (account_id, name, time_zone, address)
                     VALUES ($1, 'Winter Garden', 'UTC', '{"city": "Oamaru", "state": "Otago"}') RETURNING id),
          all_of_it AS (INSERT INTO venue_configuration (venue_id, name) SELECT id, 'All' FROM other RETURNING venue_id, id),
          made AS (
       INSERT INTO event (account_id, venue_id, venue_configuration_id, currency, name, description, tags, published)
       SELECT $1, configuration.venue_id, configuration.id, 'AUD', 'The ' || ($3::text[])[1 + n % 5] || ' ' || n,
              'An evening with a ' || ($3::text[])[1 + n / 5 % 4], ARRAY[($3::text[])[1 + n / 3 % 4]], n % 7 <> 0
         FROM generate_series(1, 50) AS n
         JOIN LATERAL (SELECT venue_id, id FROM all_of_it WHERE n % 4 = 0
                       UNION ALL SELECT venue_id, id FROM venue_configuration WHERE venue_id = $2 AND n % 4 <> 0) AS configuration ON true
       RETURNING id, venue_configuration_id, substring(name FROM '[0-9]+')::integer AS n)
     INSERT INTO event_date (event_id, venue_configuration_id, starts_local, ends_local, starts_at, ends_at, date_group)
     SELECT id, venue_configuration_id, starts AT TIME ZONE 'UTC', ends AT TIME ZONE 'UTC', starts, ends,
            CASE n % 6 WHEN 1 THEN 'Previews' END
       FROM made, generate_series(1, n % 4) AS run,
            LATERAL (SELECT date_trunc('day', now()) + make_interval(days => n % 12 * 3 * (run - 1) - n % 20) AS starts) AS date,
            LATERAL (SELECT starts + make_interval(hours => 1 + n % 3 * 400) AS ends) AS ending`,
    [accountId, venueId, [...WORDS, "long"]],
  );
  await tx.query(
    `WITH groups AS (INSERT INTO event_group (account_id, name, published)
                     VALUES ($1, 'Quartet Days', true), ($1, 'Lantern Days', false) RETURNING id)
     INSERT INTO event_group_event (account_id, event_group_id, event_id, sort_idx)
     SELECT $1, groups.id, event.id, 1 FROM groups, event WHERE event.account_id = $1 AND event.id % 5 = groups.id % 5`,
    [accountId],
  );
}

async function twoAccounts() {
  const accounts: { readonly id: number; readonly venues: readonly number[]; readonly groups: readonly number[] }[] =
    [];
  for (const _ of [1, 2]) {
    const { caller } = await putOnSale(db);
    const id = caller.account.id;
    const ids = async (from: string) =>
      (await db.query<{ id: number }>(`SELECT id FROM ${from} WHERE account_id = $1`, [id])).map((row) => row.id);
    const [venueId = 0] = await ids("venue");
    await addMixed(db, id, venueId);
    accounts.push({ id, venues: await ids("venue"), groups: await ids("event_group") });
  }
  return accounts;
}

const accounts = await twoAccounts();
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** Mostly undefined: with every filter set the result is empty and proves nothing. */
const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const word = fc.constantFrom(...WORDS, "evening", "long", "hall", "garden", "days", "otago", "a", "1", "qq");

const anySearch = fc.record({
  account: fc.constantFrom(0, 1),
  words: fc.array(fc.array(word, { minLength: 1, maxLength: 2 }), { maxLength: 2 }),
  everything: fc.boolean(),
  from: maybe(fc.integer({ min: -20, max: 40 }).map(day)),
  to: maybe(fc.integer({ min: -5, max: 60 }).map(day)),
  dateGroup: maybe(fc.constant("Previews")),
  tag: maybe(fc.constantFrom(...WORDS)),
  venue: maybe(fc.constantFrom(0, 1)),
  town: maybe(fc.constantFrom("OAMARU", "Otago")),
  group: maybe(fc.constantFrom(0, 1)),
  page: fc.integer({ min: 1, max: 4 }),
  pageSize: fc.integer({ min: 1, max: 9 }),
  max: fc.constantFrom(1, 6, 20, 1_000),
});
type AnySearch = typeof anySearch extends fc.Arbitrary<infer T> ? T : never;

/** Returns the result of the search and the expected one. */
async function both({ account, venue, group, page, pageSize, max, ...rest }: AnySearch) {
  const of = at(accounts, account);
  const search = {
    ...rest,
    venueId: venue === undefined ? undefined : of.venues[venue],
    eventGroupId: group === undefined ? undefined : of.groups[group],
  };
  const plain = await searchPlainly(db, of.id, search);
  const { words, everything: _, ...filters } = search;
  const isSearch = words.length > 0 || Object.values(filters).some((filter) => filter !== undefined);
  const shown = isSearch ? plain.slice(0, max) : plain;
  return {
    quick: await searchEvents(db, of.id, { ...search, page, pageSize }, max),
    plain: {
      ids: shown.slice((page - 1) * pageSize, page * pageSize),
      total: shown.length,
      isMore: shown.length < plain.length,
    },
  };
}

async function compareMany(runs: number): Promise<void> {
  const seen = { some: 0, more: 0 };
  await fc.assert(
    fc.asyncProperty(anySearch, async (search) => {
      const { quick, plain } = await both(search);
      assert.deepEqual(quick, plain);
      seen.some += Number(plain.ids.length > 0);
      seen.more += Number(plain.isMore && plain.ids.length > 0);
    }),
    { numRuns: runs, seed: 3 },
  );
  assert.ok(seen.some > runs / 4 && seen.more > runs / 12, `nearly nothing was found: ${JSON.stringify(seen)}`);
}

test("finds the same events as a plain search, in the same order, and counts them up to the bound", () =>
  compareMany(100));

test("finds the same after events are published, unpublished, moved, renamed, cancelled and lose dates", async () => {
  const change = (text: string) => db.query(text);
  await change(`UPDATE event SET published = NOT published WHERE id % 3 = 0`);
  await change(`UPDATE event_date SET ends_at = starts_at + interval '1 minute' WHERE id % 4 = 0`);
  await change(`UPDATE event_date SET starts_at = starts_at + interval '9 days', ends_at = ends_at + interval '9 days',
                                      starts_local = starts_local + interval '9 days' WHERE id % 5 = 0`);
  await change(`UPDATE event SET name = 'The Winter Quartet', cancelled = true WHERE id % 6 = 0`);
  await change(
    `DELETE FROM event_date WHERE event_id % 8 = 0 AND NOT EXISTS (SELECT FROM ticket_type WHERE event_date_id = event_date.id)`,
  );
  await change(`UPDATE venue SET name = 'Lantern Hall' WHERE name = 'Hall'`);
  await change(`UPDATE event_group SET published = NOT published`);
  await compareMany(60);
});

test("the control: the comparison detects an event that is wrongly listed, out of order or missing", async () => {
  const wrongs = [
    `UPDATE event_search SET shown_until = 'infinity'`,
    `UPDATE event_date SET event_published = false WHERE id % 2 = 0`,
    `UPDATE event_search SET name_words = card_words WHERE event_id % 2 = 0`,
    `UPDATE event_position SET starts_at = starts_at + interval '20 days' WHERE event_id % 3 = 0`,
    `UPDATE event_position SET over_at = now() WHERE event_id % 3 = 0`,
  ];
  for (const wrong of wrongs) {
    await db.transaction(async (tx) => tx.query(wrong));
    await assert.rejects(compareMany(120), /Property failed/, wrong);
    await db.query(`UPDATE event_search SET shown_until = CASE WHEN published THEN over_at ELSE '-infinity' END
                      FROM event WHERE event.id = event_id`);
    await db.query(`UPDATE event_date SET event_published = published FROM event WHERE event.id = event_id`);
    await db.query(`SELECT write_search_words(array(SELECT id FROM event))`);
    await db.query(`SELECT write_event_position(id) FROM event`);
  }
  await compareMany(60);
});

test("finds the same while the first dates of events are over and not rewritten, and rewrites them", async () => {
  const outdated = async () =>
    (await db.query<{ rows: number }>(`SELECT count(*) AS rows FROM event_position WHERE valid_until <= now()`))[0]
      ?.rows;
  await db.query(
    `UPDATE event_position SET starts_at = now() - interval '1 day', valid_until = now() - interval '1 hour' WHERE event_id % 2 = 0`,
  );
  assert.ok(Number(await outdated()) > 10);
  await compareMany(60);
  await db.transaction(async (tx) => {
    await tx.query(
      `SELECT FROM event WHERE id IN (SELECT event_id FROM event_position WHERE valid_until <= now() LIMIT 1) FOR UPDATE`,
    );
    await writeOutdatedPositions(db);
    assert.equal(await outdated(), 1, "an event that is being changed is left for the next run");
  });
  await writeOutdatedPositions(db);
  assert.equal(await outdated(), 0);
  await compareMany(50);
});

test("indexes dates that are added concurrently with each other or with the publication of their event", async () => {
  const { eventId, caller } = await putOnSale(db);
  await db.query(`UPDATE event SET published = false WHERE id = $1`, [eventId]);
  const add = (days: number) => (tx: Db) =>
    tx.query(
      `INSERT INTO event_date (event_id, venue_configuration_id, starts_local, starts_at, ends_at)
       SELECT id, venue_configuration_id, now() + make_interval(days => $2), now() + make_interval(days => $2), now() + make_interval(days => $2 + 1)
         FROM event WHERE id = $1`,
      [eventId, days],
    );
  await Promise.all([
    ...[300, 400, 200, 500, 100].map((days) => db.transaction(add(days))),
    db.transaction((tx) => tx.query(`UPDATE event SET published = true WHERE id = $1`, [eventId])),
  ]);
  const [kept] = await db.query(
    `SELECT over_at = (SELECT max(ends_at) FROM event_date WHERE event_id = $1) AS "isLast",
            (SELECT bool_and(event_published) FROM event_date WHERE event_id = $1) AS "areShown",
            (SELECT shown_until = over_at FROM event_search WHERE event_id = $1) AS "isSearched",
            (SELECT starts_at = (SELECT min(starts_at) FROM event_date WHERE event_id = $1) AND position.over_at = event.over_at
               FROM event_position position WHERE event_id = $1) AS "isListed"
       FROM event WHERE id = $1`,
    [eventId],
  );
  assert.deepEqual(kept, { isLast: true, areShown: true, isSearched: true, isListed: true });
  assert.equal(
    (await searchEvents(db, caller.account.id, { words: [], everything: false, page: 1, pageSize: 5 })).total,
    1,
  );
});

/** The data of an event that a search uses, read without the search index. */
type Plain = {
  readonly id: number;
  readonly account: number;
  readonly venue: number;
  readonly published: boolean;
  readonly name: string;
  readonly card: string;
  readonly town: string | null;
  readonly text: string;
  readonly tags: readonly string[];
  readonly groups: readonly number[];
  readonly dates: readonly {
    readonly starts: number;
    readonly day: string;
    readonly last: string;
    readonly part: string | null;
    readonly over: boolean;
  }[];
};

const READ = `
SELECT event.id, event.account_id AS account, event.venue_id AS venue, event.published, event.tags, lower(event.name) AS name,
       lower(concat_ws(' ', event.name, venue.name, venue.address ->> 'city', venue.address ->> 'state',
                       array_to_string(event.tags, ' '), shown.names)) AS card, lower(venue.address ->> 'city') AS town,
       lower(concat_ws(' ', event.abstract_text, event.description)) AS text, coalesce(shown.ids, '[]') AS groups,
       (SELECT coalesce(json_agg(json_build_object('starts', extract(epoch FROM starts_at), 'day', starts_local::date, 'last', last,
                                                   'part', date_group, 'over', ends_at <= now())), '[]')
          FROM event_date,
               LATERAL (SELECT max(day::date) AS last
                          FROM generate_series(starts_local::date, coalesce(ends_local, starts_local), interval '1 day') AS day
                         WHERE day = starts_local::date OR ends_local > day + interval '6 hours') AS days
         WHERE event_id = event.id) AS dates
  FROM event JOIN venue ON venue.id = event.venue_id
  LEFT JOIN (SELECT event_id, string_agg(event_group.name, ' ') AS names, json_agg(event_group.id) AS ids
               FROM event_group_event JOIN event_group ON event_group.id = event_group_id AND event_group.published
              GROUP BY event_id) AS shown ON shown.event_id = event.id`;

/** Returns the ids of all matches in order, by a simple search without the index. */
async function searchPlainly(db: Db, accountId: number, search: EventSearch): Promise<readonly number[]> {
  const events = await db.query<Plain>(READ);
  return events
    .filter((event) => event.account === accountId)
    .flatMap((event) => {
      const dates = event.dates.filter((date) => fits(date, search));
      const rank = rankOf(event, search.words);
      const isAsked =
        (search.everything || event.published) &&
        (dates.length > 0 || (event.dates.length === 0 && !filtersDates(search)) || hasNoFilter(search)) &&
        (search.venueId ?? event.venue) === event.venue &&
        (search.town === undefined || event.town === search.town.toLowerCase()) &&
        (search.tag === undefined || event.tags.includes(search.tag)) &&
        (search.eventGroupId === undefined || event.groups.includes(search.eventGroupId));
      const start = Math.min(...dates.map(({ starts }) => starts));
      return isAsked && rank !== undefined ? [{ id: event.id, rank, start }] : [];
    })
    .sort((one, other) => one.rank - other.rank || compare(one.start, other.start) || one.id - other.id)
    .map(({ id }) => id);
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function filtersDates({ from, to, dateGroup }: EventSearch): boolean {
  return [from, to, dateGroup].some((filter) => filter !== undefined);
}

function hasNoFilter(search: EventSearch): boolean {
  return search.everything && !filtersDates(search);
}

function fits(date: Plain["dates"][number], { everything, from, to, dateGroup }: EventSearch): boolean {
  return (
    (everything || !date.over) &&
    (from === undefined || date.last >= from) &&
    (to === undefined || date.day <= to) &&
    (dateGroup === undefined || date.part === dateGroup)
  );
}

function rankOf({ name, card, text }: Plain, words: EventSearch["words"]): number | undefined {
  const places = [name, card, `${card} ${text}`];
  const rank = places.findIndex((place) => words.every((meant) => meant.some((word) => place.includes(word))));
  return rank === -1 ? undefined : rank;
}
