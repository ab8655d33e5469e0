import assert from "node:assert/strict";
import { after, test } from "node:test";
import { contracts, migrate, releasedMigrations } from "#src/platform/store/migrate.ts";
import { testDatabase } from "#test/cluster.ts";
import { faultsOfMigration } from "./expand-only.ts";

/** The last migration from before the rule. */
const BEFORE = "0153_sold_out_changes.sql";

const { db, drop } = await testDatabase();
after(drop);

test("what a migration leaves is enough for the release before, which sells beside it, and it keeps no sale waiting", async () => {
  await db.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  const all = releasedMigrations();
  await migrate(
    db,
    all.filter(({ name }) => name <= BEFORE),
  );
  for (const { name, text } of all.filter(({ name }) => name > BEFORE)) {
    const faults = await faultsOfMigration(db, text, { keeps: true, mayContract: contracts(text) });
    assert.deepEqual(faults, [], name);
  }
});

/** The control: migrations that would fail the release before, or hold up its sales. */
const REFUSED: readonly (readonly [text: string, fault: string])[] = [
  ["ALTER TABLE sale DROP COLUMN mail_held", "sale.mail_held is gone or changed"],
  ["ALTER TABLE sale RENAME COLUMN mail_held TO held", "sale.mail_held is gone or changed"],
  ["ALTER TABLE sale ALTER COLUMN mail_held DROP DEFAULT", "sale.mail_held is gone or changed"],
  ["ALTER TABLE sale ADD COLUMN why text NOT NULL", "sale.why must be written"],
  ["ALTER TABLE admission ALTER COLUMN sent_to SET NOT NULL", "admission.sent_to is gone or changed"],
  ["ALTER TABLE sale ALTER COLUMN total_minor TYPE numeric", "sale is written anew"],
  ["DROP TABLE payment_try", "payment_try is gone"],
  ["ALTER TABLE refund ADD CONSTRAINT few CHECK (amount_minor < 9)", "refund has a new rule: few"],
  ["CREATE UNIQUE INDEX CONCURRENTLY one_each ON voucher (code)", "voucher has a new rule: one_each"],
  ["DROP FUNCTION with_joined CASCADE", "with_joined(text) is gone"],
  ["CREATE INDEX ON sale (total_minor)", "sale: nobody may write while it is indexed: CREATE INDEX CONCURRENTLY"],
  ["UPDATE sale SET mail_held = true", "sale: rows are changed, and nobody else may change them"],
  [
    "ALTER TABLE sale ADD COLUMN why text; ALTER TABLE payment_attempt ADD COLUMN why text; ALTER TABLE refund ADD COLUMN why text; ALTER TABLE message ADD COLUMN why text",
    "message, payment_attempt, refund, sale: each may be waited for while the others are held: a file for each",
  ],
  [
    "ALTER TABLE venue ADD COLUMN why text; ALTER TABLE account ADD COLUMN why text",
    "account, venue: each may be waited for while the others are held: a file for each",
  ],
  [
    "CREATE TABLE note (event_id bigint, sale_id bigint, refund_id text REFERENCES refund, FOREIGN KEY (event_id, sale_id) REFERENCES sale)",
    "refund, sale: each may be waited for while the others are held: a file for each",
  ],
  [
    "ALTER TABLE message ADD COLUMN why text; UPDATE pgboss.job SET retry_limit = 9",
    "message: nobody may use it while rows of another table are changed: a file for each",
  ],
];

for (const [text, fault] of REFUSED)
  test(`the rule finds: ${text}`, async () => {
    const faults = await faultsOfMigration(db, text);
    assert.ok(faults.includes(fault), faults.join("\n"));
  });

const ACCEPTED = [
  "CREATE INDEX CONCURRENTLY sale_total ON sale (total_minor)",
  "ALTER TABLE sale ADD COLUMN note text, ADD COLUMN held_for int NOT NULL DEFAULT 0 CHECK (held_for >= 0)",
  "CREATE TABLE note (id bigint PRIMARY KEY, account_id bigint NOT NULL REFERENCES account); CREATE INDEX ON note (account_id)",
  "CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$; CREATE TRIGGER noted AFTER UPDATE ON event FOR EACH ROW EXECUTE FUNCTION noted()",
];

for (const text of ACCEPTED)
  test(`the rule accepts: ${text}`, async () => assert.deepEqual(await faultsOfMigration(db, text), []));
