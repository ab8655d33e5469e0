import type { ReservationRefusalCode } from "./reservation-refusal.ts";
import type { SaleState } from "./sale.ts";

/** What must be known of a cart before something may be put into it. */
export type CartState = {
  readonly key: string;
  readonly accountId: number;
  /** Rules or codes have to do with it. */
  readonly isPriced: boolean;
  readonly sales: readonly { readonly status: SaleState; readonly lapsed: boolean; readonly currency: string }[];
};

/** A cart that is being paid for, or whose buyer has gone to pay, takes nothing more. What has lapsed stops nobody. */
export function mayTakeMore(sales: CartState["sales"], currency: string): ReservationRefusalCode | undefined {
  const busy = sales.some(({ status, lapsed }) => status === "PROCESSING" || (status === "LOCKED" && !lapsed));
  if (busy) return "WRONG_STATE";
  return currenciesOf(sales).some((other) => other !== currency) ? "MIXED_CURRENCY" : undefined;
}

function currenciesOf(sales: CartState["sales"]): readonly string[] {
  return sales
    .filter(({ status, lapsed }) => (status === "RESERVED" || status === "LOCKED") && !lapsed)
    .map(({ currency }) => currency);
}
