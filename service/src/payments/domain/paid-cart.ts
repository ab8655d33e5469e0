import { type KeptLine, keptRules, priceRest } from "#src/pricing/domain/kept-terms.ts";

/** A paid ticket, returned or not, of the line `lineId`. */
export type CartTicket = {
  readonly id: number;
  readonly lineId: string;
  readonly paidMinor: number;
  readonly isReturned: boolean;
};

/** What one payment paid for, in one sale or several, and what came back of it. */
export type PaidCart = {
  /** As they were sold. */
  readonly lines: readonly KeptLine[];
  readonly tickets: readonly CartTicket[];
  /** What all returns before were worth. */
  readonly returnedMinor: number;
  /** The fees that the policy keeps of returns before, and that those were not worth. */
  readonly feesOwedMinor: number;
};

/**
 * Returns what the return of these tickets is worth, before the policy's percentage and the kept fee: what was paid for the cart,
 * less what returns before were worth, less the price of what is left. `undefined`: they are worth their shares.
 */
export function worthOfReturn(cart: PaidCart, ids: readonly number[]): number | undefined {
  const kept = cart.tickets.filter(({ id, isReturned }) => !isReturned && !ids.includes(id));
  const rest = priceKept(cart, kept);
  return rest && Math.max(0, paidFor(cart.tickets) - cart.returnedMinor - rest.minor);
}

/**
 * Returns what these tickets of a cart cost by the terms of the sale, with the names of the savings that the whole cart had and they
 * have not. `undefined` when the terms of a saving are not known.
 */
export function priceKept(
  { lines, tickets }: Pick<PaidCart, "lines" | "tickets">,
  kept: readonly CartTicket[],
): { readonly minor: number; readonly lostSavings: readonly string[] } | undefined {
  const rules = keptRules(lines);
  // A line of before has no tags, so that the whole cart would cost more than it did, and so would what is left.
  if (rules === undefined || priceRest(lines, rules).totalMinor > paidFor(tickets)) return undefined;
  const quantity = (id: string) => kept.filter(({ lineId }) => lineId === id).length;
  const left = lines.map((line) => ({ ...line, quantity: quantity(line.id) }));
  const { totalMinor, savings } = priceRest(left, rules);
  const lost = rules.filter(({ id }) => !savings.some(({ ruleId }) => ruleId === id));
  return { minor: totalMinor, lostSavings: lost.map(({ name }) => name) };
}

/** Returns what was paid for these tickets: their shares. */
export function paidFor(tickets: readonly Pick<CartTicket, "paidMinor">[]): number {
  return tickets.reduce((sum, { paidMinor }) => sum + paidMinor, 0);
}
