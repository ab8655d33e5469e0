import "server-only";

import type { KeptPart } from "#lib/cart/kept-parts.ts";
import { prepareCart, releaseReserved } from "#lib/cart/reserving/release-and-extend.ts";
import { remembered } from "#lib/cart/reserving/try-to-reserve.ts";
import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import { keepPlaces } from "#lib/security/live-reservations.ts";
import { amendPurchase } from "#lib/session/purchase/purchase-cookie.ts";
import { type Failure, failureOnFault } from "#lib/ticketing/client/fault.ts";
import { type ReservationRefusal, ticketCount } from "#lib/ticketing/model/reservation.ts";
import { type Kept, keepTickets } from "#lib/ticketing/reservations.ts";

/**
 * Gives back tickets of a Cart: neither is anything reserved anew, nor does the rest lose its price. The sales that are not named
 * stay. "not_offered": nothing was given back, as the service cannot keep a part of a reservation.
 */
export async function giveBack(
  checkout: Extract<OpenCheckout, { state: "reserved" }>,
  parts: readonly KeptPart[],
  now: Date,
): Promise<"given_back" | "not_offered" | ReservationRefusal | Failure> {
  const { cart, expired, purchase } = checkout;
  const prepared = await failureOnFault(prepareCart(cart, now));
  if (typeof prepared === "string") return prepared;
  const given: KeptPart[] = [];
  let refusal: Exclude<Kept, "kept"> | Failure | undefined;
  // A service that cannot keep a part says so before anything is released.
  const keptFirst = parts.toSorted((one, other) => Number(one.kept.length === 0) - Number(other.kept.length === 0));
  for (const part of keptFirst) {
    const outcome = await failureOnFault(keepPart(part));
    if (outcome !== "kept") {
      refusal = outcome;
      break;
    }
    given.push(part);
  }
  if (given.length > 0) {
    const { total: _before, ...rest } = purchase;
    const left = prepared.flatMap((sale) => {
      const part = given.find((one) => one.sale.key === sale.key);
      if (part?.kept.length === 0) return [];
      return [remembered({ ...sale, lines: part?.kept ?? sale.lines })];
    });
    await amendPurchase({ ...rest, reservations: [...expired, ...left] });
  }
  return refusal ?? "given_back";
}

async function keepPart({ sale: { key }, kept }: KeptPart): Promise<Kept | Failure> {
  // Every service has the call that releases all of a reservation.
  if (kept.length === 0) return (await releaseReserved([key])) ? "kept" : "no_answer";
  const outcome = await keepTickets(key, kept);
  if (outcome === "kept") keepPlaces(key, ticketCount(kept));
  return outcome;
}
