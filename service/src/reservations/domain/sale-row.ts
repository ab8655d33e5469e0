import type { Money } from "#src/platform/domain/money.ts";
import type { SaleState } from "./sale.ts";

/** A sale whose row the transaction has locked. */
export type SaleRow = {
  readonly eventId: number;
  readonly id: number;
  readonly key: string;
  readonly cartKey: string;
  readonly status: SaleState;
  readonly total: Money;
  /** Past its expiry, by the database's clock. */
  readonly expired: boolean;
  /** Past the grace period too: it can no longer be paid. */
  readonly pastGrace: boolean;
  readonly holdsStock: boolean;
  /** Whole seconds until it expires, by the database's clock, and 0 afterwards. */
  readonly secondsLeft: number;
};

/** Returns the sales that can still be paid, expired or not. */
export function unpaid(rows: readonly SaleRow[]): readonly SaleRow[] {
  return rows.filter(({ status, pastGrace }) => (status === "RESERVED" || status === "LOCKED") && !pastGrace);
}

export function isBeingPaid({ status }: SaleRow): boolean {
  return status === "PROCESSING";
}

/** Returns whether a payment of the sale is in flight or done. */
export function isBeyondPaying({ status }: SaleRow): boolean {
  return status === "PROCESSING" || status === "CONFIRMED" || status === "UNFULFILLED";
}

/** Returns the seconds until the first of these sales expires. */
export function firstToExpire(sales: readonly SaleRow[]): number {
  return Math.min(...sales.map(({ secondsLeft }) => secondsLeft));
}
