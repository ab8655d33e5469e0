import assert from "node:assert/strict";
import test from "node:test";
import { forgetOrderLinks } from "#src/reservations/use-cases/forget-order-links.ts";
import { RENDERER } from "#test/notifications/message-stage.ts";
import { testRuntime } from "#test/runtime.ts";
import { at, BUYER, CARD, openShop } from "#test/test-app.ts";

const { db, shop, reserved, close } = await openShop();
test.after(close);

const LINK = "https://tickets.example/en/sales/eyJhbGciOiJkaXIifQ..the-secret-of-an-order";

/** Returns the tables of every schema with a row that has this text in any column. */
async function tablesWith(text: string): Promise<readonly string[]> {
  const tables = await db.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db.query(`SELECT FROM ${name} AS one WHERE strpos(one::text, $1) > 0 LIMIT 1`, [text]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test("P26: the link that opens an order is nowhere in the database after a purchase with mail", async () => {
  const { key, cart } = await reserved(1);
  const details = { ...BUYER, orderLink: LINK, messages: RENDERER };
  assert.equal(at(await shop("POST", `/cart/${cart}/lock`, details), "successful"), true);
  const paid = await shop("POST", `/cart/${cart}/payment`, { amount: 47.5, creditCard: CARD });
  assert.equal(at(paid, "successful"), true, JSON.stringify(paid.body));
  assert.equal(at(await shop("PUT", `/order/${key}/data`, { PHONE: "021", orderLink: LINK }), "successful"), true);

  assert.deepEqual(await tablesWith("the-secret-of-an-order"), []);
  // The control: the same search finds what is there.
  assert.deepEqual(await tablesWith(RENDERER.address), ["public.sale", "public.message"]);
});

test("P26: links that earlier releases kept are removed, and nothing else of the buyer", async () => {
  const keys = [await reserved(1), await reserved(1), await reserved(1)].map(({ key }) => key);
  const keep = (key: string) =>
    db.query(
      "UPDATE sale SET buyer = buyer || jsonb_build_object('orderLink', $2::text, 'LAST_NAME', 'Lovelace') WHERE key = $1",
      [key, LINK],
    );
  for (const key of keys) await keep(key);
  assert.deepEqual(await tablesWith("the-secret-of-an-order"), ["public.sale"]);

  const runtime = testRuntime(db);
  await forgetOrderLinks(runtime);
  assert.deepEqual(await tablesWith("the-secret-of-an-order"), []);
  const buyers = await db.query("SELECT buyer FROM sale WHERE key = ANY ($1::text[])", [keys]);
  assert.deepEqual(
    buyers,
    keys.map(() => ({ buyer: { LAST_NAME: "Lovelace" } })),
  );
});

test("an old service that still runs may keep a link after the walk: the next day's walk removes it", async () => {
  let nowMs = 1;
  const runtime = testRuntime(db, { steadyClock: { elapsedMs: () => nowMs, pause: () => Promise.resolve() } });
  await forgetOrderLinks(runtime);
  const { key } = await reserved(1);
  await db.query("UPDATE sale SET buyer = jsonb_build_object('orderLink', $2::text) WHERE key = $1", [key, LINK]);
  await forgetOrderLinks(runtime);
  assert.deepEqual(await tablesWith("the-secret-of-an-order"), ["public.sale"], "it rests for a day");
  nowMs += 24 * 60 * 60 * 1000;
  await forgetOrderLinks(runtime);
  assert.deepEqual(await tablesWith("the-secret-of-an-order"), []);
});
