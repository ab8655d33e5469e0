import { type KeptLine, keptRules, priceRest } from "#src/pricing/domain/kept-terms.ts";

/** A paid ticket, returned or not, of the line `lineId`. */
export type CartTicket = {
  readonly id: number;
  readonly lineId: string;
  readonly paidMinor: number;
  readonly isReturned: boolean;
};

/** What one payment paid for, in one sale or several, and what came back of it. */
export type PaidCart<Ticket extends CartTicket = CartTicket> = {
  /** As they were sold. */
  readonly lines: readonly KeptLine[];
  readonly tickets: readonly Ticket[];
  /** What all returns before were worth. */
  readonly returnedMinor: number;
};

/** What the return of tickets is worth, and the price of what is left of their cart. */
type ReturnWorth = {
  readonly minor: number;
  readonly rest: { readonly tickets: number; readonly minor: number; readonly lostSavings: readonly string[] };
};

/**
 * Returns what the return of these tickets is worth, before the policy's percentage and the kept fee: what was paid for the cart,
 * less what returns before were worth, less the price of what is left by the terms of the sale. `undefined` when the terms of a
 * saving are not known: then tickets are worth their shares.
 */
export function worthOfReturn(
  { lines, tickets, returnedMinor }: PaidCart,
  ids: readonly number[],
): ReturnWorth | undefined {
  const rules = keptRules(lines);
  const paidMinor = tickets.reduce((sum, ticket) => sum + ticket.paidMinor, 0);
  // A line of before has no tags, so that the whole cart would cost more than it did, and so would what is left.
  if (rules === undefined || priceRest(lines, rules).totalMinor > paidMinor) return undefined;
  const priceOf = (kept: readonly CartTicket[]) => {
    const quantity = (id: string) => kept.filter(({ lineId }) => lineId === id).length;
    // A line without tickets must not count as one of its event.
    const left = lines.map((line) => ({ ...line, quantity: quantity(line.id) })).filter((line) => line.quantity > 0);
    return priceRest(left, rules);
  };
  const before = tickets.filter(({ isReturned }) => !isReturned);
  const kept = before.filter(({ id }) => !ids.includes(id));
  const rest = priceOf(kept);
  const lost = priceOf(before).savings.filter(({ ruleId }) => !rest.savings.some((saving) => saving.ruleId === ruleId));
  return {
    minor: Math.max(0, paidMinor - returnedMinor - rest.totalMinor),
    rest: { tickets: kept.length, minor: rest.totalMinor, lostSavings: lost.map(({ name }) => name) },
  };
}
