import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Db } from "#src/platform/store/db.ts";
import { migrate, releasedMigrations } from "#src/platform/store/migrate.ts";
import { type TestDatabase, testDatabase } from "#test/cluster.ts";

/** The last migration of the releases without a paid amount for each admission, and with decimals from the runtime. */
const OLD = "0011_search_at_once.sql";
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
  await plantSale("HUF");
  await migrate(db);
});
after(() => database.drop());

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

test("migrates a database with sales: amounts in HUF, stored without decimals, become hundredths, and each ticket gets what was paid for it", async () => {
  // Three tickets at 15.00 with 10.00 off: 11.67, 11.67 and 11.66.
  assert.deepEqual(await amountsIn("HUF"), {
    ticketTypes: [[100_000, 50_000]],
    masterTickets: [[100_000, 50_000]],
    discounts: [
      [70_000, null, 30_000],
      [null, 700, 0],
    ],
    codes: [[100_000]],
    sales: [[350_000]],
    lines: [[100_000, 50_000]],
    savings: [[100_000]],
    admissions: [1167, 1167, 1166].map((paid) => [paid * 100, 100_000, 50_000]),
    attempts: [[350_000, 300_000, 350_000, 350_000]],
  });
});
