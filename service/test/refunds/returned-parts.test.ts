import assert from "node:assert/strict";
import test from "node:test";
import { followRefunds } from "#src/payments/use-cases/settle-refunds.ts";
import { lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import { answerType } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { makeVoucher, voucherAnswer, voucherFaults } from "#test/payments/voucher-story.ts";
import { at, BUYER, CARD, make, openShop } from "#test/test-app.ts";
import { gist, makeRefundsDue, refundFaults, refundStage, ticketsOf } from "./refund-story.ts";

const { db, drop } = await testDatabase();
test.after(drop);
test.afterEach(async () => assert.deepEqual([...(await refundFaults(db)), ...(await voucherFaults(db))], []));

test("the card gets its part back first, and the voucher the rest, in any number of refunds", async () => {
  const on = await refundStage(db);
  const { code, balance } = await makeVoucher(on, 6000);
  const { key, cartKey } = await on.holdLocked([3]);
  assert.equal(voucherAnswer(await on.pay(cartKey, "142.50", { voucher: { code } })), "SUCCESS");
  const ids = (await ticketsOf(db, key)).map(({ id }) => id);
  assert.equal(await balance(), 0);
  for (const [place, left] of [0, 1250, 6000].entries()) {
    assert.equal(gist(await on.refund(key, { admissionIds: [ids[place] ?? 0] })), "REFUNDED 4750");
    assert.equal(await balance(), left);
  }
  assert.deepEqual(on.processor.ledger.slice(2), ["refundPart 47.50", "refundPart 35.00"]);
});

test("the voucher's part comes back only when the processor has refunded the card's", async () => {
  const on = await refundStage(db);
  const { code, balance } = await makeVoucher(on, 2000);
  const { key, cartKey } = await on.holdLocked([1]);
  await on.pay(cartKey, "47.50", { voucher: { code } });
  on.processor.script("refundPart", "refused", "not_known");
  assert.equal(gist(await on.refund(key)), "REFUSED 4750");
  assert.equal(await balance(), 0);
  assert.equal(gist(await on.refund(key)), "STARTED 4750");
  assert.equal(await balance(), 0);
  await makeRefundsDue(db);
  await followRefunds(on.runtime);
  assert.equal(await balance(), 2000);
});

test("a sale that a voucher paid alone is refunded without the processor", async () => {
  const on = await refundStage(db);
  const { code, balance } = await makeVoucher(on, 9000);
  const { key, cartKey } = await on.holdLocked([1]);
  assert.equal(voucherAnswer(await on.pay(cartKey, "47.50", { voucher: { code } })), "SUCCESS");
  assert.equal(gist(await on.refund(key, { share: { fee: "kept", percentage: 100 } })), "REFUNDED 4500");
  assert.equal(await balance(), 8750);
  assert.deepEqual(on.processor.ledger, []);
});

test("many sales of one cart never get more back than the cart's methods paid", async () => {
  const on = await refundStage(db);
  const { code, balance } = await makeVoucher(on, 7000);
  const first = await on.reserve([1]);
  const second = await on.reserve([1], { cartKey: first.cartKey });
  await lockCart(on.runtime, on.caller, { cartKey: first.cartKey }, BUYER);
  assert.equal(answerType(await on.pay(first.cartKey, "95.00", { voucher: { code } })), "SUCCESS");
  const outcomes = await Promise.all([on.refund(first.key), on.refund(second.key), on.refund(first.key)]);
  assert.deepEqual(outcomes.map(gist).toSorted(), ["REFUNDED 4750", "REFUNDED 4750", "returned_already"]);
  assert.equal(await balance(), 7000);
  const cards = on.processor.ledger.filter((entry) => entry.startsWith("refundPart"));
  assert.deepEqual(cards, ["refundPart 25.00"]);
});

test("a code's use comes back once, when every ticket that it was paid with has come back", async () => {
  const house = await openShop();
  const { shop, promoter, putOn, reserve } = house;
  try {
    const on = await putOn();
    const discount = await make(promoter, "/discount", {
      name: "Ours",
      kind: "PER_TICKET",
      percentage: 10,
      events: [on.event],
      codeRequired: true,
    });
    await promoter("PUT", `/discount/${discount}/enable/true`);
    const code = await make(promoter, "/code", { text: "ONCE", kind: "DISCOUNT", discount, maximumUses: 1 });
    const uses = async () => Number((await house.db.query(`SELECT uses FROM code WHERE id = $1`, [code]))[0]?.uses);
    const buy = async (cart?: string) => {
      const answered = await reserve(shop, on, 2, { bookingCode: "ONCE", ...(cart && { multiOrderKey: cart }) });
      assert.equal(at(answered, "successful"), true, JSON.stringify(answered.body));
      const multiSaleKey = String(at(answered, "multiSaleKey"));
      await shop("POST", `/cart/${multiSaleKey}/lock`, BUYER);
      const amount = at(await shop("GET", `/cart/${multiSaleKey}`), "total", "amount");
      const paid = await shop("POST", `/cart/${multiSaleKey}/payment`, { amount, creditCard: CARD });
      assert.equal(at(paid, "type"), "SUCCESS", JSON.stringify(paid.body));
      return { amount, cart: multiSaleKey, key: String(at(answered, "key")) };
    };
    const first = await buy();
    assert.deepEqual([first.amount, await uses()], [85.5, 1]);
    const receipt = await shop("GET", `/payment/${first.key}`);
    const [one, two] = [0, 1].map((place) => at(receipt, "admissions", place, "id"));
    const refunded = await promoter("POST", `/admission/${one}/refund`, { fee: "returned" });
    assert.equal(at(refunded, "refund", "amount", "amount"), 42.75);
    assert.equal(await uses(), 1);
    // Another purchase in the same cart pays without the code, whose use belongs to the first.
    const second = await buy(first.cart);
    assert.deepEqual([second.amount, await uses()], [95, 1]);
    await promoter("POST", `/admission/${two}/refund`, { fee: "returned" });
    assert.equal(await uses(), 0);
    await promoter("POST", `/order/${second.key}/refund`, { fee: "returned" });
    assert.equal(await uses(), 0);
    const third = await buy();
    assert.deepEqual([third.amount, await uses()], [85.5, 1]);
    await promoter("POST", `/order/${third.key}/refund`, { fee: "kept" });
    assert.equal(await uses(), 0);
    assert.deepEqual(await refundFaults(house.db), []);
  } finally {
    await house.close();
  }
});

test("a pack's tickets of one type share its price: each gives back what it shows, and all of them what was paid", async () => {
  const house = await openShop();
  const { shop, promoter, putOn, place } = house;
  try {
    const { event, date, type } = await putOn();
    const child = { name: "Child", eventDate: date, venueSection: place.stalls, price: 20, fee: 0.55 };
    const other = await make(promoter, "/ticketType", child);
    const pack = { name: "Three", quantity: 3, discountType: "PACK_PRICE", discountAmount: 100, events: [event] };
    const multipack = await make(promoter, "/multipack", pack);
    await promoter("PUT", `/multipack/${multipack}/enable/true`);
    for (const quantities of [
      [3, 0],
      [4, 0],
      [4, 1],
    ]) {
      const tickets = [type, other].map((ticketType, nth) => ({ ticketType, quantity: quantities[nth] ?? 0 }));
      const wanted = tickets.filter(({ quantity }) => quantity > 0);
      const reserved = await shop("POST", "/reservation/", { event, tickets: wanted });
      const [cart, key] = [at(reserved, "multiSaleKey"), String(at(reserved, "key"))];
      await shop("POST", `/cart/${cart}/lock`, BUYER);
      const amount = Number(at(await shop("GET", `/cart/${cart}`), "total", "amount"));
      assert.ok(amount < (quantities[0] ?? 0) * 47.5 + (quantities[1] ?? 0) * 20.55, "the pack saves");
      const paid = await shop("POST", `/cart/${cart}/payment`, { amount, creditCard: CARD });
      assert.equal(at(paid, "type"), "SUCCESS", JSON.stringify(paid.body));
      const rows = await ticketsOf(house.db, key);
      const shares = rows.slice(0, quantities[0]).map((one) => one.paid);
      assert.ok(Math.max(...shares) - Math.min(...shares) <= 1, shares.join());
      let back = 0;
      for (const { id, paid: share } of rows.toReversed()) {
        const answered = await promoter("POST", `/admission/${id}/refund`, { fee: "returned" });
        const minor = Math.round(Number(at(answered, "refund", "amount", "amount")) * 100);
        assert.equal(minor, share);
        back += minor;
        const kept = (await ticketsOf(house.db, key)).map((one) => one.paid);
        assert.deepEqual(
          kept,
          rows.map((one) => one.paid),
          "what is kept keeps its worth",
        );
      }
      assert.equal(back, Math.round(amount * 100));
    }
    assert.deepEqual(await refundFaults(house.db), []);
  } finally {
    await house.close();
  }
});
