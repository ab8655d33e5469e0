import assert from "node:assert/strict";
import test from "node:test";
import { sourceDays } from "#src/reports/store/sources.ts";
import { at } from "#test/test-app.ts";
import { openSources } from "./source-story.ts";

const { db, accountId, promoter, putOn, reserveFrom, sell, close } = await openSources();
test.after(close);

const days = async (ref: string) =>
  (await sourceDays(db, accountId, ref)).map(({ day, opened, orders, tickets, revenueMinor }) => [
    day,
    opened,
    orders,
    tickets,
    revenueMinor,
  ]);

/** Returns the day this many days ago, by the database's clock. */
async function day(daysAgo: number): Promise<string> {
  const [row] = await db.query<{ day: string }>(
    `SELECT to_char((now() - make_interval(days => $1)) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day`,
    [daysAgo],
  );
  return row?.day ?? "";
}

test("a link's days have its page views, sales and valid tickets, the newest first", async () => {
  const on = await putOn();
  const reservedOn = async (key: string, time: string) =>
    db.query(`UPDATE sale SET created_at = $2 WHERE key = $1`, [key, time]);
  await reservedOn(await sell(on, { ref: "Harbour", embed: "harbour.example" }, 2), `${await day(3)}T00:00:00Z`);
  const second = await sell(on, { ref: "harbour" }, 2);
  await reservedOn(second, `${await day(3)}T23:59:59Z`);
  const sale = await promoter("GET", `/payment/${second}`);
  await promoter("POST", `/admission/${at(sale, "admissions", 0, "id")}/refund`, { fee: "kept" });
  await reservedOn(await sell(on, { ref: "harbour" }), `${await day(89)}T00:00:00Z`);
  await reservedOn(await sell(on, { ref: "harbour" }), `${await day(90)}T23:59:59Z`);
  // Neither another link, nor the box office, nor what is only reserved.
  await sell(on, { ref: "harbour-2" });
  await sell(on, { ref: "harbour" }, 1, promoter);
  await reserveFrom(on, { ref: "harbour" });
  await db.query(
    `INSERT INTO source_opened (account_id, hour, event_id, source, count)
     VALUES ($1, $2::timestamptz, $3, '{"ref": "HARBOUR"}', 5), ($1, $2::timestamptz + interval '1 hour', NULL, '{"ref": "harbour"}', 2),
            ($1, $2::timestamptz, NULL, '{"ref": "harbour-2"}', 9)`,
    [accountId, `${await day(1)}T08:00:00Z`, on.event],
  );
  assert.deepEqual(await days("harbour"), [
    [await day(1), 7, 0, 0, 0],
    [await day(3), 0, 2, 3, 13_500],
    [await day(89), 0, 1, 1, 4_500],
  ]);
  assert.deepEqual(await days("nothing"), []);
  assert.deepEqual(await sourceDays(db, accountId + 1, "harbour"), [], "nothing of another account");
});
