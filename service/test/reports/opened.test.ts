import assert from "node:assert/strict";
import test from "node:test";
import { at } from "#test/test-app.ts";
import { hour, openSources, type Row } from "./source-story.ts";

const { db, accountId, shop, stranger, putOn, addLink, report, close } = await openSources();
test.after(close);

const page = (more: object) => ({ kind: "PAGE", hour: hour(), count: 1, ...more });
const send = (counts: readonly object[], ask = shop) => ask("POST", "/sources/opened", { counts });

async function opened(counts: readonly object[]): Promise<void> {
  const answered = await send(counts);
  assert.deepEqual([answered.status, at(answered, "successful")], [200, true], JSON.stringify(answered.body));
}

const nameOf = ({ ref, embed, utm, kind }: Row) => ref ?? embed ?? utm ?? kind;

/** Returns how often each name was opened on pages of an event. */
async function openedOf(event: number, query = "") {
  const { rows, total } = await report(`?event=${event}${query}`);
  return { rows: rows.map((row) => [row.kind, nameOf(row), row.opened]), total: total.opened };
}

test("adds up the views of a name over calls, pages and hours", async () => {
  const on = await putOn();
  await addLink("street-team");
  const event = on.event;
  await opened([
    page({ event, ref: "Street-Team", embed: "longlight.example", count: 3 }),
    page({ event, ref: "street-team", hour: hour(2) }),
    page({ event, embed: "longlight.example", kind: "EMBED" }),
    page({ event, embed: "longlight.example", kind: "PAGE" }),
    page({ event, utm: { source: "blog", campaign: "opening" } }),
    page({ event }),
  ]);
  await opened([page({ event, ref: "street-team", count: 5 })]);
  assert.deepEqual(await openedOf(event), {
    rows: [
      ["LINK", "street-team", 9],
      ["EMBED", "longlight.example", 2],
      ["DIRECT", "DIRECT", 1],
      ["CAMPAIGN", { source: "blog", campaign: "opening" }, 1],
    ],
    total: 13,
  });
  assert.deepEqual((await openedOf(event, `&to=${hour(1)}`)).rows, [["LINK", "street-team", 1]]);
});

test("a page of another account's event counts for no event, and nothing reaches that account", async () => {
  const on = await putOn();
  const before = (await report()).total.opened;
  assert.equal((await send([page({ event: on.event, ref: "theirs" })], stranger)).status, 200);
  assert.equal((await report()).total.opened, before);
  const [row] = await db.query<{ event: number | null }>(
    `SELECT event_id AS event FROM source_opened WHERE account_id <> $1`,
    [accountId],
  );
  assert.deepEqual(row, { event: null });
});

test("of invented names the first 200 of a day count, the others together, and links and sites always", async () => {
  const { event } = await putOn();
  await db.query("DELETE FROM source_opened");
  await db.query("DELETE FROM source_name");
  await addLink("poster");
  await db.query(`INSERT INTO site (account_id, origin) VALUES ($1, 'https://own.example:8443')`, [accountId]);
  const invented = (from: number, count: number, more: object = {}) =>
    Array.from({ length: count }, (_, number) => page({ event, ref: `invented ${from + number}`, ...more }));
  await opened([...invented(0, 150), page({ event, embed: "elsewhere.example" })]);
  // Two storefronts at once.
  await Promise.all([opened(invented(100, 900)), opened(invented(500, 900))]);
  await opened([
    page({ event, ref: "POSTER" }),
    page({ event, embed: "own.example:8443" }),
    page({ event, utm: { source: "invented" } }),
    page({ event, ref: "invented 7" }),
  ]);
  const rows = await db.query<{ source: object; count: number }>(
    `SELECT source, sum(count)::bigint AS count FROM source_opened GROUP BY source`,
  );
  const countOf = (source: object) => rows.find((row) => JSON.stringify(row.source) === JSON.stringify(source))?.count;
  assert.equal(rows.length, 200 + 3, "the names, the link, the site, and the others");
  assert.deepEqual([countOf({ ref: "POSTER" }), countOf({ embed: "own.example:8443" })], [1, 1]);
  assert.equal(countOf({ ref: "invented 7" }), 2, "a name that was there counts on");
  const all = 151 + 900 + 900 + 4;
  assert.equal(
    rows.reduce((sum, { count }) => sum + count, 0),
    all,
  );

  await opened(invented(5_000, 3, { hour: hour(24) }));
  assert.equal(
    (await db.query(`SELECT FROM source_opened WHERE source ->> 'ref' LIKE 'invented 500_'`)).length,
    3,
    "the day before has 200 of its own",
  );
});

test("refuses hours that are not of the last two days, parts of hours, and too many rows", async () => {
  const { event } = await putOn();
  const half = new Date(Date.parse(hour()) - 30 * 60_000).toISOString();
  for (const [counts, path, reason] of [
    [[page({ event }), page({ event, hour: hour(49) })], "counts[1].hour", "too_small"],
    [[page({ event, hour: hour(-3) })], "counts[0].hour", "too_large"],
    [[page({ event, hour: half })], "counts[0].hour", "wrong_format"],
    [[page({ event, count: 0 })], "counts[0].count", "too_small"],
    [[page({ event, visitor: "Ada" })], "counts[0].visitor", "unknown_field"],
    [Array(1_001).fill(page({ event })), "counts", "too_many"],
  ] as const) {
    const answered = await send(counts);
    assert.deepEqual(
      [answered.status, at(answered, "errors", 0, "path"), at(answered, "errors", 0, "reason")],
      [400, path, reason],
    );
  }
  assert.equal((await openedOf(event)).total, 0);
  await opened([page({ event, hour: hour(46) }), page({ event, hour: hour(-1) })]);
  assert.equal((await openedOf(event)).total, 2, "the control");
});
