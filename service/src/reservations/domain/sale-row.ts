import type { Money } from "#src/platform/domain/money.ts";
import type { SaleState } from "./sale.ts";

/** A sale as its owner holds it locked, while deciding what becomes of it. */
export type SaleRow = {
  readonly eventId: number;
  readonly id: number;
  readonly key: string;
  readonly cartKey: string;
  readonly status: SaleState;
  readonly total: Money;
  /** Past its expiry, by the database's clock. */
  readonly lapsed: boolean;
  /** So far past it that no payment can reach it any more. */
  readonly forgotten: boolean;
  readonly holdsStock: boolean;
};

/** What a buyer still has to pay for, late or not. */
export function unpaid(rows: readonly SaleRow[]): readonly SaleRow[] {
  return rows.filter(({ status, forgotten }) => (status === "RESERVED" || status === "LOCKED") && !forgotten);
}

export function isBeingPaid({ status }: SaleRow): boolean {
  return status === "PROCESSING";
}

/** Paid for, now or before: something that a payment has already reached. */
export function isBeyondPaying({ status }: SaleRow): boolean {
  return status === "PROCESSING" || status === "CONFIRMED" || status === "UNFULFILLED";
}
