import assert from "node:assert/strict";
import test from "node:test";
import { LIMITS } from "#src/platform/runtime.ts";
import { NAMES_MAX, PAIRS_MAX } from "#src/reports/store/opened.ts";
import { addUpSources } from "#src/reports/use-cases/sources.ts";
import { testRuntime } from "#test/runtime.ts";
import { openSources } from "./source-story.ts";

const { db, accountId, shop, putOn, addLink, report, close } = await openSources();
test.after(close);
const runtime = testRuntime(db);

test.beforeEach(async () => {
  for (const table of ["source_opened", "source_expired", "source_name", "link"])
    await db.query(`DELETE FROM ${table}`);
});

type Table = "source_opened" | "source_expired";

/** Counts sources in the hour that begins this many hours after a day began in UTC. */
function count(
  table: Table,
  event: number | null,
  { daysAgo, hour = 0 }: { daysAgo: number; hour?: number },
  sources: readonly object[],
  times = 1,
) {
  return db.query(
    `INSERT INTO ${table} (account_id, hour, event_id, source, count)
     SELECT $1, date_trunc('day', now(), 'UTC') - make_interval(days => $2) + make_interval(hours => $3), $4, source, $5 + number - 1
       FROM unnest($6::jsonb[]) WITH ORDINALITY AS given (source, number)`,
    [accountId, daysAgo, hour, event, times, sources.map((source) => JSON.stringify(source))],
  );
}

const rowsOf = async (table: Table = "source_opened") =>
  await db.query<{ span: string; hour: Date; event: number | null; source: object; count: number }>(
    `SELECT span, hour, event_id AS event, source, count FROM ${table} ORDER BY hour, event_id, source`,
  );
const inShort = async (table?: Table) =>
  (await rowsOf(table)).map(({ span, event, source, count }) => [span, event, source, count]);

for (const [table, later] of [
  ["source_opened", 0],
  ["source_expired", LIMITS.abandonedKeepSeconds / 86_400],
] as const)
  test(`the hours of ${table} are added up by day, and later by month`, async () => {
    const { event } = await putOn();
    const [a, b] = [{ ref: "a" }, { embed: "b.example" }];
    for (const hour of [0, 12, 23]) await count(table, event, { daysAgo: later + 16, hour }, [a, b]);
    await count(table, null, { daysAgo: later + 16, hour: 5 }, [a]);
    await count(table, event, { daysAgo: later + 14, hour: 5 }, [a]);
    const before = (await report()).total;
    await addUpSources(runtime);
    const days = [
      ["day", event, b, 6],
      ["day", event, a, 3],
      ["day", null, a, 1],
      ["hour", event, a, 1],
    ];
    assert.deepEqual(await inShort(table), days);
    assert.equal((await rowsOf(table))[0]?.hour.getUTCHours(), 12);
    // One that comes later, in the hour that the day has.
    await count(table, null, { daysAgo: later + 16, hour: 3 }, [a]);
    await addUpSources(runtime);
    await addUpSources(runtime);
    assert.deepEqual(
      await inShort(table),
      days.map((row) => (row[1] === null ? ["day", null, a, 2] : row)),
    );
    await db.query(`DELETE FROM ${table} WHERE event_id IS NULL`);
    assert.deepEqual(
      { ...(await report()).total },
      before.opened > 0 ? { ...before, opened: before.opened - 1 } : { ...before, reserved: before.reserved - 1 },
    );

    await db.query(`UPDATE ${table} SET hour = hour - interval '150 days'`);
    await addUpSources(runtime);
    const months = await rowsOf(table);
    assert.ok(months.every(({ span, hour }) => span === "month" && hour.getUTCDate() > 13 && hour.getUTCDate() < 18));
    assert.equal(
      months.filter(({ source }) => "ref" in source).reduce((sum, row) => sum + row.count, 0),
      4,
    );
  });

test("a day keeps the names with the most, and links and sites always; the events of the sources with the most", async () => {
  const events = await Promise.all([putOn(), putOn(), putOn(), putOn(), putOn(), putOn()]);
  await addLink("poster");
  const names = Array.from({ length: NAMES_MAX + 20 }, (_, number) => ({ ref: `invented ${number}` }));
  for (const { event } of events) await count("source_expired", event, { daysAgo: 60 }, names);
  await count("source_expired", events[0]?.event ?? null, { daysAgo: 60 }, [{ ref: "Poster" }]);
  const { total } = await report();
  await addUpSources(runtime);
  assert.deepEqual((await report()).total, total);
  const rows = await rowsOf("source_expired");
  const named = new Set(rows.map(({ source }) => JSON.stringify(source)));
  assert.equal(named.size, NAMES_MAX + 2, "the link, and the others together");
  assert.ok(named.has('{"ref": "Poster"}') || named.has('{"ref":"Poster"}'));
  assert.equal(named.has(JSON.stringify(names[19])), false, "had the least");
  assert.equal(named.has(JSON.stringify(names[20])), true);
  assert.equal(rows.filter(({ event }) => event !== null).length, PAIRS_MAX);
  assert.ok(rows.length <= PAIRS_MAX + named.size);
});

test("beyond the most of an hour a page counts for its source without the event, and no source is lost", async () => {
  const events = await Promise.all(Array.from({ length: 6 }, () => putOn()));
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000).toISOString();
  const refs = Array.from({ length: 190 }, (_, number) => `invented ${number}`);
  const open = async (counts: readonly object[]) =>
    assert.equal(
      (await shop("POST", "/sources/opened", { counts: counts.map((one) => ({ ...one, hour, count: 1 })) })).status,
      200,
    );
  for (const { event } of events) await open(refs.map((ref) => ({ ref, event })));
  const [first, last] = [events[0]?.event, events.at(-1)?.event];
  await addLink("poster");
  await open([
    { ref: "poster", event: last },
    { ref: "invented 0", event: first },
  ]);
  const rows = await rowsOf();
  assert.equal(rows.filter(({ event }) => event !== null).length, PAIRS_MAX);
  assert.equal(rows.length, PAIRS_MAX + 140 + 1, "140 sources of the last event, and the link");
  assert.equal(
    rows.reduce((sum, { count }) => sum + count, 0),
    6 * 190 + 2,
  );
  const countOf = (ref: string, of: number | null | undefined) =>
    rows.find(({ source, event }) => "ref" in source && source.ref === ref && event === of)?.count;
  assert.deepEqual([countOf("poster", null), countOf("invented 0", first)], [1, 2], "a row that is there counts on");
});

test("names are forgotten with the days whose page views may still come", async () => {
  await db.query(
    `INSERT INTO source_name (account_id, day, source)
     SELECT $1, date_trunc('day', now(), 'UTC') - make_interval(days => days), '{"ref": "x"}' FROM generate_series(0, 5) AS days`,
    [accountId],
  );
  await addUpSources(runtime);
  assert.equal((await db.query("SELECT FROM source_name")).length, 3);
});
