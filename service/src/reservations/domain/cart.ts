import { addMoney, type Money } from "#src/platform/domain/money.ts";
import { taxInside } from "#src/platform/domain/tax.ts";
import type { CodeAnswer } from "#src/pricing/domain/code.ts";
import type { Saving } from "#src/pricing/domain/engine/rule.ts";
import { sumByRule } from "#src/pricing/domain/savings.ts";
import { isUnpaid, type Sale } from "./sale.ts";

/** The sales of one buyer, and what is due for them. */
export type Cart = {
  readonly key: string;
  readonly total: Money;
  readonly tax: Money;
  readonly sales: readonly Sale[];
  /** One row a rule, over everything that is due, in the currency of the total. */
  readonly savings: readonly Saving[];
  readonly codes: readonly CodeAnswer[];
  /** Of the sale that ends first; absent while nothing waits for payment. */
  readonly expiresAt?: Date;
  readonly secondsLeft: number;
};

/**
 * What has been paid for stays in the cart to be seen, and out of its sum. Two currencies are never summed: should a cart
 * hold both, the sum is of the first, and the cart is refused when it is locked.
 */
export function cartOf(key: string, sales: readonly Sale[], currency: string, codes: readonly CodeAnswer[]): Cart {
  const open = sales.filter((sale) => isUnpaid(sale) || sale.status === "PROCESSING");
  const one = open[0]?.total.currency ?? currency;
  const total = open
    .map((sale) => sale.total)
    .filter((due) => due.currency === one)
    .reduce(addMoney, { minor: 0, currency: one });
  const first = open.toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime())[0];
  return {
    key,
    total,
    tax: taxInside(total),
    sales,
    savings: sumByRule(open.flatMap(({ lines }) => lines).flatMap(({ savings }) => savings)),
    codes,
    ...(first && { expiresAt: first.expiresAt }),
    secondsLeft: first?.secondsLeft ?? 0,
  };
}
