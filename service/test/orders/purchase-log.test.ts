import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import test from "node:test";
import { findPurchases } from "#setup/purchase-timeline.ts";
import type { MailServer } from "#src/notifications/domain/message.ts";
import { deliverMessage } from "#src/notifications/use-cases/deliver-message.ts";
import { settlePayments } from "#src/payments/use-cases/pay.ts";
import { jsonLog } from "#src/platform/outside/json-log.ts";
import { makeDue } from "#test/buying.ts";
import { messageRuntime, RENDERER } from "#test/notifications/message-stage.ts";
import { testRuntime } from "#test/runtime.ts";
import { at, BUYER, CARD, openShop } from "#test/test-app.ts";

type Line = { readonly event: string; readonly [field: string]: unknown };

const printed: string[] = [];
const logOf = (program: string) => jsonLog(program, "info", { write: (line) => void printed.push(line) });
const { db, shop, promoter, processor, reserved, close } = await openShop({ log: logOf("service") });
test.after(close);

const MAIL: MailServer = { send: async () => ({ result: "sent" }), whyAway: async () => undefined, close: () => {} };
const worker = { ...messageRuntime(db, MAIL), log: logOf("worker") };
const EVENTS = /reserved|paid|payment|charged|message|refund/;

/** Returns the lines about purchases that were written since the last call, without their times. */
function lines(): readonly Line[] {
  const all = printed.splice(0).map((text): Line & { at?: string } => JSON.parse(text));
  return all.filter(({ event }) => EVENTS.test(event)).map(({ at: _at, level: _level, ...line }) => line);
}

type BuyerDetails = Partial<typeof BUYER>;

/** Reserves a ticket and gives the buyer's details, in requests of these ids. */
async function locked(request: string, buyer: BuyerDetails = {}) {
  lines();
  const one = await reserved(1, { "x-request-id": request });
  const answered = await shop("POST", `/cart/${one.cart}/lock`, { ...BUYER, ...buyer, messages: RENDERER });
  assert.equal(at(answered, "successful"), true, JSON.stringify(answered.body));
  return one;
}

async function pay(cart: string, attempt: string, request: string): Promise<string> {
  const headers = { "x-request-id": request, "idempotency-key": attempt };
  const answered = await shop("POST", `/cart/${cart}/payment`, { amount: 47.5, creditCard: CARD }, headers);
  return String(at(answered, "reference"));
}

async function paymentOf(attempt: string): Promise<string> {
  const [row] = await db.query<{ id: string }>("SELECT id FROM payment_attempt WHERE idempotency_key = $1", [attempt]);
  assert.ok(row);
  return row.id;
}

const id = () => randomUUID().replaceAll("-", "");

test("a purchase is one line each: reserved, paid, mailed and refunded, by service and worker", async () => {
  const [reserving, paying, refunding, attempt] = [id(), id(), id(), randomUUID()];
  const { event, cart, key } = await locked(reserving);
  assert.deepEqual(lines(), [
    { program: "service", event: "Tickets were reserved.", request: reserving, eventId: event, tickets: 1 },
  ]);

  const order = await pay(cart, attempt, paying);
  assert.match(order, /^[2-9B-Z]{6}$/);
  const ids = { order, attempt, payment: await paymentOf(attempt) };
  assert.deepEqual(lines(), [
    { program: "service", event: "A purchase was paid.", request: paying, ...ids, state: "PAID", reserved: reserving },
  ]);

  const [mail] = await db.query<{ id: string }>("SELECT id FROM message WHERE sale_keys = ARRAY[$1]", [key]);
  await deliverMessage(worker, String(mail?.id));
  assert.deepEqual(lines(), [
    {
      program: "worker",
      event: "A message was sent.",
      request: paying,
      message: mail?.id,
      kind: "TICKETS",
      order,
      attempt,
    },
  ]);

  const refund = await promoter("POST", `/order/${key}/refund`, { fee: "returned" }, { "x-request-id": refunding });
  assert.equal(refund.status, 200, JSON.stringify(refund.body));
  const [line] = lines();
  const [row] = await db.query<{ id: string }>("SELECT id FROM refund WHERE attempt_id = $1", [ids.payment]);
  const refunded = {
    program: "service",
    event: "A purchase was refunded.",
    request: refunding,
    ...ids,
    state: "REFUNDED",
  };
  assert.deepEqual(line, { ...refunded, refund: row?.id });
});

test("a refused payment is a line with the processor's code, and the next one has a reference of its own", async () => {
  const [reserving, paying, first, second] = [id(), id(), randomUUID(), randomUUID()];
  const { cart } = await locked(reserving);
  processor.script("authorise", { state: "declined", id: "c1", code: "51" });
  const order = await pay(cart, first, paying);
  const ids = { order, attempt: first, payment: await paymentOf(first) };
  const [, refused] = lines();
  assert.deepEqual(refused, {
    program: "service",
    event: "A payment was refused.",
    request: paying,
    ...ids,
    state: "DECLINED",
    code: "51",
    reserved: reserving,
  });
  assert.notEqual(await pay(cart, second, id()), order);
});

test("what the worker settles later is a line of the request that paid", async () => {
  const [paying, attempt] = [id(), randomUUID()];
  const { cart } = await locked(id());
  processor.script("authorise", "not_known");
  await pay(cart, attempt, paying);
  assert.deepEqual(
    lines().map(({ event, attempt }) => [event, attempt]),
    [
      ["Tickets were reserved.", undefined],
      ["It is not known yet whether a card was charged.", attempt],
    ],
  );
  await makeDue(db);
  await settlePayments(testRuntime(db, { processor, log: worker.log }));
  const [settled] = lines();
  assert.deepEqual(
    [settled?.program, settled?.event, settled?.attempt, settled?.request],
    ["worker", "A purchase was paid.", attempt, paying],
  );
});

test("P13: no line of a purchase has a name, an address, a card, a key or the token of a link", async () => {
  printed.length = 0;
  const { cart, key } = await locked(id(), {
    FIRST_NAME: "Zoë",
    LAST_NAME: "Quenneville",
    EMAIL: "zoe@quenneville.example",
  });
  await pay(cart, randomUUID(), id());
  const [mail] = await db.query<{ id: string }>("SELECT id FROM message WHERE sale_keys = ARRAY[$1]", [key]);
  await deliverMessage(worker, String(mail?.id));
  const text = printed.join("");
  assert.match(text, /A message was sent\./);
  assert.doesNotMatch(
    text,
    new RegExp(`${key}|${cart}|Zo|Quenneville|@|4111|Basic|${RENDERER.token}"|api/messages`, "i"),
  );
});

test("the operator's command finds a purchase by its reference, by the address and by any parts of the name", async () => {
  const [reserving, paying, attempt] = [id(), id(), randomUUID()];
  const buyer = { FIRST_NAME: "María-José", LAST_NAME: "O’Brien van der Ñandú", EMAIL: "Maria@Xn--Nand-2pa.example" };
  const { cart, key } = await locked(reserving, buyer);
  const order = await pay(cart, attempt, paying);
  const [mail] = await db.query<{ id: string }>("SELECT id FROM message WHERE sale_keys = ARRAY[$1]", [key]);
  await deliverMessage(worker, String(mail?.id));

  const { timelines } = await findPurchases(db, order);
  const [timeline = ""] = timelines;
  assert.equal(timelines.length, 1);
  for (const line of [
    new RegExp(`^Order ${order} · María-José O’Brien van der Ñandú <`),
    new RegExp(`reserved: 1 × Adult for The Tempest \\(event \\d+\\), until .*\\[request ${reserving}\\]`),
    new RegExp(`payment ${order} of 47\\.50 NZD, CREDIT_CARD \\(attempt ${attempt}, payment .*\\[request ${paying}\\]`),
    / {2}paid$/m,
    new RegExp(`mail TICKETS for .* \\(message ${mail?.id}\\) {2}\\[request ${paying}\\]`),
    /mail TICKETS: sent \(tries: 1\)$/m,
    /now: The Tempest \(event \d+\): CONFIRMED, tickets: 1 CONFIRMED$/m,
    new RegExp(`grep -E '${order}\\|.*${attempt}\\|${reserving}\\|${paying}'$`),
  ])
    assert.match(timeline, line);
  assert.doesNotMatch(timeline, new RegExp(`${key}|${cart}|${RENDERER.token}\\b.*api`));

  for (const sought of [
    order.toLowerCase(),
    ` ${order.slice(0, 3)} ${order.slice(3)} `,
    "maria@xn--nand-2pa.EXAMPLE",
    "nandu maria",
    "JOSÉ  obrien",
    "Van Der Ñan",
    "O'Brien",
  ])
    assert.deepEqual((await findPurchases(db, sought)).timelines.map(orderOf), [order], sought);
  for (const sought of ["Nandu Pedro", "maria@example.com", "BBBBBB", "' | zzz:*", "--"])
    assert.deepEqual((await findPurchases(db, sought)).timelines, [], sought);
});

test("an id that a caller chose is no part of the command unless a shell takes it as it is", async () => {
  const { cart } = await locked(id());
  const order = await pay(cart, "x';touch$IFS/tmp/forged;'", id());
  const { timelines } = await findPurchases(db, order);
  assert.match(timelines[0] ?? "", new RegExp(`grep -E '${order}\\|[\\w|-]+'$`));
});

function orderOf(timeline: string): string | undefined {
  return /^Order (\w{6})/.exec(timeline)?.[1];
}

test("a reservation that was never paid is found too, and says that there is no ticket", async () => {
  const { key } = await locked(id(), { LAST_NAME: "Unpaid" });
  const found = async () => (await findPurchases(db, "unpaid")).timelines.join("\n");
  assert.match(await found(), /^No order reference · Ada Unpaid[\s\S]*LOCKED, no tickets$/m);
  assert.match(await found(), /grep -E '\w+'$/);
  // As one from before the upgrade, of which no line has an id.
  await db.query("UPDATE sale SET mail_held = true, request = NULL WHERE key = $1", [key]);
  assert.match(await found(), /no tickets; its mail is held back, since its mailbox had 6 unpaid ones in 24 hours$/m);
  assert.doesNotMatch(await found(), /grep/);
});

test("more purchases than one reads are cut, the newest first", async () => {
  for (let nth = 0; nth < 11; nth += 1) await locked(id(), { LAST_NAME: "Many" });
  const { timelines, isCut } = await findPurchases(db, "many");
  assert.deepEqual([timelines.length, isCut], [10, true]);
});

test("names and addresses are found by indexes", async () => {
  const plan = (condition: string) =>
    db.transaction(async (tx) => {
      await tx.query("SET LOCAL enable_seqscan = off");
      return JSON.stringify(await tx.query(`EXPLAIN SELECT FROM sale WHERE ${condition}`));
    });
  const byName = "buyer ->> 'LAST_NAME' IS NOT NULL AND buyer_words(buyer) @@ $$'ada':*$$::tsquery";
  const byAddress = "buyer ->> 'EMAIL' IS NOT NULL AND lower(buyer ->> 'EMAIL') = ANY (ARRAY['a'])";
  assert.match(await plan(byName), /sale_by_buyer_words/);
  assert.match(await plan(byAddress), /sale_by_address/);
});
