import type { Off, PricingLine, Scope } from "./rule.ts";

/** Hundredths of a percent in a whole. */
export const WHOLE = 10_000;

/** Price and fee of one ticket: what a buyer sees, and what every saving comes off. */
export function allIn({ priceMinor, feeMinor }: Pick<PricingLine, "priceMinor" | "feeMinor">): number {
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

/** What comes off a sum: never more than the sum. Half a minor unit is rounded in the buyer's favour. */
export function offSum(off: Off, minor: number): number {
  if ("amountMinor" in off) return Math.min(off.amountMinor, minor);
  // A price has up to thirteen digits, and four more are too many for a plain number.
  const percentage = BigInt(Math.min(off.percentage, WHOLE));
  return Number((BigInt(minor) * percentage + BigInt(WHOLE / 2)) / BigInt(WHOLE));
}

/** What the ticket at each place of a pack has of a sum that its `quantity` tickets share evenly: the first take the rest. */
export function evenShare(minor: number, quantity: number, place: number): number {
  return Math.floor(minor / quantity) + (place < minor % quantity ? 1 : 0);
}

/** Shares out a sum by weight, exactly: what is left over goes to those who lost most by rounding, the first among equals. */
export function shareOut(minor: number, weights: readonly number[]): readonly number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  if (whole === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => {
    const product = BigInt(minor) * BigInt(weight);
    return { share: Number(product / BigInt(whole)), lost: Number(product % BigInt(whole)) };
  });
  let left = minor - exact.reduce((sum, { share }) => sum + share, 0);
  const shares = exact.map(({ share }) => share);
  const losers = exact.map(({ lost }, index) => ({ lost, index })).sort((a, b) => b.lost - a.lost || a.index - b.index);
  for (const { index } of losers) {
    if (left === 0) break;
    shares[index] = (shares[index] ?? 0) + 1;
    left -= 1;
  }
  return shares;
}
