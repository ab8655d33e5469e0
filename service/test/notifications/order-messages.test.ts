import assert from "node:assert/strict";
import test from "node:test";
import { expireReservations } from "#src/reservations/use-cases/release.ts";
import { testRuntime } from "#test/runtime.ts";
import { at, CARD, make, openShop } from "#test/test-app.ts";

const { db, shop, processor, promoter, putOn, reserve, close } = await openShop();
test.after(close);

const ADA = { FIRST_NAME: "Ada", LAST_NAME: "Lovelace", EMAIL: "ada@example.com", LANGUAGE: "fr" };

type Message = {
  readonly kind: string;
  readonly key: string;
  readonly recipient: string;
  readonly language: string;
  readonly state: string;
  readonly sale_keys: readonly string[];
};

const messagesAbout = (key: string): Promise<readonly Message[]> =>
  db.query<Message>(
    "SELECT kind, key, recipient, language, state, sale_keys FROM message WHERE $1 = ANY (sale_keys) ORDER BY created_at",
    [key],
  );
const kindsAbout = async (key: string) => (await messagesAbout(key)).map(({ kind }) => kind);
const resend = (key: string) => shop("GET", `/order/${key}/sendEmail`);
const settleAll = () => db.query("UPDATE message SET state = 'SENT', settled_at = now() WHERE state = 'QUEUED'");
const codeOf = (answered: Awaited<ReturnType<typeof shop>>) => at(answered, "errors", 0, "code");

/** Pays for tickets of these events in one cart, and returns the keys of the sales. */
async function paid(
  events: readonly { event: number; type: number }[],
  quantity = 1,
  buyer: object = ADA,
  sameCart?: string,
) {
  let cart = sameCart;
  const keys: string[] = [];
  for (const on of events) {
    const reserved = await reserve(shop, on, quantity, cart === undefined ? {} : { multiOrderKey: cart });
    cart = String(at(reserved, "multiSaleKey"));
    keys.push(String(at(reserved, "key")));
  }
  await shop("POST", `/cart/${cart}/lock`, buyer);
  const due = at(await shop("GET", `/cart/${cart}`), "total", "amount");
  const answered = await shop("POST", `/cart/${cart}/payment`, { amount: due, creditCard: CARD });
  assert.equal(at(answered, "type"), "SUCCESS", JSON.stringify(answered.body));
  return { cart: String(cart), keys };
}

/** Puts an event on sale that asks each guest a required question. */
async function putOnWithQuestion() {
  const on = await putOn();
  const more = { name: "Diet", label: "Diet?", inputType: "TEXT", askedOf: "GUEST", metadata: { required: true } };
  await make(promoter, "/additionalField", { event: on.event, ...more });
  return on;
}

const admissionsOf = async (key: string) =>
  (at(await shop("GET", `/payment/${key}`), "admissions") as readonly { id: number }[]).map(({ id }) => id);
const answerGuest = (key: string, id: number) =>
  shop("PUT", `/admission/${id}/data`, { Diet: "Any" }, { "sale-key": key });

const MANY = 3;

/** Reserves a ticket, and enters a buyer with this address. */
async function lockFor(on: Parameters<typeof reserve>[1], EMAIL: string) {
  const reserved = await reserve(shop, on, 1);
  const order = { cart: String(at(reserved, "multiSaleKey")), key: String(at(reserved, "key")) };
  assert.equal((await shop("POST", `/cart/${order.cart}/lock`, { ...ADA, EMAIL })).status, 200);
  return order;
}

const pay = ({ cart }: { readonly cart: string }) =>
  shop("POST", `/cart/${cart}/payment`, { amount: 47.5, creditCard: CARD });
const recipients = async () => {
  const rows = await db.query<{ recipient: string }>("SELECT recipient FROM message ORDER BY recipient");
  return rows.map(({ recipient }) => recipient);
};

test("P33: abandoned, declined, unlocked and expired purchases mail nobody, and each paid one mails its buyer once", async () => {
  for (let nth = 0; nth < MANY; nth += 1) {
    const on = await putOn();
    const declined = await lockFor(on, `declined${nth}@example.com`);
    processor.script("authorise", { state: "declined", id: `declined ${nth}`, code: "insufficient_funds" });
    assert.equal(at(await pay(declined), "type"), "REFUSED");

    await lockFor(on, `abandoned${nth}@example.com`);
    const unlocked = await lockFor(on, `unlocked${nth}@example.com`);
    await shop("POST", `/cart/${unlocked.cart}/unlock`);

    const expired = await lockFor(on, `expired${nth}@example.com`);
    await db.query("UPDATE sale SET expires_at = now() - interval '11 minutes' WHERE key = $1", [expired.key]);
  }
  await expireReservations(testRuntime(db));
  assert.deepEqual(await recipients(), []);

  // The control: the same cart after a declined card, and another one, are paid.
  const on = await putOn();
  const second = await lockFor(on, "second-card@example.com");
  processor.script("authorise", { state: "declined", id: "first card", code: "insufficient_funds" });
  await pay(second);
  assert.deepEqual(await recipients(), []);
  for (const order of [second, await lockFor(on, "paid@example.com")])
    assert.equal(at(await pay(order), "type"), "SUCCESS");
  assert.deepEqual(await recipients(), ["paid@example.com", "second-card@example.com"]);
});

test("queues one message for a payment, to the buyer, in the buyer's language, about all of its sales", async () => {
  const { keys } = await paid([await putOn(), await putOn()]);
  const [message, ...more] = await messagesAbout(keys[0] ?? "");
  assert.equal(more.length, 0);
  assert.deepEqual([message?.kind, message?.recipient, message?.language], ["TICKETS", "ada@example.com", "fr"]);
  assert.deepEqual(message?.sale_keys.toSorted(), keys.toSorted());
});

test("inserts the job in the transaction of the payment, and none with a payment that is rolled back", async () => {
  const { keys } = await paid([await putOn()]);
  const jobsOf = (key: string) =>
    db.query(
      `SELECT FROM pgboss.job JOIN message ON message.id::text = data ->> 'message' WHERE $1 = ANY (sale_keys)`,
      [key],
    );
  assert.equal((await jobsOf(keys[0] ?? "")).length, 1);
  const insert = db.transaction(async (tx) => {
    await tx.query(
      `INSERT INTO message (account_id, kind, key, recipient, language, sale_keys)
       SELECT account_id, 'TICKETS', 'rolled back', 'a@b.example', 'en', '{ROLLEDBACK}' FROM message LIMIT 1`,
    );
    throw new Error("rolled back");
  });
  await assert.rejects(insert, /rolled back/);
  const jobs = await db.query("SELECT FROM pgboss.job WHERE data ->> 'message' NOT IN (SELECT id::text FROM message)");
  assert.equal(jobs.length, 0);
  assert.equal((await db.query("SELECT FROM message WHERE key = 'rolled back'")).length, 0);
});

test("asks for guest details in place of tickets, and queues the tickets with the last answer, once", async () => {
  const on = await putOnWithQuestion();
  const { keys } = await paid([on], 2);
  const [key = ""] = keys;
  assert.deepEqual(await kindsAbout(key), ["GUEST_DETAILS_WANTED"]);
  const refused = await resend(key);
  assert.deepEqual([at(refused, "successful"), codeOf(refused)], [false, "REQUIRED"]);
  const [first = 0, second = 0] = await admissionsOf(key);
  await answerGuest(key, first);
  assert.deepEqual(await kindsAbout(key), ["GUEST_DETAILS_WANTED"]);
  assert.equal(at(await resend(key), "successful"), true, "one ticket is ready");
  await settleAll();
  await answerGuest(key, second);
  await answerGuest(key, second);
  assert.deepEqual(await kindsAbout(key), ["GUEST_DETAILS_WANTED", "TICKETS", "TICKETS"]);
});

test("queues the tickets once when the last two answers arrive together", async () => {
  const on = await putOnWithQuestion();
  const { keys } = await paid([on], 8);
  const [key = ""] = keys;
  await Promise.all((await admissionsOf(key)).map((id) => answerGuest(key, id)));
  assert.deepEqual(await kindsAbout(key), ["GUEST_DETAILS_WANTED", "TICKETS"]);
});

test("queues the tickets of each payment of a cart after its last answer", async () => {
  const first = await paid([await putOnWithQuestion()]);
  const second = await paid([await putOnWithQuestion()], 1, ADA, first.cart);
  assert.equal(second.cart, first.cart);
  for (const [key = ""] of [first.keys, second.keys]) {
    for (const id of await admissionsOf(key)) await answerGuest(key, id);
    assert.deepEqual(await kindsAbout(key), ["GUEST_DETAILS_WANTED", "TICKETS"]);
  }
});

test("sends the tickets again for all sales of the cart, at most five times an hour, and adds nothing while one waits", async () => {
  const { keys, cart } = await paid([await putOn(), await putOn()]);
  const [key = ""] = keys;
  assert.equal(at(await resend(key), "successful"), true);
  assert.deepEqual(await kindsAbout(key), ["TICKETS"], "the first one still waits");
  for (let times = 0; times < 5; times += 1) {
    await settleAll();
    assert.equal(at(await resend(keys[times % 2] ?? ""), "successful"), true, `${times}`);
  }
  await settleAll();
  const refused = await resend(key);
  assert.deepEqual([at(refused, "successful"), codeOf(refused)], [false, "TOO_MANY_REQUESTS"]);
  assert.match(String(at(refused, "messages", 0)), /Try again in \d+ minutes/);
  const messages = await messagesAbout(keys[1] ?? "");
  assert.equal(messages.length, 6);
  await db.query("UPDATE payment_try SET ends_at = now() WHERE name = $1", [`resend ${cart}`]);
  assert.equal(at(await resend(key), "successful"), true);
});

test("says what blocks sending again: no such sale, not paid, no address", async () => {
  const reserved = await reserve(shop, await putOn(), 1);
  const unpaid = await resend(String(at(reserved, "key")));
  assert.deepEqual([unpaid.status, codeOf(unpaid)], [200, "WRONG_STATE"]);
  assert.equal((await resend("NOSUCHSALE")).status, 404);
  const { keys } = await paid([await putOn()]);
  await db.query("UPDATE sale SET buyer = buyer - 'EMAIL' WHERE key = $1", [keys[0]]);
  assert.equal(codeOf(await resend(keys[0] ?? "")), "REQUIRED");
});

test("a corrected address gets what was not sent yet, and the wrong one gets nothing more", async () => {
  const { keys } = await paid([await putOn()], 1, { ...ADA, EMAIL: "adda@example.com" });
  const [key = ""] = keys;
  assert.equal(at(await shop("PUT", `/order/${key}/data`, { EMAIL: "ada@example.com" }), "successful"), true);
  assert.deepEqual(
    (await messagesAbout(key)).map(({ recipient }) => recipient),
    ["ada@example.com"],
  );
  await settleAll();
  await resend(key);
  assert.deepEqual(
    (await messagesAbout(key)).map(({ recipient }) => recipient),
    ["ada@example.com", "ada@example.com"],
  );
});
