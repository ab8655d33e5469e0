import type { PaymentRequest } from "./payment-request.ts";
import type { PaymentWorld } from "./payment-world.ts";

const underWay = new WeakMap<PaymentWorld, number>();

/**
 * Runs `pay`, and tells it whether it may charge a card. At most `chargesAtOnce` card payments of this process are under way at once;
 * one beyond them gets `false`, as does a payment without a card. It would wait for the processor until its caller has gone, and the
 * buyer would not know whether they have paid.
 */
export async function limitCharges<T>(
  world: PaymentWorld,
  { card }: PaymentRequest,
  pay: (mayCharge: boolean) => Promise<T>,
): Promise<T> {
  const others = underWay.get(world) ?? 0;
  if (card === undefined || others >= world.limits.chargesAtOnce) return pay(false);
  underWay.set(world, others + 1);
  try {
    return await pay(true);
  } finally {
    underWay.set(world, (underWay.get(world) ?? 0) - 1);
  }
}
