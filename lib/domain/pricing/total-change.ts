import type { Cart } from "#lib/domain/cart/cart.ts";
import { addMoney, type Money } from "#lib/domain/money/money.ts";

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
