import { addMoney, type Money, taxInside } from "#src/platform/domain/money.ts";
import type { CodeAnswer } from "#src/pricing/domain/code.ts";
import { type Saving, sumByRule } from "#src/pricing/domain/engine/rule.ts";
import { isUnpaid, type Sale, type SaleState } from "./sale.ts";
import type { ReservationRefusalCode } from "./terms.ts";

/** The sales of one buyer, and the amount due for them. */
export type Cart = {
  readonly key: string;
  readonly total: Money;
  readonly tax: Money;
  readonly sales: readonly Sale[];
  /** One row for each rule, over all sales that are due, in the currency of the total. */
  readonly savings: readonly Saving[];
  readonly codes: readonly CodeAnswer[];
  /** The first expiry of a sale; absent when none waits for payment. */
  readonly expiresAt?: Date;
  readonly secondsLeft: number;
};

/**
 * Returns a cart from its sales. Paid sales are listed and not in the total. Two currencies are never added: in a cart
 * with two the total is of the first, and locking it is refused.
 */
export function cartOf(key: string, sales: readonly Sale[], currency: string, codes: readonly CodeAnswer[]): Cart {
  const open = sales.filter((sale) => isUnpaid(sale) || sale.status === "PROCESSING");
  const totalCurrency = open[0]?.total.currency ?? currency;
  const total = open
    .map((sale) => sale.total)
    .filter((due) => due.currency === totalCurrency)
    .reduce(addMoney, { minor: 0, currency: totalCurrency });
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

/** The state of a cart that decides whether a reservation may be added. */
export type CartState = {
  readonly key: string;
  readonly accountId: number;
  /** It has a price row, because a rule or a code applies to it. */
  readonly isPriced: boolean;
  readonly sales: readonly { readonly status: SaleState; readonly expired: boolean; readonly currency: string }[];
};

/** Returns why nothing can be added to a cart: it is locked, being paid or in another currency. Expired sales do not count. */
export function whyNotAddable(sales: CartState["sales"], currency: string): ReservationRefusalCode | undefined {
  const busy = sales.some(({ status, expired }) => status === "PROCESSING" || (status === "LOCKED" && !expired));
  if (busy) return "WRONG_STATE";
  return currenciesOf(sales).some((other) => other !== currency) ? "MIXED_CURRENCY" : undefined;
}

function currenciesOf(sales: CartState["sales"]): readonly string[] {
  return sales
    .filter(({ status, expired }) => (status === "RESERVED" || status === "LOCKED") && !expired)
    .map(({ currency }) => currency);
}
