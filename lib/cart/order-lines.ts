import { addMoney, type Money } from "#lib/ticketing/model/money.ts";

/** Tickets of one type in a cart or on a receipt, at full price, before savings. */
export type OrderLine = {
  readonly name: string;
  /** Absent where it repeats the name. */
  readonly section?: string;
  readonly quantity: number;
  /** Price and fee of one ticket. */
  readonly each: Money;
  readonly total: Money;
};

export type ListedLine = OrderLine & {
  /**
   * Whether the price of one ticket is shown: there are several tickets, or another line differs in the price alone.
   */
  readonly showsEach: boolean;
};

/** Merges lines with the same label and price, so that each line of a list is distinct. */
export function mergeLines(lines: readonly OrderLine[]): readonly ListedLine[] {
  const labelOf = ({ name, section }: OrderLine) => JSON.stringify([name, section]);
  const merged = [...Map.groupBy(lines, (line) => `${labelOf(line)} ${line.each.minor}`).values()].map(
    ([first, ...same]) => same.reduce(mergeTwo, first as OrderLine),
  );
  return merged.map((line) => {
    const isAlone = merged.every((other) => other === line || labelOf(other) !== labelOf(line));
    return { ...line, showsEach: line.quantity > 1 || !isAlone };
  });
}

function mergeTwo(one: OrderLine, other: OrderLine): OrderLine {
  return { ...one, quantity: one.quantity + other.quantity, total: addMoney(one.total, other.total) };
}
