import type { Money } from "#lib/ticketing/model/money.ts";
import type { CodeAnswer, Saving } from "#lib/ticketing/model/pricing.ts";

/** Tickets to one Event, reserved until `expiresAt`. */
export type Reservation = {
  readonly key: string;
  readonly cartId: string;
  readonly eventId: number;
  readonly eventName: string;
  readonly status: SaleState;
  /** ISO 8601; absent when the service does not return it. */
  readonly expiresAt?: string;
  readonly secondsLeft?: number;
  readonly lines: readonly ReservedLine[];
  readonly total?: Money;
  /** The result of each code of the Cart. */
  readonly codes: readonly CodeAnswer[];
};

export type SaleState = "RESERVED" | "LOCKED" | "PROCESSING" | "CONFIRMED" | "UNFULFILLED";

export type ReservedLine = {
  readonly ticketTypeId: number;
  readonly name: string;
  /** The section, from a service that returns it with the line. */
  readonly section?: string;
  readonly eventDateId: number;
  readonly quantity: number;
  readonly price: Money;
  readonly fee: Money;
  /** Price and fee of all its tickets, before its savings. */
  readonly total: Money;
  readonly savings: readonly Saving[];
  /** The total less the savings, from a service that returns it. */
  readonly totalAfterSavings?: Money;
  /** The savings lost by one ticket fewer, or by none left where its type is sold in larger numbers, from a service that says so. */
  readonly fewer?: Loss & { readonly quantity: number };
};

/** What is left to pay of a Cart when tickets are given back, and the savings that the others lose. */
export type Loss = {
  readonly total: Money;
  readonly lost: readonly { readonly rule: string; readonly name: string }[];
};

/** Why a reservation was refused. `shortages` names the ticket types, where the service does. */
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

/** Returns the whole seconds until `expiresAt`, 0 where it has passed. */
export function secondsUntil(expiresAt: string, now: Date): number {
  return Math.max(0, Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000));
}

export function ticketCount(lines: readonly { readonly quantity: number }[]): number {
  return lines.reduce((count, { quantity }) => count + quantity, 0);
}

/** Returns the earliest of these times; `undefined` where none is given. */
export function earliest(ends: readonly (string | undefined)[]): string | undefined {
  return ends.filter((end) => end !== undefined).toSorted((a, b) => Date.parse(a) - Date.parse(b))[0];
}

/** One line of a selection: tickets of one type. */
export type SelectionLine = { readonly ticketTypeId: number; readonly quantity: number };

/** Where a visitor comes from. */
export type Source = {
  /** The promoter's link, or an affiliate. */
  readonly ref?: string;
  readonly utm?: Readonly<Record<string, string>>;
  /** The website that shows the embed: its host, with a port that is not the usual one. */
  readonly embed?: string;
  /** Of advertisers, such as `gclid`. They lead back to the click. */
  readonly clickIds?: Readonly<Record<string, string>>;
  /** The page that the buyer may go back to after paying, as `12:/thanks`: a site of the account and its path. The service gets none of it. */
  readonly returnTo?: string;
};
