import { priceCart } from "#src/pricing/domain/engine/price-cart.ts";
import type { PricingLine, PricingRule } from "#src/pricing/domain/engine/rule.ts";

/**
 * Prices carts of one, ten and fifty lines in turns, so that other load on the machine affects all of them. Prints the
 * microseconds of each round as one line of JSON.
 */
const LINES = [1, 10, 50];
const TICKETS_PER_LINE = 4;
const ROUNDS = 7;
const PRICES_PER_ROUND = 200;

/** A realistic set of a festival's rules, which compete for the same tickets. */
const RULES: readonly PricingRule[] = [
  {
    id: "discount:1",
    name: "Members",
    kind: "TICKET",
    scope: {},
    off: { percentage: 1000 },
    minimumTickets: 1,
    maximumTickets: 4,
  },
  {
    id: "festival:1",
    name: "Weekend",
    kind: "FESTIVAL",
    scope: {},
    off: { percentage: 800 },
    minimumEvents: 3,
    minimumTickets: 3,
  },
  {
    id: "multipack:1",
    name: "Any three",
    kind: "MULTIPACK",
    scope: { tag: "even" },
    quantity: 3,
    off: { percentage: 1500 },
  },
  {
    id: "multipack:2",
    name: "Five for 100",
    kind: "MULTIPACK",
    scope: {},
    quantity: 5,
    off: { packPriceMinor: 10_000 },
  },
  {
    id: "discount:2",
    name: "10 off 200",
    kind: "ORDER",
    scope: {},
    off: { amountMinor: 1000 },
    minimumSpendMinor: 20_000,
  },
];

const carts = LINES.map((count) => Array.from({ length: count }, (_, index) => lineAt(index)));
const rounds: (readonly number[])[] = [];
for (let round = -1; round < ROUNDS; round += 1) {
  const microseconds = carts.map((lines) => {
    const start = performance.now();
    for (let times = 0; times < PRICES_PER_ROUND; times += 1) priceCart(lines, RULES);
    return ((performance.now() - start) * 1_000) / PRICES_PER_ROUND;
  });
  // The first round is a warm-up.
  if (round >= 0) rounds.push(microseconds);
}
console.log(JSON.stringify({ lines: LINES, rounds }));

function lineAt(index: number): PricingLine {
  const tags = index % 2 === 0 ? ["even"] : [];
  const priceMinor = 2_000 + ((index * 377) % 2_500);
  const ids = { id: `line ${index}`, eventId: index % 10, eventDateId: index, ticketTypeId: index };
  return { ...ids, tags, priceMinor, feeMinor: 250, quantity: TICKETS_PER_LINE };
}
