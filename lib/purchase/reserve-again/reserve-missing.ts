import "server-only";

import { catalogueOffering } from "#lib/catalogue/offerings.ts";
import type { CartSale } from "#lib/domain/cart/cart.ts";
import { liveSales } from "#lib/domain/cart/cart-state.ts";
import { ticketTypesOf } from "#lib/domain/catalogue/offering.ts";
import type { TicketType } from "#lib/domain/catalogue/ticket-type.ts";
import { placesOnSale } from "#lib/domain/reservation/place-limits.ts";
import type { ReservedLine } from "#lib/domain/reservation/reservation.ts";
import type { Wanted } from "#lib/domain/reservation/selection.ts";
import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import { makeRoom } from "#lib/purchase/reserve/prepare-cart.ts";
import { extendReserved } from "#lib/purchase/reserve/reserved-places.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { type Again, reserveAsMuch } from "./reserve-as-much.ts";

export type PutBack = {
  /** Were held all the time, and still are. */
  readonly live: readonly CartSale[];
  readonly again: readonly (Again & { readonly eventName: string })[];
  readonly cartId?: string;
  readonly ticketTypes: readonly TicketType[];
  /** The lines of the hold that ended, if the service still had them: their prices are compared. */
  readonly before: readonly ReservedLine[];
};

/** What there was, and the cart as far as the service still has it. */
export type Ended = Pick<OpenCheckout, "visit" | "cart"> & {
  /** To be used again where the cart itself is gone. */
  readonly codes?: readonly string[];
};

type EndedEvent = { readonly eventId: number; readonly eventName: string; readonly lines: readonly Wanted[] };

/** The same selection over all events: what has ended is reserved anew, and what is still held stays where it is. */
export async function putBack({ visit, cart, codes = [] }: Ended, now: Date): Promise<PutBack> {
  const live = cart ? liveSales(cart, now) : [];
  const inCart = cart?.sales ?? [];
  const ended = [
    ...inCart.filter((sale) => !live.includes(sale)),
    ...visit.reservations.filter(({ key }) => !inCart.some((sale) => sale.key === key)),
  ];
  const offerings = await Promise.all(ended.map(({ eventId }) => catalogueOffering(eventId)));
  const onSale = new Map(offerings.map(({ value }, at) => [ended[at]?.eventId, placesOnSale(value)]));
  const network = await visitorNetwork();
  const ticketTypes = offerings.flatMap(({ value }) => value?.groups.flatMap(ticketTypesOf) ?? []);

  let cartId = live.length > 0 ? cart?.id : undefined;
  if (cart && cartId !== undefined) await makeRoom(cart, now);
  const code = (cart?.codes.map((answer) => answer.code) ?? codes).join(" ");
  const again: (Again & { readonly eventName: string })[] = [];
  for (const { eventId, eventName, lines } of scarcestFirst(ended, ticketTypes)) {
    const options = cartId === undefined ? { ...(code && { code }) } : { cartId };
    // Once proven is enough: these were in the visitor's cart before.
    const claimant = { network, onSale: onSale.get(eventId) ?? 0, isProven: true, ...(cartId && { visitor: cartId }) };
    const result = await reserveAsMuch(eventId, lines.map(wantedOf), options, claimant);
    cartId ??= result.reservation?.cartId;
    again.push({ ...result, eventName });
  }
  // What was held all the time ends first, and would take the rest along: all of it is asked for anew.
  if (cartId !== undefined && live.length > 0) await extendReserved(cartId, network);
  const before = inCart.flatMap(({ lines }) => lines);
  return { live, again, ticketTypes, before, ...(cartId !== undefined && { cartId }) };
}

function wantedOf({ ticketTypeId, quantity }: Wanted): Wanted {
  return { ticketTypeId, quantity };
}

/** What cannot be had is known early, and the others' clocks start late. */
function scarcestFirst(ended: readonly EndedEvent[], ticketTypes: readonly TicketType[]): readonly EndedEvent[] {
  const spare = ({ lines }: EndedEvent) =>
    Math.min(
      ...lines.map(({ ticketTypeId, quantity }) => {
        const available = ticketTypes.find(({ id }) => id === ticketTypeId)?.available;
        return available === undefined ? Number.POSITIVE_INFINITY : available - quantity;
      }),
    );
  return ended.toSorted((a, b) => spare(a) - spare(b) || 0);
}
