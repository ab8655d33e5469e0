import type { Off, PricingLine, Scope } from "./rule.ts";

/** 100 % in hundredths of a percent. */
export const WHOLE = 10_000;

/** Returns price and fee of one ticket, in minor units: the price that buyers see and that savings reduce. */
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
