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

/** A saving with its rule, which is kept so that a part of the cart can later be priced as the whole was. */
export type SavingWithTerms = Saving & { readonly terms: PricingRule };

export type PricedLine = {
  readonly id: string;
  readonly savings: readonly SavingWithTerms[];
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

/** Returns one saving for each rule, in the order of the rules' first appearance. */
export function sumByRule(savings: readonly Saving[]): readonly Saving[] {
  const rows = new Map<string, Saving>();
  for (const { ruleId, name, minor } of savings) {
    rows.set(ruleId, { ruleId, name, minor: minor + (rows.get(ruleId)?.minor ?? 0) });
  }
  return [...rows.values()];
}

/** 100 % in hundredths of a percent. */
export const WHOLE = 10_000;

/** Returns price and fee of one ticket, in minor units: the price that buyers see and that savings reduce. */
export function priceWithFee({ priceMinor, feeMinor }: Pick<PricingLine, "priceMinor" | "feeMinor">): number {
  return priceMinor + feeMinor;
}

export function isInScope(line: PricingLine, { eventIds, eventDateIds, ticketTypeIds, tag }: Scope): boolean {
  return (
    (eventIds?.includes(line.eventId) ?? true) &&
    (eventDateIds?.includes(line.eventDateId) ?? true) &&
    (ticketTypeIds?.includes(line.ticketTypeId) ?? true) &&
    (tag === undefined || line.tags.includes(tag))
  );
}

/** Returns the reduction of a sum, at most the sum. Half a minor unit is rounded in the buyer's favour. */
export function offSum(off: Off, minor: number): number {
  if ("amountMinor" in off) return Math.min(off.amountMinor, minor);
  // A price has up to thirteen digits. Four more do not fit exactly into a number.
  const percentage = BigInt(Math.min(off.percentage, WHOLE));
  return Number((BigInt(minor) * percentage + BigInt(WHOLE / 2)) / BigInt(WHOLE));
}

/** Returns the share of the ticket at `place` of a sum that `quantity` tickets share evenly. The first get the remainder. */
export function evenShare(minor: number, quantity: number, place: number): number {
  return Math.floor(minor / quantity) + (place < minor % quantity ? 1 : 0);
}

/** Splits a sum by weight, exactly. The remainder goes to the shares with the largest rounding loss, the first among equals. */
export function shareOut(minor: number, weights: readonly number[]): readonly number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => {
    const product = BigInt(minor) * BigInt(weight);
    return { share: Number(product / BigInt(whole)), lost: Number(product % BigInt(whole)) };
  });
  let left = minor - exact.reduce((sum, { share }) => sum + share, 0);
  const shares = exact.map(({ share }) => share);
  const byLoss = exact.map(({ lost }, index) => ({ lost, index })).sort((a, b) => b.lost - a.lost || a.index - b.index);
  for (const { index } of byLoss) {
    if (left === 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    left -= 1;
  }
  return shares;
}
