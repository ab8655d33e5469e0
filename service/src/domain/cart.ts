import { addMoney, type Money } from "./money.ts";
import { isUnpaid, type Sale } from "./sale.ts";
import { taxInside } from "./tax.ts";

/** The sales of one buyer, and what is due for them. */
export type Cart = {
  readonly key: string;
  readonly total: Money;
  readonly tax: Money;
  readonly sales: readonly Sale[];
  /** Of the sale that ends first; absent while nothing waits for payment. */
  readonly expiresAt?: Date;
  readonly secondsLeft: number;
};

/** What has been paid for stays in the cart to be seen, and out of its sum. */
export function cartOf(key: string, sales: readonly Sale[], currency: string): Cart {
  const open = sales.filter((sale) => isUnpaid(sale) || sale.status === "PROCESSING");
  const total = open
    .map((sale) => sale.total)
    .reduce(addMoney, { minor: 0, currency: open[0]?.total.currency ?? currency });
  const first = open.toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime())[0];
  return {
    key,
    total,
    tax: taxInside(total),
    sales,
    ...(first && { expiresAt: first.expiresAt }),
    secondsLeft: first?.secondsLeft ?? 0,
  };
}
