import assert from "node:assert/strict";
import test from "node:test";
import { createApp } from "#src/app.ts";
import type { Db } from "#src/platform/store/db.ts";
import { testRuntime } from "#test/runtime.ts";
import { asking, openShop } from "#test/test-app.ts";

const { db, accountId, place, close } = await openShop();
test.after(close);

/**
 * Adds 2,000 events, a third each of drafts, events ahead and past ones, with names in no order of time: each with two dates, a
 * ticket type on each, and a sold ticket for it.
 */
async function fill(): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(
      `WITH made AS (
         INSERT INTO event (account_id, venue_id, venue_configuration_id, currency, name, published)
         SELECT $1, $2, $3, 'NZD', md5(n::text), n % 3 <> 0 FROM generate_series(1, 2000) AS n RETURNING id)
       INSERT INTO event_date (event_id, venue_configuration_id, starts_local, starts_at, ends_at)
       SELECT id, $3, starts, starts AT TIME ZONE 'UTC', (starts + interval '2 hours') AT TIME ZONE 'UTC'
         FROM made, generate_series(0, 1) AS run,
              LATERAL (SELECT now()::timestamp + make_interval(days => CASE id % 3 WHEN 1 THEN 1 ELSE -1 END *
                                                                       (10 + run + id::integer % 700)) AS starts) AS date`,
      [accountId, place.venue, place.whole],
    );
    await tx.query(
      `INSERT INTO ticket_type (event_id, event_date_id, venue_section_id, name, price_minor)
       SELECT event_id, id, $1, 'Adult', 4500 FROM event_date`,
      [place.stalls],
    );
    await tx.query(
      `INSERT INTO stock (event_id, event_date_id, venue_section_id, ticket_type_id, capacity, taken)
       SELECT event_id, event_date_id, NULL, id, 20, 1 FROM ticket_type
       UNION ALL SELECT event_id, event_date_id, venue_section_id, NULL, 20, 1 FROM ticket_type`,
    );
    await tx.query(
      `WITH sold AS (
         INSERT INTO sale (event_id, key, cart_key, account_id, user_id, status, currency, total_minor, created_at, expires_at, modified_at)
         SELECT event_id, to_char(id, 'FM0000000000'), 'CART', $1, 1, 'CONFIRMED', 'NZD', 4500, now(), now(), now()
           FROM ticket_type RETURNING event_id, id, key::bigint AS ticket_type_id)
       INSERT INTO admission (event_id, sale_id, ticket_type_id, status, price_minor, fee_minor, paid_minor, modified_at)
       SELECT event_id, id, ticket_type_id, 'CONFIRMED', 4500, 0, 4500, now() FROM sold`,
      [accountId],
    );
  });
  // What is read from an index alone is so once the table is known to be visible to all.
  await db.query("VACUUM ANALYZE");
}

type Reads = Readonly<Record<string, number>>;

/** Returns the number of rows of a list, and those of each table that a manager's request for it reads. */
async function readsOf(tx: Db, path: string): Promise<{ readonly rows: number; readonly reads: Reads }> {
  const manager = asking(createApp(testRuntime(tx)), "promoter");
  const before = await readsSoFar(tx);
  const answered = await manager("GET", `/account/${accountId}/${path}`);
  assert.equal(answered.status, 200, JSON.stringify(answered.body));
  const after = await readsSoFar(tx);
  const reads = Object.entries(after).map(([table, rows]) => [table, rows - (before[table] ?? 0)]);
  return { rows: Object(answered.body).length, reads: Object.fromEntries(reads) };
}

/** Rows that a statement answers from an index alone are not counted. */
async function readsSoFar(tx: Db): Promise<Reads> {
  const rows = await tx.query<{ table: string; rows: number }>(
    `SELECT relname AS table, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS rows FROM pg_stat_xact_user_tables`,
  );
  return Object.fromEntries(rows.map(({ table, rows }) => [table, rows]));
}

/** Asserts that no more was read than these events have: two dates each, with a ticket type, two stock rows and a ticket. */
function assertReads(reads: Reads, events: number): void {
  for (const [table, each] of Object.entries({ event: 1, event_date: 2, ticket_type: 2, stock: 4, admission: 2 }))
    assert.ok((reads[table] ?? 0) <= each * events, `${table}: ${reads[table]}`);
  for (const table of ["event_position", "event_search", "sale", "sale_line"])
    assert.equal(reads[table] ?? 0, 0, `${table}: ${reads[table]}`);
}

await fill();

const SORTS = ["", "&sort=name", "&sort=-name", "&sort=date", "&sort=-date"];
for (const list of ["DRAFT", "COMING", "OVER"].flatMap((state) => SORTS.map((sort) => `state=${state}${sort}`)))
  test(`of 2,000 events it reads those of the page: ${list}`, async () => {
    const { rows, reads } = await db.transaction((tx) => readsOf(tx, `eventSummaries?${list}&page=2&pageSize=20`));
    assert.equal(rows, 20);
    assertReads(reads, 20);
  });

test("of the dates of 2,000 events it reads those of the event", async () => {
  const [event] = await db.query<{ id: number }>("SELECT max(id) AS id FROM event WHERE published");
  const { rows, reads } = await db.transaction((tx) => readsOf(tx, `eventDates?event=${event?.id}`));
  assert.equal(rows, 2);
  // Found, counted and read, some of it without an index alone.
  assertReads(reads, 4);
});

test("the control: without its index a list reads every event", async () => {
  const takenBack = new Error("The index is kept.");
  await assert.rejects(
    db.transaction(async (tx) => {
      await tx.query("DROP INDEX event_by_name");
      const { rows, reads } = await readsOf(tx, "eventSummaries?state=OVER&sort=name&page=2&pageSize=20");
      assert.equal(rows, 20);
      assert.throws(() => assertReads(reads, 20), /event: \d{3,}/);
      throw takenBack;
    }),
    takenBack,
  );
});
