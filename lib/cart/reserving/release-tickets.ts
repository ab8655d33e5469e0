import "server-only";

import { releaseReserved } from "#lib/cart/reserving/release-and-extend.ts";
import { remembered } from "#lib/cart/reserving/try-to-reserve.ts";
import { releasedForUndo } from "#lib/cart/reserving/undo-release.ts";
import { sumOf } from "#lib/purchase/cart-state.ts";
import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import { amendPurchase, forgetPurchase, rememberPurchase } from "#lib/session/purchase/purchase-cookie.ts";
import { offerUndo } from "#lib/session/undo-cookie.ts";

/**
 * Releases every unpaid sale of a Cart, and offers to undo it. Returns false when the service did not release all of
 * them: the purchase stays as it is then, so that a second try is possible.
 */
export async function releaseCart(checkout: OpenCheckout): Promise<boolean> {
  const { purchase, cart } = checkout;
  const released = cart?.sales ?? purchase.reservations;
  if (!(await releaseReserved(released.map(({ key }) => key)))) return false;

  if (purchase.paidKeys) await amendPurchase({ ...purchase, reservations: [] });
  else await forgetPurchase();
  if (checkout.state === "reserved") await offerUndo(releasedForUndo(checkout, checkout.cart.sales));
  return true;
}

/** Releases the sales of one Event. The sales of other Events stay reserved. Returns false like `releaseCart`. */
export async function releaseOneEvent(checkout: OpenCheckout, eventId: number): Promise<boolean> {
  const { purchase, cart } = checkout;
  const sales = cart?.sales ?? [];
  const removed = sales.filter((sale) => sale.eventId === eventId);
  if (!(await releaseReserved(removed.map(({ key }) => key)))) return false;

  const kept = sales.filter((sale) => sale.eventId !== eventId);
  const expired = checkout.state === "reserved" ? checkout.expired : [];
  const reservations = (cart ? [...expired, ...kept.map(remembered)] : purchase.reservations).filter(
    (one) => one.eventId !== eventId,
  );
  const { total: _before, ...rest } = purchase;
  const total = cart && kept.length > 0 && sumOf(cart, kept);
  if (reservations.length === 0 && !purchase.paidKeys) await forgetPurchase();
  else await rememberPurchase({ ...rest, reservations, ...(total && { total }) });
  if (checkout.state === "reserved" && removed.length > 0)
    await offerUndo(releasedForUndo(checkout, removed, kept.length > 0));
  return true;
}
