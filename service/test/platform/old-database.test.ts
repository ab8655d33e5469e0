import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Db } from "#src/platform/store/db.ts";
import { migrate, releasedMigrations } from "#src/platform/store/migrate.ts";
import { type TestDatabase, testDatabase } from "#test/cluster.ts";

/** The last migration of the releases without a paid amount for each admission, and with decimals from the runtime. */
const OLD = "0011_search_at_once.sql";
/** The last migration without refunds. */
const BEFORE_REFUNDS = "0055_facts.sql";
/** Adds the uses of codes that the migration with refunds has missed. */
const USES_OF_OPEN_PAYMENTS = "0074_uses_of_open_payments.sql";
/** The last migration without a delivery of messages. */
const BEFORE_DELIVERY = "0050_messages.sql";

let database: TestDatabase;
let db: Db;

before(async () => {
  database = await testDatabase();
  db = database.db;
  await db.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  await migrate(
    db,
    releasedMigrations().filter(({ name }) => name <= OLD),
  );
  for (const currency of ["NZD", "HUF", "IQD"]) await plantSale(currency);
  await migrate(
    db,
    releasedMigrations().filter(({ name }) => name <= BEFORE_DELIVERY),
  );
  await db.query(
    `INSERT INTO message (account_id, kind, key, recipient, language, created_at)
     SELECT id, 'TICKETS', 'old', 'ada@example.com', 'en', '2026-01-02T03:04Z' FROM account WHERE currency = 'NZD'`,
  );
  await migrate(
    db,
    releasedMigrations().filter(({ name }) => name <= BEFORE_REFUNDS),
  );
  await openPaymentWithCode("HUF");
  await openPaymentWithCode("IQD");
  await migrate(
    db,
    releasedMigrations().filter(({ name }) => name < USES_OF_OPEN_PAYMENTS),
  );
  // Both are paid by the release that keeps uses, and one is refunded by it.
  await db.query(`UPDATE payment_attempt SET state = 'PAID', settled_at = now() WHERE settled_at IS NULL`);
  await db.query(
    `INSERT INTO refund (id, account_id, event_id, sale_id, attempt_id, user_id, origin, currency, amount_minor, fee_kept_minor, methods, method_minors,
                         card_minor, state, notify, started_at, settled_at, next_check_at)
     SELECT 'refund', sale.account_id, event_id, sale.id, 'open IQD', user_id, 'ORGANISER', currency, 0, 0, '{}', '{}', 0, 'RETURNED', false, now(), now(), now()
       FROM sale WHERE currency = 'IQD'`,
  );
  await db.query(
    `UPDATE admission SET status = 'REFUNDED' FROM sale
      WHERE sale.event_id = admission.event_id AND sale.id = sale_id AND currency = 'IQD'`,
  );
  await migrate(db);
});
after(() => database.drop());

/** Opens a payment of the sale, whose cart holds a use of a code. */
async function openPaymentWithCode(currency: string): Promise<void> {
  await db.query(
    `WITH code AS (
       INSERT INTO code (account_id, text, folded, kind, uses)
       SELECT account_id, 'OURS', 'ours', 'BOOKING', 1 FROM sale WHERE currency = $1 RETURNING id
     ), held AS (
       UPDATE cart_code SET holds_use = true, code_id = code.id FROM code, sale WHERE sale.currency = $1 AND cart_code.cart_key = sale.cart_key
     ), priced AS (
       UPDATE cart_price SET sale_ids = ARRAY[sale.id] FROM sale WHERE sale.currency = $1 AND cart_price.cart_key = sale.cart_key
     ), opened AS (
       INSERT INTO payment_attempt (id, cart_key, account_id, user_id, amount_minor, card_minor, currency, methods, method_minors, state, started_at, next_check_at)
       SELECT 'open ' || currency, cart_key, account_id, user_id, 3500, 3500, currency, '{CREDIT_CARD}', '{3500}', 'AUTHORISED', now(), now()
         FROM sale WHERE currency = $1
     )
     SELECT 1`,
    [currency],
  );
  await db.query(
    `INSERT INTO payment_attempt_sale (attempt_id, event_id, sale_id) SELECT 'open ' || currency, event_id, id FROM sale WHERE currency = $1`,
    [currency],
  );
}

/** Inserts an account with every column of amounts: three tickets at 1000 and 500, with 1000 off. */
async function plantSale(currency: string): Promise<void> {
  await db.query(`
    WITH account AS (
      INSERT INTO account (name, short_name, currency) VALUES ('A', lower('${currency}'), '${currency}') RETURNING id
    ), person AS (
      INSERT INTO account_user (account_id, username, password_hash) SELECT id, '${currency}', '' FROM account RETURNING id
    ), venue AS (
      INSERT INTO venue (account_id, name, time_zone) SELECT id, 'V', 'UTC' FROM account RETURNING id
    ), section AS (
      INSERT INTO venue_section (venue_id, name, capacity) SELECT id, 'S', 9 FROM venue RETURNING id
    ), configuration AS (
      INSERT INTO venue_configuration (venue_id, name) SELECT id, 'C' FROM venue RETURNING id
    )
    SELECT 1`);
  const [ids] = await db.query<{ account: number; person: number; venue: number; section: number; whole: number }>(
    `SELECT account.id AS account, person.id AS person, venue.id AS venue, section.id AS section, whole.id AS whole
       FROM account JOIN account_user person ON person.account_id = account.id JOIN venue ON venue.account_id = account.id
       JOIN venue_section section ON section.venue_id = venue.id JOIN venue_configuration whole ON whole.venue_id = venue.id
      WHERE account.currency = $1`,
    [currency],
  );
  assert.ok(ids);
  const insert = async (table: string, row: Readonly<Record<string, unknown>>): Promise<number> => {
    const columns = Object.keys(row);
    const values = columns.map((_, index) => `$${index + 1}`);
    const [made] = await db.query<{ id?: number }>(
      `INSERT INTO ${table} (${columns.join()}) VALUES (${values.join()}) RETURNING *`,
      Object.values(row),
    );
    return made?.id ?? 0;
  };
  const event_id = await insert("event", {
    ...{ account_id: ids.account, venue_id: ids.venue, venue_configuration_id: ids.whole, name: "E", currency },
  });
  const date = await insert("event_date", {
    ...{ event_id, venue_configuration_id: ids.whole, starts_local: "2026-12-04T19:30", ends_at: "2026-12-04T21:30Z" },
    starts_at: "2026-12-04T19:30Z",
  });
  const amounts = { price_minor: 1000, fee_minor: 500 };
  const type = { event_id, name: "Adult", event_date_id: date, venue_section_id: ids.section, ...amounts };
  const ticket_type_id = await insert("ticket_type", type);
  await insert("master_ticket", { event_id, name: "Adult", ...amounts });
  await insert("discount", {
    ...{ account_id: ids.account, kind: "MULTIPACK", name: "D", rule_name: "D", currency, pack_price_minor: 700 },
    minimum_spend_minor: 300,
  });
  await insert("discount", {
    account_id: ids.account,
    kind: "TICKET",
    name: "T",
    rule_name: "T",
    currency,
    amount_minor: 7,
  });
  const cart_key = `CART${currency}000`;
  const now = "2026-11-01T00:00Z";
  const sale_id = await insert("sale", {
    ...{ event_id, key: `SALE${currency}000`, cart_key, account_id: ids.account, user_id: ids.person, currency },
    ...{ status: "CONFIRMED", total_minor: 3500, created_at: now, expires_at: now, modified_at: now },
  });
  await insert("sale_line", { event_id, sale_id, ticket_type_id, quantity: 3, ticket_type_name: "Adult", ...amounts });
  await insert("sale_saving", { event_id, sale_id, ticket_type_id, rule: "discount:1", name: "D", minor: 1000 });
  await insert("cart_price", { cart_key, account_id: ids.account });
  await insert("cart_code", { cart_key, position: 0, typed: "D", result: "APPLIED", saving_minor: 1000 });
  const money = { minor: 3500, currency };
  await insert("payment_attempt", {
    ...{ id: currency, cart_key, account_id: ids.account, user_id: ids.person, amount_minor: 3500, card_minor: 3000 },
    ...{ currency, methods: ["CASH"], state: "PAID", started_at: now, settled_at: now, next_check_at: now },
    answer: {
      type: "SUCCESS",
      amount: money,
      payments: [{ key: "A", type: "SUCCESS", status: "CONFIRMED", amount: money }],
    },
  });
  for (let nth = 0; nth < 3; nth += 1) {
    await insert("admission", { event_id, sale_id, ticket_type_id, status: "CONFIRMED", modified_at: now, ...amounts });
  }
}

test("adds the paid amount to old admissions: 11.67, 11.67 and 11.66 for three at 15.00 with 10.00 off", async () => {
  const rows = await db.query<{ paid: number }>(
    `SELECT paid_minor AS paid FROM admission JOIN sale ON sale.event_id = admission.event_id AND sale.id = sale_id
      WHERE currency = 'NZD' ORDER BY admission.id`,
  );
  assert.deepEqual(
    rows.map(({ paid }) => paid),
    [1167, 1167, 1166],
  );
});

test("a message from before the delivery of messages is as old as it is, so that a late start sends no stale mail", async () => {
  const [row] = await db.query<{ queued_at: Date }>("SELECT queued_at FROM message WHERE key = 'old'");
  assert.equal(row?.queued_at.toISOString(), "2026-01-02T03:04:00.000Z");
});

test("uses of codes of payments that were open before refunds existed come back with their last ticket, and those of refunded ones at once", async () => {
  const rows = await db.query(
    `SELECT attempt_id AS attempt, returned_at IS NOT NULL AS returned, uses, holds_use AS held
       FROM payment_code_use JOIN code ON code.id = payment_code_use.code_id JOIN cart_code ON cart_code.code_id = code.id ORDER BY attempt_id`,
  );
  assert.deepEqual(rows, [
    { attempt: "open HUF", returned: false, uses: 1, held: true },
    { attempt: "open IQD", returned: true, uses: 0, held: false },
  ]);
});

/** Returns every amount of this currency's account by column, in the order of the rows. */
async function amountsIn(currency: string) {
  const all = async (text: string) => (await db.query<Record<string, unknown>>(text, [currency])).map(Object.values);
  const ofSale = (columns: string, table: string) =>
    all(`SELECT ${columns} FROM ${table} part JOIN sale ON sale.event_id = part.event_id AND sale.id = part.sale_id
          WHERE currency = $1 ORDER BY 1 DESC`);
  const ofEvent = (table: string) =>
    all(`SELECT price_minor, fee_minor FROM ${table} part JOIN event ON event.id = part.event_id WHERE currency = $1`);
  return {
    ticketTypes: await ofEvent("ticket_type"),
    masterTickets: await ofEvent("master_ticket"),
    discounts: await all(
      "SELECT pack_price_minor, amount_minor, minimum_spend_minor FROM discount WHERE currency = $1 ORDER BY id",
    ),
    codes: await all("SELECT saving_minor FROM cart_code WHERE cart_key = 'CART' || $1 || '000'"),
    sales: await all("SELECT total_minor FROM sale WHERE currency = $1"),
    lines: await ofSale("price_minor, fee_minor", "sale_line"),
    savings: await ofSale("minor", "sale_saving"),
    admissions: await ofSale("paid_minor, price_minor, fee_minor", "admission"),
    attempts: await all(
      `SELECT amount_minor, card_minor, answer #> '{amount,minor}' AS whole, answer #> '{payments,0,amount,minor}' AS part
         FROM payment_attempt WHERE currency = $1 AND id = $1`,
    ),
  };
}

function times(factor: number, paid: readonly number[]) {
  const scaled = (...rows: readonly (readonly (number | null)[])[]) =>
    rows.map((row) => row.map((minor) => (minor === null ? null : minor * factor)));
  return {
    ticketTypes: scaled([1000, 500]),
    masterTickets: scaled([1000, 500]),
    discounts: scaled([700, null, 300], [null, 7, 0]),
    codes: scaled([1000]),
    sales: scaled([3500]),
    lines: scaled([1000, 500]),
    savings: scaled([1000]),
    admissions: paid.map((minor) => [minor * factor, 1000 * factor, 500 * factor]),
    attempts: scaled([3500, 3000, 3500, 3500]),
  };
}

test("converts amounts in HUF, stored without decimals, to hundredths everywhere", async () => {
  assert.deepEqual(await amountsIn("HUF"), times(100, [1167, 1167, 1166]));
});

test("converts amounts in IQD, stored without decimals, to thousandths everywhere", async () => {
  assert.deepEqual(await amountsIn("IQD"), times(1000, [1167, 1167, 1166]));
});

test("keeps amounts in currencies whose decimals the runtime knew", async () => {
  assert.deepEqual(await amountsIn("NZD"), times(1, [1167, 1167, 1166]));
});
