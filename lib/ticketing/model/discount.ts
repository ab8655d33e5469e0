import type { Money } from "#lib/ticketing/model/money.ts";

/** A rule that applies without a code, as data for a page to put into words. */
export type Discount = {
  readonly rule: string;
  readonly name: string;
  readonly kind: "TICKET" | "ORDER" | "FESTIVAL" | "MULTIPACK";
  /** The reduction: one of the three. 12.5 is twelve and a half per cent; `packPrice` is the price of a pack. */
  readonly percentage?: number;
  readonly amount?: Money;
  readonly packPrice?: Money;
  /** The number of tickets in a pack. */
  readonly quantity?: number;
  readonly minimumTickets?: number;
  readonly maximumTickets?: number;
  readonly minimumEvents?: number;
  readonly minimumSpend?: Money;
  /** The Events whose tickets count; empty where all do. */
  readonly events: readonly { readonly id: number; readonly name: string }[];
  /** Only TicketTypes with this tag count. */
  readonly tag?: string;
};
