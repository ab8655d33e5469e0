import assert from "node:assert/strict";
import test from "node:test";
import { removeOrderLinks } from "#src/reservations/store/order-links.ts";
import { RENDERER } from "#test/notifications/message-stage.ts";
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

test("P26: links that stand beside buyers are removed, and nothing else of the buyer", async () => {
  const keys = [await reserved(1), await reserved(1), await reserved(1)].map(({ key }) => key);
  const [locked, ...others] = keys;
  await db.query(
    "UPDATE sale SET buyer = buyer || jsonb_build_object('orderLink', $2::text, 'LAST_NAME', 'Lovelace') WHERE key = ANY ($1::text[])",
    [keys, LINK],
  );
  const buyers = (sought: readonly (string | undefined)[]) =>
    db.query("SELECT buyer FROM sale WHERE key = ANY ($1::text[])", [sought]);
  const without = { buyer: { LAST_NAME: "Lovelace" } };

  await db.transaction(async (tx) => {
    await tx.query("SELECT FROM sale WHERE key = $1 FOR UPDATE", [locked]);
    await removeOrderLinks(db);
    assert.deepEqual(await buyers(others), [without, without], "it waits for no sale that another transaction has");
  });
  assert.deepEqual(await tablesWith("the-secret-of-an-order"), ["public.sale"]);
  await removeOrderLinks(db);
  assert.deepEqual(await tablesWith("the-secret-of-an-order"), []);
  assert.deepEqual(await buyers(keys), [without, without, without]);
});

test("the clean-up looks at no sale without a link", async () => {
  const plan = await db.transaction(async (tx) => {
    await tx.query("SET LOCAL enable_seqscan = off");
    return tx.query("EXPLAIN SELECT FROM sale WHERE buyer ? 'orderLink' ORDER BY event_id, id LIMIT 1000");
  });
  assert.match(JSON.stringify(plan), /sale_with_order_link/);
});
