import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const TAKE_BATCH = "src/reservations/store/take-batch.ts";

/**
 * Copies the service without the rules under test: the locks, the offers to the waiting list, and the constraints of the tables. Every other part is
 * unchanged.
 */
export function copyWithoutRules(): ServiceCopy {
  return copyService(
    [
      {
        file: TAKE_BATCH,
        text: "WHERE event_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR UPDATE`",
        becomes: "WHERE event_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id`",
      },
      { file: TAKE_BATCH, text: "stock.waiting_list AND NOT $7::boolean", becomes: "$7::boolean IS NULL" },
      {
        file: TAKE_BATCH,
        text: "rows.some(({ id, waiting_list }) => waiting_list && taking.includes(id))",
        becomes: "rows.length < 0",
      },
      {
        file: "src/reservations/store/terms.ts",
        text: "rows.some(({ waitingList }) => waitingList === true)",
        becomes: "false",
      },
      {
        file: "src/reservations/use-cases/release.ts",
        text: "    await offerReturned(runtime, caller, key);\n",
        becomes: "",
      },
      {
        file: "src/reservations/use-cases/reserve/open-cart.ts",
        text: "  await lockCartPrice(tx, accountId, cartKey);\n",
        becomes: "",
      },
      {
        file: "src/reservations/use-cases/reserve/open-cart.ts",
        text: "if (gone >= 0) return",
        becomes: "if (gone < -1) return",
      },
      {
        file: "src/pricing/store/codes.ts",
        text: "folded = ANY ($2) ORDER BY id FOR UPDATE`",
        becomes: "folded = ANY ($2) ORDER BY id`",
      },
      {
        file: "src/reservations/store/locked-sales.ts",
        text: "status NOT IN ('RELEASED', 'EXPIRED')\n ORDER BY event_id, id FOR UPDATE`",
        becomes: "status NOT IN ('RELEASED', 'EXPIRED')\n ORDER BY event_id, id`",
      },
      {
        file: "src/reservations/store/locked-sales.ts",
        text: "AND sale.status = ANY ($3::text[])",
        becomes: "AND $3::text[] IS NOT NULL",
      },
      {
        file: "src/payments/store/paid-tickets.ts",
        text: "ORDER BY ticket_type_id, admission.id FOR UPDATE OF admission`",
        becomes: "ORDER BY admission.id`",
      },
      {
        file: "src/payments/store/refund-requests.ts",
        text: "WHERE id = $1 AND state = 'OPEN' FOR UPDATE`",
        becomes: "WHERE id = $1`",
      },
      {
        file: "src/payments/store/refund-requests.ts",
        text: "WHERE (id, state) = ($1, 'OPEN') RETURNING id",
        becomes: "WHERE id = $1 RETURNING id",
      },
      {
        file: "src/payments/store/vouchers.ts",
        text: " AND balance_minor >= $4",
        becomes: "",
      },
    ],
    `ALTER TABLE stock DROP CONSTRAINT never_oversold;
     ALTER TABLE code DROP CONSTRAINT never_used_too_often;
     ALTER TABLE voucher DROP CONSTRAINT never_overspent;
     DROP TRIGGER never_more_than_paid ON refund;
     ALTER TABLE refund_admission DROP CONSTRAINT refund_admission_was_check;
     DROP INDEX refunded_once;
     DROP INDEX one_open_attempt_per_cart;`,
  );
}

/** The folder of the service's package, from which the processes of a race run. */
export const SHIPPED = join(import.meta.dirname, "..", "..");

/** A text that occurs exactly once in its file, and its replacement that disables a rule. */
type Change = { readonly file: string; readonly text: string; readonly becomes: string };

type ServiceCopy = { readonly folder: string; readonly remove: () => void };

/** Copies the service with these changes of its source and this additional migration. */
export function copyService(changes: readonly Change[], migration: string): ServiceCopy {
  const parent = mkdtempSync(join(tmpdir(), "foyer-service-"));
  const folder = join(parent, "service");
  for (const part of ["package.json", "src", "migrations"]) {
    cpSync(join(SHIPPED, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(SHIPPED, "..", "node_modules"), join(parent, "node_modules"), "dir");
  // Packages of the service that are not at the root.
  symlinkSync(join(SHIPPED, "node_modules"), join(folder, "node_modules"), "dir");
  for (const change of changes) applyTo(folder, change);
  writeFileSync(join(folder, "migrations", "9999_rules_off.sql"), migration);
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

function applyTo(folder: string, { file, text, becomes }: Change): void {
  const path = join(folder, file);
  const [before, after, ...more] = readFileSync(path, "utf8").split(text);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`"${text}" must occur once in ${file}, so that the control can disable its rule.`);
  }
  writeFileSync(path, before + becomes + after);
}
