import "server-only";

import type { HeldAgain } from "#components/reservation-clock.tsx";
import type { Locale } from "#i18n/routing.ts";
import type { Standing } from "#lib/purchase/checkout-state.ts";
import type { Undo } from "#lib/session/undo/undo.ts";
import { newCheckoutId } from "#lib/session/visit/visit.ts";
import { takeAgain } from "./take-again.ts";

/** Reserves again what was let go of, into the cart that is there by now or into a new one. */
export async function undoRelease(undo: Undo, stand: Standing, locale: Locale, now: Date): Promise<HeldAgain> {
  const isHeld = stand.at === "held";
  // What was paid earlier stays with the visit: its tickets are this browser's to see.
  const paid = stand.at === "paid" && { paidKeys: stand.saleKeys };
  const before = isHeld ? stand.visit : { checkoutId: newCheckoutId(), cartId: "", ...paid };
  const reservations = undo.events.map((event) => ({ ...event, key: "" }));
  const visit = { ...(undo.buyer && { buyer: undo.buyer }), ...before, reservations };
  return takeAgain({
    ended: { visit, ...(isHeld && { cart: stand.cart }), codes: undo.codes },
    locale,
    now,
    name: `undo ${undo.id}`,
    ...(isHeld && { lapsed: stand.lapsed }),
  });
}
