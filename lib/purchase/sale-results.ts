import "server-only";

import type { SaleResult } from "#lib/purchase/attempt.ts";
import type { SalesPaid } from "#lib/ticketing/model/cart.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import type { SaleRead } from "./read-sales.ts";

type Known = {
  readonly key: string;
  readonly eventId: number;
  readonly eventName: string;
  readonly total?: Money;
};

/**
 * Returns the result of each sale, once none is processing. The state of the sale decides; `known` supplies names and
 * amounts of sales that no longer exist, and `said` the reason why a sale is not paid, where the service gave one.
 */
export function saleResultsOf(
  reads: readonly SaleRead[],
  known: readonly Known[],
  said?: SalesPaid,
): readonly SaleResult[] {
  return reads.map(({ key, read, sale }) => {
    const before = known.find((one) => one.key === key);
    const total = sale?.total ?? before?.total;
    return {
      key,
      eventId: sale?.eventId ?? before?.eventId ?? 0,
      eventName: sale?.eventName || (before?.eventName ?? ""),
      ...(total && { total }),
      result: resultOf(key, read, said),
    };
  });
}

function resultOf(key: string, read: SaleRead["read"], said?: SalesPaid): SaleResult["result"] {
  if (read === "CONFIRMED") return "paid";
  if (read === "UNFULFILLED") return "returned";
  if (read === "not_found") return "reservation_expired";
  if (said?.refusedKeys.includes(key)) return "card_refused";
  return said?.untriedKeys.includes(key) ? "not_tried" : "not_paid";
}
