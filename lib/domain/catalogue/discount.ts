import type { Money } from "#lib/domain/money/money.ts";

/** A rule that applies by itself, as bare facts for a page to put into words. */
export type Discount = {
  readonly rule: string;
  readonly name: string;
  readonly kind: "TICKET" | "ORDER" | "FESTIVAL" | "MULTIPACK";
  /** What comes off: one of the three. 12.5 is twelve and a half per cent; `packPrice` is what a pack costs. */
  readonly percentage?: number;
  readonly amount?: Money;
  readonly packPrice?: Money;
  /** How many tickets make a pack. */
  readonly quantity?: number;
  readonly minimumTickets?: number;
  readonly maximumTickets?: number;
  readonly minimumEvents?: number;
  readonly minimumSpend?: Money;
  /** The Events it looks at; none are named where it looks at all of them. */
  readonly events: readonly { readonly id: number; readonly name: string }[];
  /** Only TicketTypes with this tag count. */
  readonly tag?: string;
};
