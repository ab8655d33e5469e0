import type { Money } from "#lib/ticketing/model/money.ts";

/** One try at paying for a Cart; at most one of a Cart is open. It contains no card data. */
export type Attempt = {
  readonly id: string;
  readonly cartId: string;
  readonly saleKeys: readonly string[];
  readonly amount: Money;
  readonly state: "open" | "paid" | "mixed" | "refused" | "not_charged" | "unfulfilled";
  /** The result of each sale, where the results differ. */
  readonly results?: readonly SaleResult[];
  /** ISO 8601. */
  readonly openedAt: string;
  readonly settledAt?: string;
  /**
   * Digests of the checkout ids that may show the tickets: the one that this payment issued, and those of browsers that entered
   * the Buyer's email later.
   */
  readonly owners?: readonly string[];
  /** Keyed digest of the Buyer's email, for a browser with an older checkout id. */
  readonly emailDigest?: string;
};

/** The result of one Sale whose Cart was paid in parts. */
export type SaleResult = {
  readonly key: string;
  readonly eventId: number;
  readonly eventName: string;
  readonly total?: Money;
  readonly result: "paid" | "card_refused" | "not_tried" | "not_paid" | "reservation_expired" | "returned";
};

/** The sales that this attempt is known to have paid. */
export function paidKeysOf(attempt: Pick<Attempt, "state" | "saleKeys" | "results"> | undefined): readonly string[] {
  if (attempt?.state === "paid") return attempt.saleKeys;
  return attempt?.results?.flatMap(({ key, result }) => (result === "paid" ? [key] : [])) ?? [];
}
