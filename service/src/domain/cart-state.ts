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
export function mayTakeMore({ sales }: CartState, currency: string): ReservationRefusalCode | undefined {
  const busy = sales.some(({ status, lapsed }) => status === "PROCESSING" || (status === "LOCKED" && !lapsed));
  if (busy) return "WRONG_STATE";
  return currenciesOf(sales).some((other) => other !== currency) ? "MIXED_CURRENCY" : undefined;
}

/** Whether nothing in the cart is held any more, or yet: nothing that says which currency it is in. */
export function isEmpty({ sales }: CartState): boolean {
  return currenciesOf(sales).length === 0;
}

/** Whether what is held in a cart is in more than one currency, so that nobody can say what is due. */
export function isMixed(sales: CartState["sales"]): boolean {
  return new Set(currenciesOf(sales)).size > 1;
}

function currenciesOf(sales: CartState["sales"]): readonly string[] {
  return sales
    .filter(({ status, lapsed }) => (status === "RESERVED" || status === "LOCKED") && !lapsed)
    .map(({ currency }) => currency);
}
