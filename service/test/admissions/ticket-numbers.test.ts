import assert from "node:assert/strict";
import test from "node:test";
import { at, BUYER, CARD, make, openShop } from "#test/test-app.ts";

const { addUser, db, shop, promoter, place, putOn, reserve, close } = await openShop();
test.after(close);

const door = await addUser("door", ["SCAN"]);

type Ticket = { readonly id: number; readonly uuid: string };

/** Buys tickets of an event whose codes have this type. */
async function buy(qrType: "A" | "B", quantity: number) {
  const on = await putOn();
  await promoter("PUT", `/event/${on.event}`, { qrType });
  const key = String(at(await reserve(shop, on, quantity), "key"));
  await shop("POST", `/reservation/${key}/lock`, BUYER);
  const amounts = { CREDIT_CARD: quantity * 47.5 };
  assert.equal((await shop("POST", `/reservation/${key}/payment`, { amounts, creditCard: CARD })).status, 200);
  const tickets = await db.query<Ticket>("SELECT id, uuid FROM admission WHERE event_id = $1 ORDER BY id", [on.event]);
  return { event: on.event, tickets };
}

let lastOld = 0;

/** Buys a ticket and gives it the number that it would have had before numbers were random. */
async function buyOld(qrType: "A" | "B") {
  const { event, tickets } = await buy(qrType, 1);
  lastOld += 1;
  await db.query("UPDATE admission SET id = $2 WHERE event_id = $1", [event, lastOld]);
  return { event, id: lastOld, uuid: tickets[0]?.uuid };
}

const scan = (code: number | string | undefined) => door("POST", `/admission/${code}/admit`, {});

for (const qrType of ["A", "B"] as const) {
  test(`a ticket with code ${qrType} admits by its number, which says nothing about another ticket`, async () => {
    const [first, second] = (await buy(qrType, 2)).tickets;
    assert.match(`${first?.id} ${second?.id}`, /^[1-9]\d{14} [1-9]\d{14}$/);
    assert.equal((await scan((first?.id ?? 0) + 1)).status, 404);
    assert.equal((await scan((first?.id ?? 0) - 1)).status, 404);
    assert.equal(at(await scan(first?.id), "result"), "ADMITTED");
    assert.equal(at(await scan(second?.uuid), "result"), "ADMITTED");
  });
}

test("a ticket sold before numbers were random is admitted by its number only where that is its code", async () => {
  const counted = await buyOld("B");
  assert.equal((await scan(counted.id)).status, 404);
  assert.equal(at(await promoter("GET", `/admission/${counted.id}`), "timeAdmitted"), null, "nobody was let in");
  assert.equal(at(await scan(counted.uuid), "result"), "ADMITTED");
  assert.equal((await scan(counted.id)).status, 404, "a used one too");

  const printed = await buyOld("A");
  assert.equal(at(await scan(printed.id), "result"), "ADMITTED");
});

test("an event that gets codes of type B sends its buyers the tickets again, and old numbers stop admitting", async () => {
  const { event, id, uuid } = await buyOld("A");
  const sent = () =>
    db.query<{ details: object }>(
      `SELECT details FROM message JOIN sale ON sale.key = ANY (sale_keys) WHERE event_id = $1 AND kind = 'TICKETS' ORDER BY message.created_at`,
      [event],
    );
  assert.equal((await sent()).length, 1);
  await promoter("PUT", `/event/${event}`, { ageLimit: "16+", qrType: "A" });
  assert.equal((await sent()).length, 1, "another change sends nothing");

  await promoter("PUT", `/event/${event}`, { qrType: "B" });
  assert.deepEqual((await sent()).at(-1)?.details, { replaced: true });
  assert.equal((await sent()).length, 2);
  assert.equal((await scan(id)).status, 404);
  assert.equal(at(await scan(uuid), "result"), "ADMITTED");
});

test("the number of a ticket has fifteen digits, and is no card number", async () => {
  const rows = await db.query<{ id: number }>("SELECT random_admission_id() AS id FROM generate_series(1, 20000)");
  // Cards of fifteen digits begin with 34 or 37.
  for (const { id } of rows) assert.match(String(id), /^[4-9]\d{14}$/);
});

test("two kinds of tickets in equal numbers have numbers of their own, however the database plans the statement", async () => {
  const [account] = await db.query<{ id: number; userId: number }>(
    `SELECT account_id AS id, id AS "userId" FROM account_user WHERE username = 'door'`,
  );
  // The planner repeats the rows of a subquery only where it knows of many.
  await db.query(
    `WITH sold AS (
       INSERT INTO sale (event_id, key, cart_key, account_id, user_id, status, currency, total_minor, created_at, expires_at, modified_at)
       SELECT 0, lpad(n::text, 10, 'S'), lpad(n::text, 10, 'C'), $1, $2, 'CONFIRMED', 'NZD', 0, now(), now(), now()
         FROM generate_series(1, 3000) AS n RETURNING id, cart_key),
     lines AS (
       INSERT INTO sale_line (event_id, sale_id, ticket_type_id, ticket_type_name, quantity, price_minor, fee_minor)
       SELECT 0, id, type, 'Adult', 2, 0, 0 FROM sold CROSS JOIN generate_series(1, 2) AS type RETURNING sale_id),
     attempts AS (
       INSERT INTO payment_attempt (id, cart_key, account_id, user_id, amount_minor, card_minor, currency, methods, method_minors, state, started_at, settled_at, next_check_at)
       SELECT cart_key, cart_key, $1, $2, 0, 0, 'NZD', '{}', '{}', 'PAID', now(), now(), now() FROM sold RETURNING id)
     SELECT count(*) FROM lines`,
    [account?.id, account?.userId],
  );
  await db.query("INSERT INTO payment_attempt_sale SELECT cart_key, 0, id FROM sale WHERE event_id = 0");
  await db.query("ANALYZE");

  const { event, date, type } = await putOn();
  const second = await make(promoter, "/ticketType", {
    name: "Child",
    eventDate: date,
    venueSection: place.stalls,
    price: 45,
    fee: 2.5,
  });
  const tickets = [type, second].map((ticketType) => ({ ticketType, quantity: 2 }));
  const key = String(at(await shop("POST", "/reservation/", { event, tickets }), "key"));
  await shop("POST", `/reservation/${key}/lock`, BUYER);
  const paid = await shop("POST", `/reservation/${key}/payment`, { amounts: { CREDIT_CARD: 190 }, creditCard: CARD });
  assert.equal(paid.status, 200, JSON.stringify(paid.body));
  const admissions = await db.query<Ticket>("SELECT id, uuid FROM admission WHERE event_id = $1", [event]);
  assert.equal(new Set(admissions.map(({ id }) => id)).size, 4);
});
