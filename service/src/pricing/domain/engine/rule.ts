/** Tickets of one type in one sale. Prices are of one ticket, in whole minor units of the cart's one currency. */
export type PricingLine = {
  /** Identifies the line in the result. */
  readonly id: string;
  readonly eventId: number;
  readonly eventDateId: number;
  readonly ticketTypeId: number;
  readonly tags: readonly string[];
  readonly priceMinor: number;
  readonly feeMinor: number;
  readonly quantity: number;
};

/** The tickets that a rule counts and reduces. Every condition present must be met. Empty: every ticket of the cart. */
export type Scope = {
  readonly eventIds?: readonly number[];
  readonly eventDateIds?: readonly number[];
  readonly ticketTypeIds?: readonly number[];
  readonly tag?: string;
};

/** A reduction of price and fee together. A percentage is in hundredths: 1500 is 15 %. */
export type Off = { readonly percentage: number } | { readonly amountMinor: number };

/**
 * A rule that reduces prices. The engine receives only rules that are in force and, where they need a code, unlocked, so
 * it reads no code and no clock.
 */
export type PricingRule = {
  /** Such as "multipack:7". Unique among the rules; savings refer to it. */
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
} & (
  | {
      readonly kind: "TICKET";
      /** Off each ticket in scope. */
      readonly off: Off;
      /** The tickets in scope that the cart needs. */
      readonly minimumTickets: number;
      /** The most tickets of a cart that it reduces. */
      readonly maximumTickets?: number;
    }
  | {
      readonly kind: "FESTIVAL";
      /** Off each ticket in scope, once those tickets span `minimumEvents` events. */
      readonly off: Off;
      readonly minimumEvents: number;
      readonly minimumTickets: number;
    }
  | {
      readonly kind: "MULTIPACK";
      /** The number of tickets in scope that make a pack. */
      readonly quantity: number;
      /** Off the pack, or the price of the pack. */
      readonly off: Off | { readonly packPriceMinor: number };
    }
  | {
      readonly kind: "ORDER";
      /** Off the sum of the tickets in scope, after their own savings. */
      readonly off: Off;
      /** The sum of the tickets in scope, before any saving, that the rule needs. */
      readonly minimumSpendMinor: number;
    }
);

export type Saving = { readonly ruleId: string; readonly name: string; readonly minor: number };

export type PricedLine = {
  readonly id: string;
  readonly savings: readonly Saving[];
  /** Price and fee of all its tickets, less its savings. */
  readonly totalMinor: number;
};

export type PricedCart = {
  readonly lines: readonly PricedLine[];
  /** One row for each rule, over all lines. Their sum is the saving of the cart. */
  readonly savings: readonly Saving[];
  readonly grossMinor: number;
  readonly totalMinor: number;
};
