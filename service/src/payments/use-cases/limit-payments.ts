import type { Card } from "#src/payments/domain/card.ts";
import type { Db } from "#src/platform/store/db.ts";
import { countTry } from "#src/platform/store/tries.ts";
import type { PaymentRequest } from "./payment-request.ts";
import type { PaymentRuntime } from "./payment-runtime.ts";

const underWay = new WeakMap<PaymentRuntime, number>();

/**
 * Runs `pay`, and tells it whether it may charge a card: at most `chargesAtOnce` card payments of this process run at once. One
 * more would wait for the processor until its caller gives up, and leave the buyer in doubt whether they have paid.
 */
export async function limitCharges<T>(
  runtime: PaymentRuntime,
  { card }: PaymentRequest,
  pay: (mayCharge: boolean) => Promise<T>,
): Promise<T> {
  const others = underWay.get(runtime) ?? 0;
  if (card === undefined || others >= runtime.limits.chargesAtOnce) return pay(false);
  underWay.set(runtime, others + 1);
  try {
    return await pay(true);
  } finally {
    underWay.set(runtime, (underWay.get(runtime) ?? 0) - 1);
  }
}

/**
 * Counts a payment attempt by its cart and by its card, a keyed hash of the number alone, so that a new cart, name or security code
 * does not reset the limit. Returns the seconds to wait when there were too many. Test cards are not counted.
 */
export async function limitTries(
  tx: Db,
  runtime: PaymentRuntime,
  cartKey: string,
  card: Card,
): Promise<number | undefined> {
  const { number } = card.reveal();
  if (runtime.testCards.has(number)) return undefined;
  const { paymentsPerCart, paymentsPerCard } = runtime.limits;
  // Always in this order: the cart is locked already, so no two carts wait for each other's cards.
  const ofCart = await countTry(tx, `cart ${cartKey}`, paymentsPerCart);
  const ofCard = await countTry(tx, `card ${runtime.cardFingerprint(number)}`, paymentsPerCard);
  return ofCart === undefined && ofCard === undefined ? undefined : Math.max(ofCart ?? 0, ofCard ?? 0);
}
