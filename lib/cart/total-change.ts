import type { Cart } from "#lib/ticketing/model/cart.ts";
import { addMoney, type Money } from "#lib/ticketing/model/money.ts";

/**
 * Returns the total that was shown before, where the Cart's present total differs, so that the change is shown before
 * payment. Savings are not a change: they have their own rows.
 */
export function previousTotal(
  shown: Money | undefined,
  { total, savings }: Pick<Cart, "total" | "savings">,
): Money | undefined {
  if (shown === undefined || shown.currency !== total.currency || shown.minor === total.minor) return undefined;
  const saved = savings.map(({ amount }) => amount).reduce(addMoney, { minor: 0, currency: total.currency });
  return total.minor + saved.minor === shown.minor ? undefined : shown;
}
