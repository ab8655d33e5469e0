import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import type { Db } from "#src/platform/store/db.ts";
import { migrate } from "#src/platform/store/migrate.ts";
import { testDatabase } from "#test/cluster.ts";
import { voucherFaults } from "./voucher-story.ts";

const FOLDER = new URL("../../migrations/", import.meta.url);
const { db, drop } = await testDatabase();
test.after(drop);

/** Leaves the tables as they were before vouchers had parts, with an account that has a user. */
async function asBefore(): Promise<void> {
  await db.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
  const names = readdirSync(FOLDER).filter((name) => name < "0147");
  const before = names.toSorted().map((name) => ({ name, text: readFileSync(new URL(name, FOLDER), "utf8") }));
  await migrate(db, before);
  await db.query(
    `INSERT INTO account (id, name, short_name, currency) OVERRIDING SYSTEM VALUE VALUES (1, 'Ours', 'ours', 'AUD')`,
  );
  await db.query(
    `INSERT INTO account_user (id, account_id, username, password_hash) OVERRIDING SYSTEM VALUE VALUES (7, 1, 'grace', '')`,
  );
}

/** Writes a voucher of 90.00 with the balance that its movements leave, as each payment and return wrote them. */
async function revived(
  id: number,
  movements: readonly (readonly [minor: number, attempt: string, isRevived?: true])[],
) {
  const balance = movements.reduce((sum, [minor]) => sum + minor, 9000);
  await db.transaction(async (tx: Db) => {
    await tx.query(
      `INSERT INTO voucher (id, account_id, code, currency, initial_minor, balance_minor, expires_at) OVERRIDING SYSTEM VALUE
       VALUES ($1, 1, lpad(($1::bigint)::text, 16, '0'), 'AUD', 9000, $2, now() + interval '50 days')`,
      [id, balance],
    );
    for (const [minor, attempt, isRevived] of movements) {
      await tx.query(
        `INSERT INTO payment_attempt (id, cart_key, account_id, user_id, amount_minor, card_minor, currency, methods, method_minors, state,
                                      started_at, settled_at, next_check_at)
         VALUES ($1, $1, 1, 7, 1, 0, 'AUD', '{}', '{}', 'PAID', now(), now(), now()) ON CONFLICT DO NOTHING`,
        [attempt],
      );
      await tx.query(
        `INSERT INTO voucher_movement (voucher_id, attempt_id, amount_minor, revived_until)
         VALUES ($1, $2, $3, CASE WHEN $4 THEN now() + interval '50 days' END)`,
        [id, attempt, minor, isRevived ?? false],
      );
    }
  });
}

test("vouchers that were revived whole keep what came back until the end that was told, and nothing that was lost", async () => {
  await asBefore();
  await revived(1, [
    [-4750, "A1"],
    [4750, "A1", true],
  ]);
  // Of what was revived, 60.00 were spent since: 12.50 of them should not have been there.
  await revived(2, [
    [-4750, "B1"],
    [4750, "B1", true],
    [-6000, "B2"],
  ]);
  await revived(3, [
    [-9000, "C1"],
    [9000, "C1", true],
    [-2000, "C2"],
    [2000, "C2"],
  ]);
  await revived(4, [[-1000, "D1"]]);
  await db.query(`UPDATE voucher SET enabled = false WHERE id = 4`);
  await db.query(
    `INSERT INTO audit_entry (account_id, user_id, call, status, last_at)
     VALUES (1, 7, 'PUT /voucher/4/enable/false', 200, '2026-11-03T10:00:00Z'), (1, 7, 'PUT /voucher/44/enable/false', 200, now())`,
  );
  await migrate(db);
  const rows = await db.query(
    `SELECT voucher.id, voucher.balance_minor AS balance, part.balance_minor AS part, voucher.expires_at <= now() AS "hasEnded",
            part.expires_at > now() + interval '49 days' AS "isTold", disabled_at AS "disabledAt", disabled_by AS "disabledBy"
       FROM voucher LEFT JOIN voucher_part part ON voucher_id = voucher.id ORDER BY voucher.id`,
  );
  const enabled = { disabledAt: null, disabledBy: null };
  assert.deepEqual(rows, [
    { id: 1, balance: 9000, part: 4750, hasEnded: true, isTold: true, ...enabled },
    { id: 2, balance: 3000, part: 0, hasEnded: true, isTold: true, ...enabled },
    { id: 3, balance: 9000, part: 9000, hasEnded: true, isTold: true, ...enabled },
    {
      id: 4,
      balance: 8000,
      part: null,
      hasEnded: false,
      isTold: null,
      disabledAt: new Date("2026-11-03T10:00:00Z"),
      disabledBy: 7,
    },
  ]);
  const faults = (await voucherFaults(db)).filter((fault) => !fault.startsWith("attempt"));
  // The one that was overspent stays as it was booked.
  assert.match(faults.join(), /^part \d+: balance 0, movements -1250, voucher 3000$/);
});
