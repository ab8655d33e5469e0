import "server-only";

import { prepareCart } from "#lib/cart/reserving/prepare-cart.ts";
import { extendReserved } from "#lib/cart/reserving/reserved-places.ts";
import { catalogueOffering } from "#lib/catalogue/offerings.ts";
import { liveSales } from "#lib/purchase/cart-state.ts";
import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import { placesOnSale } from "#lib/security/reservation-limits.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import type { CartSale } from "#lib/ticketing/model/cart.ts";
import { ticketTypesOf } from "#lib/ticketing/model/offering.ts";
import type { ReservedLine } from "#lib/ticketing/model/reservation.ts";
import type { SelectionLine } from "#lib/ticketing/model/selection.ts";
import type { TicketType } from "#lib/ticketing/model/ticket-type.ts";
import { type EventResult, reserveAsMuch } from "./reserve-as-much.ts";

export type ReserveAgainResult = {
  /** Sales that did not expire. */
  readonly stillReserved: readonly CartSale[];
  readonly results: readonly (EventResult & { readonly eventName: string })[];
  readonly cartId?: string;
  readonly ticketTypes: readonly TicketType[];
  /** The lines of the expired sales, as far as the service still has them, to compare prices. */
  readonly before: readonly ReservedLine[];
};

/** The visit, and the cart as far as the service still has it. */
export type PreviousCart = Pick<OpenCheckout, "visit" | "cart"> & {
  /** The codes to use where the cart no longer exists. */
  readonly codes?: readonly string[];
};

type ExpiredEvent = { readonly eventId: number; readonly eventName: string; readonly lines: readonly SelectionLine[] };

/** Reserves the same selection over all events: what has expired is reserved again, what is still reserved stays. */
export async function reserveMissing(
  { visit, cart, codes = [] }: PreviousCart,
  now: Date,
): Promise<ReserveAgainResult> {
  const stillReserved = cart ? liveSales(cart, now) : [];
  const inCart = cart?.sales ?? [];
  const expired = [
    ...inCart.filter((sale) => !stillReserved.includes(sale)),
    ...visit.reservations.filter(({ key }) => !inCart.some((sale) => sale.key === key)),
  ];
  const offerings = await Promise.all(expired.map(({ eventId }) => catalogueOffering(eventId)));
  const onSale = new Map(offerings.map(({ value }, at) => [expired[at]?.eventId, placesOnSale(value)]));
  const network = await visitorNetwork();
  const ticketTypes = offerings.flatMap(({ value }) => value?.groups.flatMap(ticketTypesOf) ?? []);

  let cartId = stillReserved.length > 0 ? cart?.id : undefined;
  if (cart && cartId !== undefined) await prepareCart(cart, now);
  const code = (cart?.codes.map((answer) => answer.code) ?? codes).join(" ");
  const results: (EventResult & { readonly eventName: string })[] = [];
  for (const { eventId, eventName, lines } of scarcestFirst(expired, ticketTypes)) {
    const options = cartId === undefined ? { ...(code && { code }) } : { cartId };
    // No second proof of work: these tickets were in the visitor's cart before.
    const claimant = { network, onSale: onSale.get(eventId) ?? 0, isProven: true, ...(cartId && { visitor: cartId }) };
    const result = await reserveAsMuch(eventId, lines.map(wantedOf), options, claimant);
    cartId ??= result.reservation?.cartId;
    results.push({ ...result, eventName });
  }
  // The older sales expire first, and the cart with them: all sales are extended.
  if (cartId !== undefined && stillReserved.length > 0) await extendReserved(cartId, network);
  const before = inCart.flatMap(({ lines }) => lines);
  return { stillReserved, results, ticketTypes, before, ...(cartId !== undefined && { cartId }) };
}

/** Returns whether at least one sale is reserved now. */
export function isAnyReserved({ stillReserved, results }: ReserveAgainResult): boolean {
  return stillReserved.length > 0 || results.some(({ reservation }) => reservation !== undefined);
}

function wantedOf({ ticketTypeId, quantity }: SelectionLine): SelectionLine {
  return { ticketTypeId, quantity };
}

/**
 * Orders the events by the tickets left, fewest first, so that a refusal is known before the other reservations start.
 */
function scarcestFirst(expired: readonly ExpiredEvent[], ticketTypes: readonly TicketType[]): readonly ExpiredEvent[] {
  const spare = ({ lines }: ExpiredEvent) =>
    Math.min(
      ...lines.map(({ ticketTypeId, quantity }) => {
        const available = ticketTypes.find(({ id }) => id === ticketTypeId)?.available;
        return available === undefined ? Number.POSITIVE_INFINITY : available - quantity;
      }),
    );
  return expired.toSorted((a, b) => spare(a) - spare(b) || 0);
}
