import assert from "node:assert/strict";
import test from "node:test";
import { createApp } from "#src/app.ts";
import { LIMITS } from "#src/platform/runtime.ts";
import { testRuntime } from "#test/runtime.ts";
import { asking, at, CARD, openShop } from "#test/test-app.ts";

const { db, shop, promoter, putOn, reserve, close } = await openShop();
test.after(close);

const MOST = LIMITS.unpaidMailsPerMailbox.tries;
const MESSAGES = { address: "https://tickets.example/api/messages", token: "sealed" };
const FREE = { price: 0, fee: 0 };
/** A free event with places for many orders. */
async function freeEvent() {
  const on = await putOn(FREE);
  await promoter("PUT", `/event/${on.event}`, {
    refundPolicy: { untilHoursBefore: 1, percentage: 100, keepsFee: false },
  });
  return on;
}
let free = await freeEvent();
test.beforeEach(async () => {
  free = await freeEvent();
});

/** Orders a ticket with this address. Returns its keys, and the answer of its order page's call. */
async function order(EMAIL: string, { on = free, ask = shop } = {}) {
  const reserved = await reserve(ask, on, 1);
  const [cart, key] = [String(at(reserved, "multiSaleKey")), String(at(reserved, "key"))];
  await ask("POST", `/cart/${cart}/lock`, { FIRST_NAME: "Ada", LAST_NAME: "Lovelace", EMAIL, messages: MESSAGES });
  const due = Number(at(await ask("GET", `/cart/${cart}`), "total", "amount"));
  const body = due === 0 ? { amount: 0 } : { amount: due, creditCard: CARD };
  const answered = await ask("POST", `/cart/${cart}/payment`, body);
  assert.equal(at(answered, "type"), "SUCCESS", JSON.stringify(answered.body));
  return { cart, key };
}

const receipt = (key: string) => shop("GET", `/payment/${key}`);
const mailHeld = async (key: string) => at(await receipt(key), "mailHeld");
const resend = (key: string) => shop("GET", `/order/${key}/sendEmail`);
const sendToGuest = async (key: string, email: string) => {
  const admission = at(await receipt(key), "admissions", 0, "id");
  return shop("POST", `/admission/${admission}/sendEmail`, { email }, { "Sale-Key": key });
};
const outcomeOf = (answered: Awaited<ReturnType<typeof shop>>) =>
  at(answered, "errors", 0, "code") ?? at(answered, "successful");
const mailsTo = async (like: string) =>
  (await db.query("SELECT FROM message WHERE recipient ILIKE $1 AND state <> 'CANCELLED'", [like])).length;
const settleAll = () => db.query("UPDATE message SET state = 'SENT', settled_at = now() WHERE state = 'QUEUED'");
const nextDay = () => db.query("UPDATE payment_try SET ends_at = now()");

test("P33: free orders send one mailbox a few messages a day, whatever its spelling; the order says so and sends them later", async () => {
  const spellings = ["victim@example.com", "Victim@Example.com", "victim+1@example.com", "VICTIM+x+y@EXAMPLE.COM"];
  const orders = [];
  for (let nth = 0; nth < 12; nth += 1) orders.push(await order(spellings[nth % spellings.length] ?? ""));
  assert.equal(await mailsTo("victim%"), MOST);
  const held = await Promise.all(orders.map(({ key }) => mailHeld(key)));
  assert.deepEqual(held, [...Array(MOST).fill(undefined), ...Array(12 - MOST).fill(true)]);

  const last = orders.at(-1)?.key ?? "";
  assert.equal(outcomeOf(await resend(last)), "TOO_MANY_REQUESTS");
  assert.equal(await mailsTo("victim%"), MOST);
  const kept = await db.query(`SELECT FROM payment_try WHERE name ILIKE '%victim%'`);
  assert.equal(kept.length, 0, "the count is kept by a hash of the address");
  await nextDay();
  assert.equal(outcomeOf(await resend(last)), true);
  assert.deepEqual([await mailsTo("victim%"), await mailHeld(last)], [MOST + 1, undefined]);
});

test("sending again, guests, corrected addresses and returned tickets count for the same mailbox", async () => {
  const stranger = "stranger@example.com";
  const { key } = await order("own@example.com");
  await settleAll();
  assert.equal(outcomeOf(await sendToGuest(key, stranger)), true);
  const corrected = await order("typo@example.com");
  assert.equal(outcomeOf(await shop("PUT", `/order/${corrected.key}/data`, { EMAIL: stranger })), true);
  assert.equal(await mailsTo(stranger), 2, "the message that waits goes to the new address");
  await settleAll();
  assert.equal(outcomeOf(await resend(corrected.key)), true);
  await settleAll();
  const admissions = [at(await receipt(corrected.key), "admissions", 0, "id")];
  const returned = await shop("POST", `/order/${corrected.key}/refundByBuyer`, { admissions });
  assert.equal(returned.status, 200, JSON.stringify(returned.body));
  assert.equal(await mailsTo(stranger), 4);
  while ((await mailsTo(stranger)) < MOST) await order(stranger);

  const other = await order("own2@example.com");
  assert.equal(outcomeOf(await sendToGuest(other.key, stranger)), "TOO_MANY_REQUESTS");
  const admission = at(await receipt(other.key), "admissions", 0, "id");
  const noted = await db.query("SELECT FROM admission WHERE id = $1 AND sent_to IS NOT NULL", [admission]);
  assert.deepEqual(noted, [], "who got no ticket hears nothing of its date");
  assert.equal(await mailHeld((await order(stranger)).key), true);
  const late = await order("typo2@example.com");
  assert.equal(outcomeOf(await shop("PUT", `/order/${late.key}/data`, { EMAIL: stranger })), true);
  assert.equal(await mailHeld(late.key), true);
  assert.equal(await mailsTo("typo2@example.com"), 0, "the wrong address gets nothing either");
  assert.equal(await mailsTo(stranger), MOST);
});

test("a paid order is never held back, and is not counted", async () => {
  const buyer = "payer@example.com";
  for (let nth = 0; nth < MOST + 2; nth += 1) await order(buyer);
  assert.equal(await mailsTo(buyer), MOST);
  const { key } = await order(buyer, { on: await putOn() });
  assert.deepEqual([await mailsTo(buyer), await mailHeld(key)], [MOST + 1, undefined]);
  await settleAll();
  assert.equal(outcomeOf(await resend(key)), true);
  assert.equal(outcomeOf(await sendToGuest(key, buyer)), true);
  assert.equal(await mailsTo(buyer), MOST + 3);
});

test("the limit holds for orders that are paid at the same time in two processes", async () => {
  const second = createApp(testRuntime(db));
  await Promise.all(
    Array.from({ length: 12 }, (_, nth) =>
      order("crowd@example.com", { ask: nth % 2 === 0 ? shop : asking(second, "shop") }),
    ),
  );
  assert.equal(await mailsTo("crowd@example.com"), MOST);
  await second.close();
});
