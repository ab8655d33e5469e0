import type { Cart } from "#lib/domain/cart/cart.ts";
import { addMoney, type Money } from "#lib/domain/money/money.ts";

/**
 * The total that the visitor was told, where the Cart's is another: it is said before anybody pays. What a saving took
 * off stands beside the total by its own name, and is no news.
 */
export function previousTotal(
  told: Money | undefined,
  { total, savings }: Pick<Cart, "total" | "savings">,
): Money | undefined {
  if (told === undefined || told.currency !== total.currency || told.minor === total.minor) return undefined;
  const saved = savings.map(({ amount }) => amount).reduce(addMoney, { minor: 0, currency: total.currency });
  return total.minor + saved.minor === told.minor ? undefined : told;
}
