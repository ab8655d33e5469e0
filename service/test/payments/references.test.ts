import assert from "node:assert/strict";
import test from "node:test";
import { newReference } from "#src/payments/outside/new-reference.ts";
import { answerType, buying } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { putOnSale } from "#test/on-sale.ts";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";
import { testWorld } from "#test/world.ts";

const FORM = /^[2-9B-DF-HJ-NP-TV-XZ]{6}$/;

test("a reference has six characters, none of which is a vowel or is taken for another", () => {
  for (let time = 0; time < 500; time += 1) assert.match(newReference(), FORM);
});

test("all sales of a payment have one reference, in the cart and on each receipt, and none before it", async () => {
  const { shop, putOn, reserve, close } = await openShop();
  try {
    const first = await reserve(shop, await putOn());
    const cart = String(at(first, "multiSaleKey"));
    const second = await reserve(shop, await putOn(), 1, { multiOrderKey: cart });
    const keys = [first, second].map((one) => String(at(one, "key")));
    assert.equal(at(await shop("GET", `/payment/${keys[0]}`), "reference"), null);
    await shop("POST", `/cart/${cart}/lock`, BUYER);
    await shop("POST", `/cart/${cart}/payment`, { amount: 142.5, creditCard: CARD });

    const receipts = await Promise.all(keys.map((key) => shop("GET", `/payment/${key}`)));
    const [reference, other] = receipts.map((receipt) => at(receipt, "reference"));
    assert.match(String(reference), FORM);
    assert.equal(other, reference);
    const read = await shop("GET", `/cart/${cart}`);
    assert.deepEqual([at(read, "sales", 0, "reference"), at(read, "sales", 1, "reference")], [reference, reference]);
  } finally {
    await close();
  }
});

test("a reference that the account has used is drawn again, and another account may use it", async () => {
  const { db, drop } = await testDatabase();
  try {
    const drawn = ["222222", "222222", "222222", "333333", "222222"];
    const world = testWorld(db, { newReference: () => drawn.shift() ?? newReference() });
    const onSale = await putOnSale(db);
    for (const buyer of [buying(world, onSale), buying(world, onSale), buying(world, await putOnSale(db))]) {
      const { cartKey } = await buyer.holdLocked([1]);
      assert.equal(answerType(await buyer.pay(cartKey, "47.50")), "SUCCESS");
    }
    const rows = await db.query<{ reference: string }>(`SELECT reference FROM sale ORDER BY created_at`);
    assert.deepEqual(
      rows.map(({ reference }) => reference),
      ["222222", "333333", "222222"],
    );
    assert.deepEqual(drawn, []);
  } finally {
    await drop();
  }
});
