import type { Card } from "#src/payments/domain/card.ts";
import type { Db } from "#src/platform/store/db.ts";
import { countTry, forgetTries } from "#src/platform/store/tries.ts";
import type { World } from "#src/platform/world.ts";
import type { PaymentWorld } from "./payment-world.ts";

/**
 * Counts a try to pay by its cart and by its card, a keyed hash of the number alone, so that a new cart, name or security code
 * does not reset the limit. Returns the seconds to wait when there were too many. Test cards are not counted.
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
  // Always in this order: the cart is locked already, so no two carts wait for each other's cards.
  const ofCart = await countTry(tx, `cart ${cartKey}`, paymentsPerCart);
  const ofCard = await countTry(tx, `card ${world.cardFingerprint(number)}`, paymentsPerCard);
  return ofCart === undefined && ofCard === undefined ? undefined : Math.max(ofCart ?? 0, ofCard ?? 0);
}

/** Deletes the counts whose time has passed. */
export function forgetPaymentTries({ db }: World): Promise<void> {
  return forgetTries(db);
}
