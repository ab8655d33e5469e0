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

/** What a promoter's rule took off. `rule` identifies it, such as "multipack:7"; `name` is for display. */
export type Saving = { readonly rule: string; readonly name: string; readonly amount: Money };

/** A rule that nearly applies: the available tickets to add, and what the whole Cart would then cost. */
export type Advice = {
  readonly rule: string;
  readonly name: string;
  readonly total: Money;
  readonly missing: readonly Missing[];
};

/** `quantity` tickets of any of these types. Their names are "" from a service that links to them alone. */
export type Missing = {
  readonly eventId: number;
  readonly eventName: string;
  readonly eventDateId?: number;
  readonly ticketTypes: readonly { readonly id: number; readonly name: string }[];
  readonly quantity: number;
};

/** The result of one typed code. */
export type CodeAnswer = {
  readonly code: string;
  readonly result: CodeResult;
  /** The saving of an APPLIED code over the whole Cart. */
  readonly saving?: Money;
};

export type CodeResult =
  | "APPLIED"
  | "UNLOCKED"
  | "REVEALED"
  /** Valid, but it applies to no ticket in the Cart, or another rule saves more. */
  | "NO_EFFECT"
  | "NOT_FOR_THIS_EVENT"
  | "USED_UP"
  | "NOT_YET"
  | "ENDED"
  | "UNKNOWN";

/** The price of a Selection together with the Cart. It reserves nothing. */
export type Quote = {
  readonly subtotal: Money;
  readonly savings: readonly Saving[];
  readonly total: Money;
  readonly codes: readonly CodeAnswer[];
  readonly advice: readonly Advice[];
};
