import "server-only";

import { releaseOneEvent } from "#lib/cart/reserving/release-tickets.ts";
import { type ReserveResult, reserveInto } from "#lib/cart/reserving/reserve.ts";
import { shownPrices } from "#lib/cart/summary.ts";
import { catalogueOffering } from "#lib/catalogue/events.ts";
import { liveSales } from "#lib/purchase/cart-state.ts";
import type { OpenCheckout } from "#lib/purchase/checkout-state-of.ts";
import { sourceOf } from "#lib/session/purchase/purchase-cookie.ts";
import { offerUndo } from "#lib/session/undo-cookie.ts";
import { allInPrice } from "#lib/ticketing/model/offering.ts";
import { type SelectionLine, ticketCount } from "#lib/ticketing/model/reservation.ts";

export type QuantityChange = {
  readonly eventId: number;
  readonly ticketTypeId: number;
  /** How many to have afterwards, so that a change sent twice is made once. 0 removes the line. */
  readonly quantity: number;
};

export type QuantityChanged = {
  readonly outcome: ReserveResult;
  /** How many of the type were reserved before, and still are where it was refused. */
  readonly before: number;
};

/** Changes the quantity of one line of a Cart. When that is refused, all stays reserved as it was. */
export async function changeQuantity(
  checkout: OpenCheckout,
  { eventId, ticketTypeId, quantity }: QuantityChange,
  proof: unknown,
  now: Date,
): Promise<QuantityChanged> {
  const sales = (checkout.cart ? liveSales(checkout.cart, now) : []).filter((sale) => sale.eventId === eventId);
  const lines = sales.flatMap((sale) => sale.lines);
  const removed = lines.filter((line) => line.ticketTypeId === ticketTypeId);
  const before = ticketCount(removed);
  const [first] = removed;
  // An expired line is not reserved anew by itself, nor one that another tab removed: the page then shows what there is.
  if (checkout.state !== "reserved" || first === undefined) return { outcome: RESERVED, before };
  const others = lines.map((line) => (line.ticketTypeId === ticketTypeId ? { ...line, quantity: 0 } : line));
  const wanted = wantedOf([...others, { ticketTypeId, quantity }]);

  if (wanted.length === 0) {
    const isReleased = await releaseOneEvent(checkout, eventId);
    return { outcome: isReleased ? RESERVED : { result: "refused", refusal: "no_answer" }, before };
  }
  const shown = shownPrices(lines.map((line) => ({ id: line.ticketTypeId, allIn: allInPrice(line) })));
  const form = { eventId, wanted, shown, code: undefined, source: undefined };
  const offering = (await catalogueOffering(eventId)).value;
  const outcome = await reserveInto(checkout, form, { offering, proof, now, keepsId: true });
  const source = sourceOf(checkout.purchase, eventId);
  if (outcome.result === "reserved" && quantity === 0)
    await offerUndo({
      at: Date.now(),
      events: [{ eventId, eventName: sales[0]?.eventName ?? "", lines: removed, ...(source && { source }) }],
      isOneOfSeveral: true,
      ticketType: first.name,
      codes: [],
      ...(checkout.purchase.buyer && { buyer: checkout.purchase.buyer }),
    });
  return { outcome, before };
}

const RESERVED = { result: "reserved" } as const;

/** Returns one line for each ticket type, in the place of its first. */
function wantedOf(lines: readonly SelectionLine[]): readonly SelectionLine[] {
  return [...Map.groupBy(lines, ({ ticketTypeId }) => ticketTypeId)].flatMap(([ticketTypeId, same]) => {
    const quantity = ticketCount(same);
    return quantity > 0 ? [{ ticketTypeId, quantity }] : [];
  });
}
