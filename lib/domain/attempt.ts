import type { Money } from "#lib/domain/money.ts";

/** One try at paying for a Cart; at most one of a Cart is open. It holds no card. */
export type Attempt = {
  readonly id: string;
  readonly cartId: string;
  readonly saleKeys: readonly string[];
  readonly amount: Money;
  readonly state: "open" | "paid" | "refused" | "not_charged" | "unfulfilled";
  /** ISO 8601. */
  readonly openedAt: string;
  readonly settledAt?: string;
};
