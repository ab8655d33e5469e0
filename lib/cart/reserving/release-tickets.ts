import "server-only";

import { releaseReserved } from "#lib/cart/reserving/reserved-places.ts";
import { remembered } from "#lib/cart/reserving/try-to-reserve.ts";
import { releasedForUndo } from "#lib/cart/reserving/undo-release.ts";
import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import { offerUndo } from "#lib/session/undo-cookie.ts";
import { amendVisit, forgetVisit, rememberVisit } from "#lib/session/visit/visit-cookie.ts";
import type { CartSale } from "#lib/ticketing/model/cart.ts";
import { addMoney } from "#lib/ticketing/model/money.ts";

/**
 * Releases every unpaid sale of a Cart, and offers to undo it. Returns false when the service did not release all of
 * them: the visit stays as it is then, so that a second try is possible.
 */
export async function releaseCart(checkout: OpenCheckout): Promise<boolean> {
  const { visit, cart } = checkout;
  const released = cart?.sales ?? visit.reservations;
  if (!(await releaseReserved(released.map(({ key }) => key)))) return false;

  if (visit.paidKeys) await amendVisit({ ...visit, reservations: [] });
  else await forgetVisit();
  if (checkout.state === "reserved") await offerUndo(releasedForUndo(checkout, checkout.cart.sales));
  return true;
}

/** Releases the sales of one Event. The sales of other Events stay reserved. Returns false like `releaseCart`. */
export async function releaseOneEvent(checkout: OpenCheckout, eventId: number): Promise<boolean> {
  const { visit, cart } = checkout;
  const sales = cart?.sales ?? [];
  const removed = sales.filter((sale) => sale.eventId === eventId);
  if (!(await releaseReserved(removed.map(({ key }) => key)))) return false;

  const kept = sales.filter((sale) => sale.eventId !== eventId);
  const expired = checkout.state === "reserved" ? checkout.expired : [];
  const reservations = (cart ? [...expired, ...kept.map(remembered)] : visit.reservations).filter(
    (one) => one.eventId !== eventId,
  );
  const { total: _before, ...rest } = visit;
  const total = cart && kept.length > 0 && sumOf(kept, cart.total.currency);
  if (reservations.length === 0 && !visit.paidKeys) await forgetVisit();
  else await rememberVisit({ ...rest, reservations, ...(total && { total }) });
  if (checkout.state === "reserved" && removed.length > 0)
    await offerUndo(releasedForUndo(checkout, removed, kept.length > 0));
  return true;
}

function sumOf(sales: readonly CartSale[], currency: string) {
  return sales.map(({ total }) => total).reduce(addMoney, { minor: 0, currency });
}
