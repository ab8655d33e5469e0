import { addMoney, type Money } from "#lib/domain/money/money.ts";

/** Tickets of one type, as a cart and a receipt list them: at full price, before any saving. */
export type OrderLine = {
  readonly name: string;
  /** Absent where it would tell nothing. */
  readonly section?: string;
  readonly quantity: number;
  /** Price and fee of one ticket. */
  readonly each: Money;
  readonly total: Money;
};

export type ListedLine = OrderLine & {
  /** The price of one stands below the line: there are several, or another line differs in nothing else. */
  readonly showsEach: boolean;
};

/** The section of a line, unless it only repeats the name of the ticket type. */
export function distinctSection(name: string, section: string | undefined): string | undefined {
  return section === undefined || section === name ? undefined : section;
}

/** Merges the lines that would read alike, so that no two lines of a list can be mistaken for each other. */
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
