import type { ReservationRefusalCode } from "./reservation-refusal.ts";
import type { SaleState } from "./sale.ts";

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
