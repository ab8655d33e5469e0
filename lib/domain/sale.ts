import type { Buyer } from "#lib/domain/buyer.ts";
import type { Money } from "#lib/domain/money.ts";
import type { SaleState } from "#lib/domain/reservation.ts";

/** A Reservation that has been paid for, or is about to be: read back to learn the truth. */
export type Sale = {
  readonly id?: number;
  readonly key: string;
  readonly cartId?: string;
  readonly status: SaleState;
  readonly eventId: number;
  readonly eventName: string;
  readonly buyer?: Buyer;
  readonly total: Money;
  readonly admissionIds: readonly number[];
  /** How it was paid, as the service says it: CREDIT_CARD, CASH. */
  readonly methods: readonly string[];
};
