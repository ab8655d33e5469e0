import type { Transaction } from "#src/payments/domain/receipt.ts";
import type { Db } from "#src/platform/store/db.ts";

type Row = {
  methods: readonly string[];
  amount_minor: number;
  card_minor: number;
  currency: string;
  state: string;
  started_at: Date;
};

/** Every try at paying for this sale, a row for each method. The amounts are the attempt's: one charge may pay for several sales. */
export async function listTransactions(db: Db, eventId: number, saleId: number): Promise<readonly Transaction[]> {
  const rows = await db.query<Row>(
    `SELECT methods, amount_minor, card_minor, currency, state, started_at
       FROM payment_attempt_sale paid JOIN payment_attempt attempt ON attempt.id = paid.attempt_id
      WHERE event_id = $1 AND sale_id = $2 ORDER BY started_at`,
    [eventId, saleId],
  );
  return rows.flatMap(({ methods, amount_minor, card_minor, currency, state, started_at }) =>
    methods.map((method) => ({
      method,
      amount: { minor: method === "CREDIT_CARD" ? card_minor : amount_minor - card_minor, currency },
      state: state === "PAID" || state === "DECLINED" || state === "VOIDED" ? state : "PROCESSING",
      createdAt: started_at,
    })),
  );
}
