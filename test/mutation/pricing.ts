import type { Mutant } from "./mutant.ts";

const PRICES = "service/src/pricing/domain/engine/price-cart.test.ts";
const ASSIGN_SAVINGS = "service/src/pricing/domain/engine/assign-savings.ts";
const COMPETING = "service/src/pricing/domain/engine/competing-rules.test.ts";
const ORDER_SAVINGS = "service/src/pricing/domain/engine/order-savings.ts";
const ORDERS = "service/src/pricing/domain/engine/order-savings.test.ts";

/** Savings of a cart. */
export const PRICING_MUTANTS: readonly Mutant[] = [
  {
    name: "money: half a cent is rounded against the buyer",
    breaks: "half a minor unit is rounded in the buyer's favour",
    file: "service/src/pricing/domain/engine/off.ts",
    text: "(BigInt(minor) * percentage + BigInt(WHOLE / 2)) / BigInt(WHOLE)",
    becomes: "(BigInt(minor) * percentage) / BigInt(WHOLE)",
    red: { file: PRICES, test: "rounds half a cent of a percentage in the buyer's favour" },
  },
  {
    name: "money: the remainder of a shared saving is lost",
    breaks: "P10: the parts add up",
    file: "service/src/pricing/domain/engine/off.ts",
    text: "shares[index] = (shares[index] ?? 0) + 1;",
    becomes: "shares[index] = shares[index] ?? 0;",
    red: { file: PRICES, test: "shares an order discount exactly: 10.00 off three lines of 30.00" },
  },
  {
    name: "pricing: the first rule is applied instead of the best",
    breaks: "the lowest price",
    file: "service/src/pricing/domain/engine/ticket-offers.ts",
    text: "if (minor > (best?.minor ?? 0)) best = { rule, minor };",
    becomes: "if (best === undefined && minor > 0) best = { rule, minor };",
    red: { file: PRICES, test: "is the lowest price that an exhaustive search of savings finds" },
  },
  {
    name: "pricing: an order's saving is calculated from the full price",
    breaks: "an order's saving is calculated from the reduced price",
    file: ORDER_SAVINGS,
    text: "const left = leftOf(lines, ofTickets, insideOf(order, lines));",
    becomes: "const left = leftOf(lines, [], insideOf(order, lines));",
    red: { file: PRICES, test: "is the lowest price that an exhaustive search of savings finds" },
  },
  {
    name: "pricing: a rule is applied twice",
    breaks: "a ticket has one saving of its own",
    file: "service/src/pricing/domain/engine/line-savings.ts",
    text: "return [...freely, ...counted]",
    becomes: "return [...freely, ...freely, ...counted]",
    red: { file: PRICES, test: "takes a percentage off price and fee: 10 % of two at 48.50 is 9.70" },
  },
  {
    name: "pricing: disjoint rules are solved together",
    breaks: "disjoint rules are solved independently",
    file: "service/src/pricing/domain/engine/rule-groups.ts",
    text: "const touched = groups.filter(({ lineIndexes }) => lineIndexes.some((lineIndex) => wanted.has(lineIndex)));",
    becomes: "const touched = groups;",
    also: [
      {
        file: ASSIGN_SAVINGS,
        text: "bestDisjoint(rules, effort);",
        becomes: "bestDisjoint(rules, effort).slice(0, 1);",
      },
    ],
    red: {
      file: COMPETING,
      test: "all apply: four shows of 10 tickets at 10.00, each with its own pack of 10 at 20 % off, cost 320.00",
    },
  },
  {
    name: "pricing: a single rule is skipped for many tickets",
    breaks: "a rule without competing rules is exact at any size",
    file: "service/src/pricing/domain/engine/take-together.ts",
    text: "if (rules.length === 1) return 0;",
    becomes: "if (rules.length === 0) return 0;",
    also: [{ file: ASSIGN_SAVINGS, text: "bestDisjoint(rules, effort);", becomes: "bestDisjoint([], effort);" }],
    red: { file: COMPETING, test: "takes 50 % off at most 600 tickets: of 832 at 10.00" },
  },
  {
    name: "pricing: beyond the work limit only the best rule is kept",
    breaks: "never worse than the best set of disjoint rules",
    file: ASSIGN_SAVINGS,
    text: "bestDisjoint(rules, effort);",
    becomes: "rules.toSorted((one, other) => other.gain - one.gain).slice(0, 1);",
    red: {
      file: COMPETING,
      test: "all apply beside a pack over every show that gains more than any of them, beyond the bound of the search",
    },
  },
  {
    name: "pricing: an order discount for event A is taken off event B as well",
    breaks: "a rule takes from the tickets of its own events only",
    file: ORDER_SAVINGS,
    text: "return lines.map((line) => isInScope(line, scope));",
    becomes: "return lines.map((line) => isInScope(line, scope) || lines.length > 1);",
    red: {
      file: ORDERS,
      test: "takes half off a ticket of event A at 1.00 and nothing off one of event B at 1,000.00",
    },
  },
  {
    name: "pricing: a limited rule ignores the order discount that follows it",
    breaks: "the lowest price",
    file: ORDER_SAVINGS,
    text: "reassigned.includes(order) ?",
    becomes: "reassigned.length > 9 ?",
    red: {
      file: ORDERS,
      test: "applies in full after a limited rule that saves more on other events",
    },
  },
];
