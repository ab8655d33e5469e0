import type { Money } from "#lib/domain/money/money.ts";
import type { CodeAnswer } from "#lib/domain/pricing/code-answer.ts";
import type { Saving } from "#lib/domain/pricing/saving.ts";

/** Tickets to one Event, out of others' reach until `expiresAt`. */
export type Reservation = {
  readonly key: string;
  readonly cartId: string;
  readonly eventId: number;
  readonly eventName: string;
  readonly status: SaleState;
  /** ISO 8601; absent when the service does not say. */
  readonly expiresAt?: string;
  readonly secondsLeft?: number;
  readonly lines: readonly ReservedLine[];
  readonly total?: Money;
  /** What each code that the Cart has been given did. */
  readonly codes: readonly CodeAnswer[];
};

export type SaleState = "RESERVED" | "LOCKED" | "PROCESSING" | "CONFIRMED" | "UNFULFILLED";

export type ReservedLine = {
  readonly ticketTypeId: number;
  readonly name: string;
  /** Where in the venue, from a service that says so on the line. */
  readonly section?: string;
  readonly eventDateId: number;
  readonly quantity: number;
  readonly price: Money;
  readonly fee: Money;
  /** Price and fee of all its tickets, before its savings. */
  readonly total: Money;
  readonly savings: readonly Saving[];
  /** The total less the savings, from a service that says so. */
  readonly totalAfterSavings?: Money;
};

/** Why a reservation was not made. `shortages` names the ticket types concerned, where the service says. */
export type ReservationRefused = {
  readonly refusal: ReservationRefusal;
  readonly shortages: readonly Shortage[];
};

export type Shortage = { readonly ticketTypeId: number; readonly refusal: ReservationRefusal; readonly left?: number };

export type ReservationRefusal =
  | "sold_out"
  | "not_enough"
  | "over_limit"
  | "under_minimum"
  | "not_on_sale"
  | "closed"
  | "cancelled"
  | "code_required"
  | "mixed_currency"
  | "reservation_expired"
  | "wrong_state"
  | "no_longer_on_sale"
  | "busy"
  | "refused";

/** Whole seconds until `expiresAt`, never below zero. */
export function secondsUntil(expiresAt: string, now: Date): number {
  return Math.max(0, Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000));
}

export function ticketCount(lines: readonly { readonly quantity: number }[]): number {
  return lines.reduce((count, { quantity }) => count + quantity, 0);
}

/** Of several ends, the one that comes first; `undefined` where none is named. */
export function earliest(ends: readonly (string | undefined)[]): string | undefined {
  return ends.filter((end) => end !== undefined).toSorted((a, b) => Date.parse(a) - Date.parse(b))[0];
}
