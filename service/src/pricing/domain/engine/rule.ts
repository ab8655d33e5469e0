/** Tickets of one type in one sale. Prices are of one ticket, in whole minor units of the cart's one currency. */
export type PricingLine = {
  /** Whoever asks finds the line again by this. */
  readonly id: string;
  readonly eventId: number;
  readonly eventDateId: number;
  readonly ticketTypeId: number;
  readonly tags: readonly string[];
  readonly priceMinor: number;
  readonly feeMinor: number;
  readonly quantity: number;
};

/** What a rule looks at. Every condition that is given must hold; with none, every ticket of the cart is meant. */
export type Scope = {
  readonly eventIds?: readonly number[];
  readonly eventDateIds?: readonly number[];
  readonly ticketTypeIds?: readonly number[];
  readonly tag?: string;
};

/** Off what a buyer sees, which is price and fee together. A percentage is in hundredths: 1500 is 15 %. */
export type Off = { readonly percentage: number } | { readonly amountMinor: number };

/**
 * What a promoter grants. A rule that needs a code stands in the list only when a code of the cart has unlocked it, and
 * none that is disabled, over or used up stands there at all: the engine asks for no code and no clock.
 */
export type PricingRule = {
  /** Such as "multipack:7": unique among the rules, and what a saving is named by. */
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
} & (
  | {
      readonly kind: "TICKET";
      /** Off each ticket in scope. */
      readonly off: Off;
      /** So many in scope must be in the cart. */
      readonly minimumTickets: number;
      /** At most so many tickets of a cart. */
      readonly maximumTickets?: number;
    }
  | {
      readonly kind: "FESTIVAL";
      /** Off each ticket in scope, once the tickets in scope span so many events. */
      readonly off: Off;
      readonly minimumEvents: number;
      readonly minimumTickets: number;
    }
  | {
      readonly kind: "MULTIPACK";
      /** Every so many tickets in scope make a pack. */
      readonly quantity: number;
      /** Off the pack, or what the pack costs. */
      readonly off: Off | { readonly packPriceMinor: number };
    }
  | {
      readonly kind: "ORDER";
      /** Off the tickets in scope once and together, after what they save by themselves. */
      readonly off: Off;
      /** What the tickets in scope must come to before any saving. */
      readonly minimumSpendMinor: number;
    }
);

export type Saving = { readonly ruleId: string; readonly name: string; readonly minor: number };

export type PricedLine = {
  readonly id: string;
  readonly savings: readonly Saving[];
  /** What the line costs: price and fee of all its tickets, less its savings. */
  readonly totalMinor: number;
};

export type PricedCart = {
  readonly lines: readonly PricedLine[];
  /** One row a rule, over all lines; their sum is what the cart saves. */
  readonly savings: readonly Saving[];
  readonly grossMinor: number;
  readonly totalMinor: number;
};
