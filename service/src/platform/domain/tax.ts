import type { Money } from "#src/platform/domain/money.ts";

/** Of every hundred units of price before tax, how many are added. Prices here always have it inside. */
const PERCENT: Readonly<Record<string, number>> = { AUD: 10, NZD: 15, SGD: 9 };

/** The goods and services tax within an all-in amount, rounded half up to the smallest unit. */
export function taxInside({ minor, currency }: Money): Money {
  const percent = PERCENT[currency] ?? 0;
  return { minor: Math.floor((2 * minor * percent + 100 + percent) / (2 * (100 + percent))), currency };
}
