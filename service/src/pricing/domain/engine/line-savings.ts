import type { Search, Taken } from "./counted-rules.ts";
import { evenShare, type Off, offSum, type PricingLine, type PricingRule, priceWithFee, shareOut } from "./rule.ts";

/** One rule's saving on one line, in minor units. */
export type LineSaving = { readonly lineIndex: number; readonly rule: PricingRule; readonly minor: number };

/** Returns the savings of each line: of counted rules on the tickets they took, and of the others on the rest. */
export function lineSavings({ lines, free }: Search, taken: readonly Taken[]): readonly LineSaving[] {
  const counted = taken.flatMap((one) => ofRule(lines, one));
  const freely = lines.flatMap(({ quantity }, lineIndex): readonly LineSaving[] => {
    const offer = free[lineIndex];
    const rest = taken.reduce((left, { quantities }) => left - (quantities[lineIndex] ?? 0), quantity);
    return offer ? [{ lineIndex, rule: offer.rule, minor: offer.minor * rest }] : [];
  });
  return [...freely, ...counted].filter(({ minor }) => minor > 0);
}

function ofRule(lines: readonly PricingLine[], { offer, quantities }: Taken): readonly LineSaving[] {
  return offLines(lines, quantities, offer.rule).map((minor, lineIndex) => ({ lineIndex, rule: offer.rule, minor }));
}

function offLines(lines: readonly PricingLine[], quantities: readonly number[], rule: PricingRule): readonly number[] {
  const offEach = (off: Off) => lines.map((line, index) => offSum(off, priceWithFee(line)) * (quantities[index] ?? 0));
  if (rule.kind !== "MULTIPACK") return offEach(rule.off);
  const { off, quantity: size } = rule;
  if ("packPriceMinor" in off) return offPackPrice(lines, quantities, { minor: off.packPriceMinor, size });
  return "amountMinor" in off ? offPackAmount(quantities, { minor: off.amountMinor, size }) : offEach(off);
}

/** A pack of a rule: its price or the amount off it, in minor units, and its number of tickets. */
type Pack = { readonly minor: number; readonly size: number };

/** Returns the savings of each line of an amount off packs. The tickets fill the packs in the order of the lines. */
function offPackAmount(quantities: readonly number[], { minor, size }: Pack): readonly number[] {
  const inPlaces = (tickets: number) => {
    const begun = Array.from({ length: tickets % size }, (_, place) => evenShare(minor, size, place));
    return Math.floor(tickets / size) * minor + sum(begun);
  };
  let before = 0;
  return quantities.map((quantity) => {
    before += quantity;
    return inPlaces(before) - inPlaces(before - quantity);
  });
}

/**
 * Returns the savings of each line with packs of a fixed price. A pack's saving is shared by the prices of its tickets.
 * The most expensive tickets are packed together, so that no pack costs less without the rule than its price.
 */
function offPackPrice(
  lines: readonly PricingLine[],
  quantities: readonly number[],
  { minor: price, size }: Pack,
): readonly number[] {
  const minors = lines.map(() => 0);
  const cost = (lineIndex: number) => priceWithFee(lines[lineIndex] as PricingLine);
  const dearestFirst = lines.map((_, lineIndex) => lineIndex).sort((one, other) => cost(other) - cost(one));
  let pack: number[] = [];
  for (const lineIndex of dearestFirst) {
    let left = quantities[lineIndex] ?? 0;
    while (left > 0) {
      const whole = pack.length === 0 ? Math.floor(left / size) : 0;
      minors[lineIndex] = (minors[lineIndex] ?? 0) + whole * (size * cost(lineIndex) - price);
      left -= whole * size;
      if (left === 0) break;
      pack.push(lineIndex);
      left -= 1;
      if (pack.length < size) continue;
      const weights = pack.map(cost);
      shareOut(sum(weights) - price, weights).forEach((minor, place) => {
        minors[pack[place] as number] = (minors[pack[place] as number] ?? 0) + minor;
      });
      pack = [];
    }
  }
  return minors;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
