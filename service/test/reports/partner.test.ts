import assert from "node:assert/strict";
import test from "node:test";
import { sourceDays } from "#src/reports/store/sources.ts";
import { type Ask, at, make } from "#test/test-app.ts";
import { hour, openSources } from "./source-story.ts";

const { db, accountId, shop, promoter, stranger, putOn, sell, reserveFrom, close } = await openSources();
test.after(close);

type Results = {
  readonly link: { readonly ref: string; readonly ended: string | null };
  readonly total: object;
  readonly days: readonly { readonly day: string }[];
};

const today = hour().slice(0, 10);

const addLink = (body: object) => make(promoter, `/account/${accountId}/links`, { kind: "LINK", ...body });

async function keyOf(link: number, revenue = false): Promise<string> {
  const answered = await promoter("POST", `/link/${link}/partner`, { revenue });
  assert.equal(answered.status, 200, JSON.stringify(answered.body));
  return String(at(answered, "key"));
}

const read = (key: string, ask: Ask = shop) => ask("POST", "/partner", { key });

async function resultsOf(key: string): Promise<Results> {
  const answered = await read(key);
  assert.equal(answered.status, 200, JSON.stringify(answered.body));
  return answered.body as Results;
}

test("a partner reads what the link opened and sold by day, the revenue where it is shown, and no buyer", async () => {
  const on = await putOn();
  const link = await addLink({ name: "Street team" });
  const key = await keyOf(link);
  assert.match(key, /^[A-Z0-9]{26}$/);
  const counts = [{ ref: "street-team", event: on.event, kind: "PAGE", hour: hour(), count: 7 }];
  assert.equal((await shop("POST", "/sources/opened", { counts })).status, 200);
  await sell(on, { ref: "Street-Team", embed: "longlight.example" }, 2);
  const earlier = await sell(on, { ref: "street-team" });
  await db.query("UPDATE sale SET created_at = now() - interval '40 days' WHERE key = $1", [earlier]);
  const tooOld = await sell(on, { ref: "street-team" });
  await db.query("UPDATE sale SET created_at = now() - interval '91 days' WHERE key = $1", [tooOld]);
  await reserveFrom(on, { ref: "street-team" });
  await sell(on, { ref: "other" });
  await sell(on, { ref: "street-team" }, 1, promoter);

  const [, past] = (await resultsOf(key)).days;
  assert.deepEqual((await read(key)).body, {
    account: { id: accountId, name: "The harbour account", link: `/v2/account/${accountId}` },
    link: { name: "Street team", ref: "street-team", kind: "LINK", ended: null },
    currency: "NZD",
    total: { opened: 7, orders: 2, tickets: 3 },
    days: [
      { day: today, opened: 7, orders: 1, tickets: 2 },
      { day: past?.day, opened: 0, orders: 1, tickets: 1 },
    ],
  });
  const withRevenue = await resultsOf(await keyOf(link, true));
  assert.deepEqual(withRevenue.total, { opened: 7, orders: 2, tickets: 3, revenue: 135 });
  assert.deepEqual(withRevenue.days[0], { day: today, opened: 7, orders: 1, tickets: 2, revenue: 90 });
  assert.doesNotMatch(JSON.stringify(withRevenue), /ada|lovelace/i);
});

test("a second key ends the first, and a removed one is gone; an ended link keeps its results", async () => {
  const link = await addLink({ name: "Radio" });
  const first = await keyOf(link);
  const second = await keyOf(link, true);
  assert.equal((await read(first)).status, 404);
  assert.equal((await resultsOf(second)).link.ref, "radio");
  assert.partialDeepStrictEqual(at(await promoter("GET", `/link/${link}`), "partner"), { revenue: true });

  await promoter("PUT", `/link/${link}`, { ended: true });
  assert.ok(Date.parse(String((await resultsOf(second)).link.ended)) <= Date.now());

  assert.equal((await promoter("DELETE", `/link/${link}/partner`)).status, 200);
  assert.equal((await read(second)).status, 404);
  assert.equal(at(await promoter("GET", `/link/${link}`), "partner"), null);
  assert.equal((await promoter("DELETE", `/link/${link}/partner`)).status, 200, "again");
});

test("a key opens nothing in another account, and the database has only its digest", async () => {
  const key = await keyOf(await addLink({ name: "Ours" }));
  assert.equal((await read(key, stranger)).status, 404);
  assert.equal((await resultsOf(key)).link.ref, "ours", "the control");
  for (const other of ["", key.toLowerCase(), key.slice(1)]) assert.equal((await read(other)).status, 404, other);
  const rows = await db.query("SELECT to_jsonb(link) AS row FROM link");
  assert.equal(JSON.stringify(rows).includes(key), false);
});

test("the sales of a link among many others are read by an index", async () => {
  const on = await putOn();
  await db.query(
    `INSERT INTO sale (event_id, key, cart_key, account_id, user_id, status, currency, total_minor, created_at, expires_at, modified_at, source)
     SELECT $1, 'S' || lpad(n::text, 9, '0'), 'CART', $2, id, 'CONFIRMED', 'NZD', 0, now(), now(), now(),
            jsonb_build_object('ref', 'other' || n)
       FROM generate_series(1, 5000) AS n, account_user WHERE username = 'shop'`,
    [on.event, accountId],
  );
  await db.query("ANALYZE sale");
  const plans: string[] = [];
  const explaining: typeof db = {
    ...db,
    query: async (text, values) => {
      const rows = await db.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, values);
      plans.push(...rows.map((row) => row["QUERY PLAN"]));
      return [];
    },
  };
  await sourceDays(explaining, accountId, "street-team");
  assert.match(plans.join("\n"), /Scan (using|on) sale_by_ref/);
});
