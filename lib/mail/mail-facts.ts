import "server-only";

import type { ListedLine } from "#lib/cart/order-lines.ts";
import type { Seller } from "#lib/ticketing/model/event.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import type { Saving } from "#lib/ticketing/model/pricing.ts";

/** What every message says about the shop. */
export type Shop = {
  readonly language: string;
  readonly brand: string;
  readonly seller: Seller;
};

/** The tickets of one event on one date. Texts may be a promoter's; instants are ISO 8601. */
export type EventFacts = {
  /** Names the event's picture. */
  readonly eventId?: number | undefined;
  readonly name: string;
  readonly startsAt?: string | undefined;
  /** When the doors open. */
  readonly doorsAt?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly city?: string | undefined;
  readonly venue?: string | undefined;
  readonly address?: string | undefined;
  readonly mapUrl?: string | undefined;
  readonly ageLimit?: string | undefined;
  readonly tickets: readonly TicketFacts[];
};

/** Equal tickets: the same type, section and door. */
export type TicketFacts = {
  readonly name: string;
  readonly section?: string | undefined;
  readonly door?: string | undefined;
  readonly quantity: number;
};

/** One payment. */
export type OrderFacts = {
  readonly reference: string;
  /** The address of the order's page. */
  readonly link: string;
  readonly buyer?: { readonly firstName: string; readonly lastName: string; readonly email: string } | undefined;
  readonly events: readonly EventFacts[];
  readonly receipt?: ReceiptFacts | undefined;
  /** The number of guests whose details are missing. */
  readonly guestsWaiting: number;
  /** The conditions that the buyer accepted. */
  readonly terms: readonly TermsFacts[];
  /** The refund rule of each event, in words; empty without rules. */
  readonly refundRules: readonly string[];
};

type TermsFacts = { readonly event: string; readonly url: string; readonly acceptedAt?: string | undefined };

export type ReceiptFacts = {
  readonly events: readonly {
    readonly name: string;
    readonly lines: readonly (ListedLine & { readonly price?: Money; readonly fee?: Money })[];
  }[];
  readonly subtotal: Money;
  readonly savings: readonly Saving[];
  readonly total: Money;
  /** The tax in the total. */
  readonly tax?: Money | undefined;
  /** The names of the methods, such as "Card". Empty where the service returns none. */
  readonly methods: string;
  /** When it was paid. */
  readonly paidAt?: string | undefined;
  /** The zone in which that is written. */
  readonly timeZone?: string | undefined;
};
