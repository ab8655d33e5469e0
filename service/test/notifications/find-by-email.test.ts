import assert from "node:assert/strict";
import test from "node:test";
import { deliverMessage } from "#src/notifications/use-cases/deliver-message.ts";
import { findByEmail } from "#src/notifications/use-cases/send-tickets.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { recording } from "#test/fakes.ts";
import { testRuntime } from "#test/runtime.ts";
import { at, CARD, openShop } from "#test/test-app.ts";
import { messageRuntime } from "./message-stage.ts";

const { db, shop, stranger, accountId, putOn, reserve, close } = await openShop();
test.after(close);

const MESSAGES = { address: "https://tickets.example/api/messages", token: "sealed" };
const find = (email: unknown, more: object = {}) =>
  shop("POST", "/order/findByEmail", { email, language: "es", messages: MESSAGES, ...more });

async function paidBy(EMAIL: string, events = 1, price: object = {}): Promise<readonly string[]> {
  let cart: string | undefined;
  const keys: string[] = [];
  for (let nth = 0; nth < events; nth += 1) {
    const reserved = await reserve(shop, await putOn(price), 1, cart === undefined ? {} : { multiOrderKey: cart });
    cart = String(at(reserved, "multiSaleKey"));
    keys.push(String(at(reserved, "key")));
  }
  await shop("POST", `/cart/${cart}/lock`, { FIRST_NAME: "Ada", LAST_NAME: "Lovelace", EMAIL });
  const due = at(await shop("GET", `/cart/${cart}`), "total", "amount");
  await shop("POST", `/cart/${cart}/payment`, { amount: due, ...(due !== 0 && { creditCard: CARD }) });
  return keys;
}

type Row = { readonly id: string; readonly recipient: string; readonly state: string };
const queued = (email: string) =>
  db.query<Row>(
    "SELECT id, recipient, state FROM message WHERE kind = 'FIND_TICKETS' AND lower(recipient) = lower($1)",
    [email],
  );

/** Lets the worker try the messages of this address. Returns the orders that the storefront was asked to render. */
async function deliver(email: string): Promise<readonly unknown[]> {
  const rendered: unknown[] = [];
  const runtime = messageRuntime(
    db,
    { send: async () => ({ result: "sent" }), whyAway: async () => undefined, close: () => {} },
    async (_renderer, { details, language, sales }) => {
      assert.deepEqual([language, sales], ["es", []]);
      rendered.push(details.orders);
      return { result: "rendered", content: { subject: "Orders", text: "Text" } };
    },
  );
  for (const { id } of await queued(email)) await deliverMessage(runtime, id);
  return rendered;
}

test("sends the paid orders of an address, in any case of letters, a list of sales for each payment", async () => {
  const [one, two] = [await paidBy("Ada@Example.com", 2), await paidBy("ada@example.com")];
  await reserve(shop, await putOn(), 1);
  assert.equal(at(await find("ADA@example.com"), "successful"), true);
  assert.deepEqual(await deliver("ada@example.com"), [[two, one]]);
});

test("does not name orders that are over, unpaid, or of another account", async () => {
  const [past = ""] = await paidBy("past@example.com");
  await db.query(
    `UPDATE event_date SET starts_at = now() - interval '3 days', ends_at = now() - interval '2 days'
      WHERE event_id = (SELECT event_id FROM sale WHERE key = $1)`,
    [past],
  );
  await find("past@example.com");
  assert.deepEqual(await deliver("past@example.com"), []);
  const [own = ""] = await paidBy("other@example.com");
  await stranger("POST", "/order/findByEmail", { email: "other@example.com" });
  await db.query("UPDATE message SET renderer = $1, language = 'es' WHERE account_id <> $2", [
    JSON.stringify(MESSAGES),
    accountId,
  ]);
  assert.deepEqual(await deliver("other@example.com"), []);
  await find("other@example.com");
  assert.deepEqual(await deliver("other@example.com"), [[[own]]]);
});

test("orders that cost nothing are found within the limit of their mailbox, each message counted once; paid ones always", async () => {
  const EMAIL = "free@example.com";
  const [free = ""] = await paidBy(EMAIL, 1, { price: 0, fee: 0 });
  await find(EMAIL);
  assert.deepEqual(await deliver(EMAIL), [[[free]]]);
  await db.query("UPDATE payment_try SET tries = 100 WHERE name LIKE 'mailbox %'");
  await find(EMAIL);
  assert.deepEqual(await deliver(EMAIL), []);
  const [paid = ""] = await paidBy(EMAIL);
  await find(EMAIL);
  assert.deepEqual(await deliver(EMAIL), [[[paid], [free]]]);
});

test("keeps no address without orders: the message is deleted and nothing is sent", async () => {
  await find("unknown@example.com");
  assert.equal((await queued("unknown@example.com")).length, 1);
  assert.deepEqual(await deliver("unknown@example.com"), []);
  assert.equal((await queued("unknown@example.com")).length, 0);
});

test("answers the same for an address with orders and one without, after the same statements, none of which reads sales", async () => {
  await paidBy("known@example.com");
  const [known, unknown] = [await find("known@example.com"), await find("absent@example.com")];
  assert.deepEqual([known.status, known.body], [unknown.status, unknown.body]);
  const seller: Caller = {
    id: 1,
    name: "Shop",
    email: "",
    scanDates: null,
    passwordVersion: 1,
    capabilities: new Set(["PUBLIC"] as const),
    account: { id: accountId, name: "Harbour", currency: "NZD" },
  };
  const statements = async (email: string) => {
    const texts: string[] = [];
    await findByEmail(testRuntime(recording(db, texts)), seller, { email, language: "es", renderer: MESSAGES });
    return texts;
  };
  const made = await statements("known@example.com");
  assert.deepEqual(made, await statements("absent@example.com"));
  assert.ok(made.length > 0 && made.every((text) => !/\bsale\b/.test(text)), made.join("\n"));
});

test("queues at most three messages a day for an address, and answers as before", async () => {
  for (let times = 0; times < 5; times += 1) {
    const answered = await find(times % 2 === 0 ? "often@example.com" : "OFTEN@example.com");
    assert.equal(at(answered, "successful"), true);
  }
  assert.equal((await queued("often@example.com")).length, 3);
  const [row] = await db.query<{ tries: number }>(
    "SELECT count(*) AS tries FROM payment_try WHERE name LIKE '%often%'",
  );
  assert.equal(row?.tries, 0, "the count is kept by a hash of the address");
});

test("refuses two addresses, and a storefront that is not allowed", async () => {
  const two = await find("a@b.example, c@d.example");
  assert.deepEqual([two.status, at(two, "errors", 0, "path")], [400, "email"]);
  const refused = await find("ada@example.com", { messages: { ...MESSAGES, address: "https://attacker.example/" } });
  assert.deepEqual([refused.status, at(refused, "errors", 0, "path")], [400, "messages.address"]);
});
