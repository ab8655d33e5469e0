import assert from "node:assert/strict";
import test from "node:test";
import { type Ask, make, openShop } from "#test/test-app.ts";

const { db, accountId, shop, promoter, place, close } = await openShop();
test.after(close);

async function venues(query = "", ask: Ask = promoter) {
  const answered = await ask("GET", `/account/${accountId}/venueSummaries?${query}`);
  assert.equal(answered.status, 200, JSON.stringify(answered.body));
  const body = Object(answered.body);
  const names: readonly string[] = body.venues.map(({ name }: { name: string }) => name);
  return { body, names, total: answered.headers["x-total-count"] };
}

const address = { streetAddress1: "14 Bond Store Lane", city: "Ōtepoti" };
const empty = await make(promoter, "/venue", { name: "éclair", timeZone: "Pacific/Auckland", address });

test("lists venues by name with their sections and configurations", async () => {
  const foyer = {
    venue: place.venue,
    name: "Foyer",
    capacity: 8,
    sortIdx: 2,
    door: "Door 2",
    overlaps: [place.stalls],
  };
  const id = await make(promoter, "/venueSection", foyer);
  const { body } = await venues("", shop);
  assert.deepEqual(body, {
    venues: [
      {
        ...{ id: empty, name: "éclair", address, timeZone: "Pacific/Auckland", mapUrl: null, version: 1 },
        ...{ sections: [], configurations: [] },
      },
      {
        ...{ id: place.venue, name: "The Playhouse", address: { city: "Nelson" }, timeZone: "Pacific/Auckland" },
        ...{ mapUrl: null, version: 1 },
        sections: [
          { id: place.stalls, name: "Stalls", capacity: 20, sortIdx: 0, door: null, overlaps: [id], version: 2 },
          { id: place.balcony, name: "Balcony", capacity: 5, sortIdx: 1, door: null, overlaps: [], version: 1 },
          { id, name: "Foyer", capacity: 8, sortIdx: 2, door: "Door 2", overlaps: [place.stalls], version: 1 },
        ],
        configurations: [
          { id: place.whole, name: "Whole", venueSections: [place.stalls, place.balcony], version: 1 },
          { id: place.stallsOnly, name: "Stalls only", venueSections: [place.stalls], version: 1 },
        ],
      },
    ],
  });
});

test("searches name and town, sorts either way, and pages", async () => {
  assert.deepEqual((await venues("q=PLAY%20nel")).names, ["The Playhouse"]);
  assert.deepEqual((await venues("q=otepoti")).names, ["éclair"]);
  assert.deepEqual((await venues("q=%25")).names, []);
  assert.deepEqual((await venues("sort=-name")).names, ["The Playhouse", "éclair"]);
  const second = await venues("page=2&pageSize=1");
  assert.deepEqual([second.names, second.total], [["The Playhouse"], "2"]);
  assert.equal((await promoter("GET", `/account/${accountId}/venueSummaries?sort=date`)).status, 400);
});

test("says truncated when there are more than 1,000 and no page is named", async () => {
  assert.equal("truncated" in (await venues()).body, false);
  await db.query(
    `INSERT INTO venue (account_id, name, time_zone) SELECT $1, 'Hall ' || n, 'UTC' FROM generate_series(1, 1000) AS n`,
    [accountId],
  );
  const { body, names, total } = await venues();
  assert.deepEqual([names.length, total, body.truncated], [1000, "1002", true]);
  assert.equal("truncated" in (await venues("pageSize=200")).body, false);
  const refs = Object((await promoter("GET", `/account/${accountId}/venues`)).body);
  assert.deepEqual([refs.refs.length, refs.truncated], [1000, true]);
});
