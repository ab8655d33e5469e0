import type { Money } from "#lib/domain/money.ts";
import type { ReservedLine, SaleState } from "#lib/domain/reservation.ts";

/** The Reservations that one visitor will pay for together. Its sums are the service's. */
export type Cart = {
  readonly id: string;
  readonly total: Money;
  readonly tax?: Money;
  readonly expiresAt?: string;
  readonly secondsLeft?: number;
  readonly sales: readonly CartSale[];
  readonly savings: readonly { readonly name: string; readonly amount: Money }[];
};

export type CartSale = {
  readonly key: string;
  readonly status: SaleState;
  readonly eventId: number;
  readonly eventName: string;
  readonly total: Money;
  readonly lines: readonly ReservedLine[];
};

export type LockRefusal = "details_refused" | "hold_ended" | "wrong_state" | "already_paid";

export type PaymentRefusal = "card_refused" | "amount_changed" | "not_payable" | "cart_empty" | "busy";
