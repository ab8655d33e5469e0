import { addMoney, type Money } from "#lib/ticketing/model/money.ts";
import type { Saving } from "#lib/ticketing/model/pricing.ts";

/** Tickets of one type in a cart or on a receipt, at full price, before savings. */
export type OrderLine = {
  readonly name: string;
  /** Absent where it repeats the name. */
  readonly section?: string;
  readonly quantity: number;
  /** Price and fee of one ticket. */
  readonly each: Money;
  readonly total: Money;
  /** Absent on a receipt. Lines of two types are not merged: the quantity of each can be changed. */
  readonly ticketTypeId?: number;
  /** What each rule took off this line, from a service that says so. */
  readonly savings?: readonly Saving[];
};

export type ListedLine = Listed<OrderLine>;

export type Listed<Line extends OrderLine> = Line & {
  /**
   * Whether the price of one ticket is shown: there are several tickets, or another line differs in the price alone.
   */
  readonly showsEach: boolean;
};

/** Merges lines with the same label and price, so that each line of a list is distinct. */
export function mergeLines<Line extends OrderLine>(lines: readonly Line[]): readonly Listed<Line>[] {
  const labelOf = ({ name, section }: OrderLine) => JSON.stringify([name, section]);
  const groups = Map.groupBy(lines, (line) => `${labelOf(line)} ${line.each.minor} ${line.ticketTypeId}`);
  const merged = [...groups.values()].map(([first, ...same]) => same.reduce(mergeTwo<Line>, first as Line));
  return merged.map((line) => {
    const isAlone = merged.every((other) => other === line || labelOf(other) !== labelOf(line));
    return { ...line, showsEach: line.quantity > 1 || !isAlone };
  });
}

function mergeTwo<Line extends OrderLine>(one: Line, other: Line): Line {
  const savings = [...(one.savings ?? []), ...(other.savings ?? [])];
  return {
    ...one,
    quantity: one.quantity + other.quantity,
    total: addMoney(one.total, other.total),
    ...(savings.length > 0 && { savings: sumByRule(savings) }),
  };
}

function sumByRule(savings: readonly Saving[]): readonly Saving[] {
  return [...Map.groupBy(savings, ({ rule }) => rule).values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, amount: same.map(({ amount }) => amount).reduce(addMoney) }] : [];
  });
}

/** Returns the total of a line less its savings; `undefined` where nothing was taken off. */
export function reducedTotal({ total, savings = [] }: Pick<OrderLine, "total" | "savings">): Money | undefined {
  const minor = savings.reduce((left, { amount }) => left - amount.minor, total.minor);
  return minor === total.minor ? undefined : { ...total, minor };
}
