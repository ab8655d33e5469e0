import type { Money } from "#src/platform/domain/money.ts";

/** The tax rate of each currency in per cent. Prices include the tax. */
const PERCENT: Readonly<Record<string, number>> = { AUD: 10, NZD: 15, SGD: 9 };

/** Returns the goods and services tax inside an amount, rounded half up to the minor unit. */
export function taxInside({ minor, currency }: Money): Money {
  const percent = PERCENT[currency] ?? 0;
  return { minor: Math.floor((2 * minor * percent + 100 + percent) / (2 * (100 + percent))), currency };
}
