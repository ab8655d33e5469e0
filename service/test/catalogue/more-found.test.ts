import assert from "node:assert/strict";
import test from "node:test";
import { openShop } from "#test/test-app.ts";

const { shop, db, accountId, putOn, close } = await openShop();
test.after(close);

test("counts a search up to a thousand and reports more, and counts the whole list completely", async () => {
  const { event } = await putOn();
  await db.query(
    `INSERT INTO event (account_id, venue_id, venue_configuration_id, currency, name, published)
     SELECT account_id, venue_id, venue_configuration_id, currency, 'Storm No. ' || n, true
       FROM event, generate_series(1, 1001) AS n WHERE id = $1`,
    [event],
  );
  const found = async (query: string) => {
    const { body, headers } = await shop("GET", `/account/${accountId}/eventSummaries?pageSize=20${query}`);
    const shown = (body as readonly unknown[]).length;
    return [shown, headers["x-total-count"], headers["x-total-more"], headers["x-matched"]];
  };
  assert.deepEqual(await found(""), [20, "1002", undefined, undefined]);
  assert.deepEqual(await found("&page=51"), [2, "1002", undefined, undefined]);
  assert.deepEqual(await found("&q=storm"), [20, "1000", "true", undefined]);
  assert.deepEqual(await found("&q=storm&page=50"), [20, "1000", "true", undefined]);
  assert.deepEqual(await found("&q=storm&page=51"), [0, "1000", "true", undefined]);
  assert.deepEqual(await found("&q=stormm"), [20, "1000", "true", "nearly"]);
  assert.deepEqual(await found("&q=tempest"), [1, "1", undefined, undefined]);
  // The beginning of a word, its middle, and a word of every card that is in no name.
  for (const many of ["sto", "torm", "playhouse"]) {
    assert.deepEqual(await found(`&q=${many}`), [20, "1000", "true", undefined]);
  }
  await db.query(`UPDATE event SET published = false WHERE name = 'Storm No. 7'`);
  assert.deepEqual(await found("&q=storm"), [20, "1000", undefined, undefined]);
});
