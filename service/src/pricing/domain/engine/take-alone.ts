import type { Search, Solo } from "./search.ts";
import type { CountedOffer } from "./ticket-offers.ts";

/**
 * Returns the exact best use of one counted rule without competitors, for any number of tickets. Tickets are taken in the
 * order of their gain. Each block (a full pack, or a single ticket up to a limit) gains no more than the one before, so
 * a binary search finds the last block with a gain.
 */
export function takeAlone(search: Search, offer: CountedOffer): Solo {
  const { lines } = search;
  const size = offer.isPack ? offer.counts : 1;
  const gains = lines.map((_, lineIndex) => gainAt(search, offer, lineIndex, size));
  const lineIndexes = lines.flatMap((_, lineIndex) => (gains[lineIndex] === undefined ? [] : [lineIndex]));
  const bestFirst = lineIndexes.toSorted((one, other) => (gains[other] ?? 0) - (gains[one] ?? 0));

  const firstOf = (tickets: number): readonly number[] => {
    const quantities = lines.map(() => 0);
    let left = tickets;
    for (const lineIndex of bestFirst) {
      quantities[lineIndex] = Math.min(left, lines[lineIndex]?.quantity ?? 0);
      left -= quantities[lineIndex] ?? 0;
    }
    return quantities;
  };
  // In units of one block, so that a sum that is not divisible by the pack's size stays a whole number.
  const gainOf = (blocks: number) =>
    firstOf(blocks * size).reduce((sum, quantity, lineIndex) => sum + quantity * (gains[lineIndex] ?? 0), 0);

  const tickets = lineIndexes.reduce((sum, lineIndex) => sum + (lines[lineIndex]?.quantity ?? 0), 0);
  let enough = 0;
  let tooMany = 1 + (offer.isPack ? Math.floor(tickets / size) : Math.min(tickets, offer.counts - 1));
  while (tooMany - enough > 1) {
    const middle = Math.floor((enough + tooMany) / 2);
    if (gainOf(middle) > gainOf(middle - 1)) enough = middle;
    else tooMany = middle;
  }
  return { offer, lineIndexes, quantities: firstOf(enough * size), gain: gainOf(enough) / size };
}

/** Returns the weighted gain of a whole block of such tickets over their saving without the rule. */
function gainAt({ free, weights }: Search, offer: CountedOffer, lineIndex: number, size: number): number | undefined {
  const savingAt = offer.minor[lineIndex];
  if (savingAt === undefined) return undefined;
  let minor = -size * (free[lineIndex]?.minor ?? 0);
  for (let count = 0; count < size; count += 1) minor += savingAt(count);
  return minor * (weights[lineIndex] ?? 1);
}
