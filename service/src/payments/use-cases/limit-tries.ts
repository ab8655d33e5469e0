import type { Card } from "#src/payments/domain/card.ts";
import { countTry, forgetTries } from "#src/payments/store/payment-tries.ts";
import type { Db } from "#src/platform/store/db.ts";
import type { World } from "#src/platform/world.ts";
import type { PaymentWorld } from "./payment-world.ts";

/**
 * Counts a try at paying by its cart and by its card, which is known by a keyed hash of its number alone: a new cart, a
 * new name or a new code make no new card. Returns the seconds to wait where there were too many. Test cards are free.
 */
export async function limitTries(
  tx: Db,
  world: PaymentWorld,
  cartKey: string,
  card: Card,
): Promise<number | undefined> {
  const { number } = card.reveal();
  if (world.testCards.has(number)) return undefined;
  const { paymentsPerCart, paymentsPerCard } = world.limits;
  // In this order for everybody: the cart is locked already, and no two carts wait for each other's cards.
  const ofCart = await countTry(tx, `cart ${cartKey}`, paymentsPerCart);
  const ofCard = await countTry(tx, `card ${world.cardFingerprint(number)}`, paymentsPerCard);
  return ofCart === undefined && ofCard === undefined ? undefined : Math.max(ofCart ?? 0, ofCard ?? 0);
}

/** Deletes the tries that limit nobody any more. */
export function forgetPaymentTries({ db }: World): Promise<void> {
  return forgetTries(db);
}
