import { copyService, type ServiceCopy } from "./service-copy.ts";

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
        text: "rows.some(({ waiting_list }) => waiting_list === true)",
        becomes: "false",
      },
      {
        file: "src/reservations/use-cases/release.ts",
        text: "    await offerReturned(world, caller, key);\n",
        becomes: "",
      },
      {
        file: "src/reservations/use-cases/reserve/open-cart.ts",
        text: "  await lockCartPrice(tx, accountId, cartKey);\n",
        becomes: "",
      },
      {
        file: "src/pricing/store/codes.ts",
        text: "folded = ANY ($2) ORDER BY id FOR UPDATE`",
        becomes: "folded = ANY ($2) ORDER BY id`",
      },
      {
        file: "src/reservations/store/sale-rows.ts",
        text: "status NOT IN ('RELEASED', 'EXPIRED')\n ORDER BY event_id, id FOR UPDATE`",
        becomes: "status NOT IN ('RELEASED', 'EXPIRED')\n ORDER BY event_id, id`",
      },
      {
        file: "src/reservations/store/sale-rows.ts",
        text: "AND sale.status = ANY ($3::text[])",
        becomes: "AND $3::text[] IS NOT NULL",
      },
      {
        file: "src/payments/store/paid-tickets.ts",
        text: "ORDER BY ticket_type_id, admission.id FOR UPDATE OF admission`",
        becomes: "ORDER BY admission.id`",
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
     ALTER TABLE admission DROP CONSTRAINT never_more_than_paid;
     ALTER TABLE refund_admission DROP CONSTRAINT refund_admission_was_check;
     DROP INDEX refunded_once;
     DROP INDEX one_open_attempt_per_cart;`,
  );
}
