import type { Caller } from "#src/platform/domain/caller.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { type Loss, lossesOf } from "#src/pricing/domain/kept-terms.ts";
import type { Cart } from "#src/reservations/domain/cart.ts";
import { isUnpaid } from "#src/reservations/domain/sale.ts";
import type { SaleLineRow } from "#src/reservations/store/cart-prices.ts";
import { listLinesAsReserved, rulesOfRest } from "./rest-price.ts";

/** What giving back a part of a cart takes from the savings on the rest. */
export type CartLosses = {
  /** One ticket of a line fewer, or all where its type is sold in larger numbers. `undefined`: nothing is lost. */
  readonly ofLine: (saleId: number, ticketTypeId: number) => (Loss & { readonly quantity: number }) | undefined;
  /** All tickets of an event. */
  readonly ofEvent: (eventId: number) => Loss | undefined;
};

const NONE: CartLosses = { ofLine: () => undefined, ofEvent: () => undefined };

/** Returns what a buyer must know before they give back tickets of a cart. */
export async function findLosses({ db, limits }: Runtime, { account }: Caller, cart: Cart): Promise<CartLosses> {
  const sales = cart.sales.filter(isUnpaid);
  if (cart.savings.length === 0 || sales.some(({ secondsLeft }) => secondsLeft === 0)) return NONE;
  const rules = await rulesOfRest(db, cart.key, sales);
  if (rules === undefined) return NONE;
  const lines = await listLinesAsReserved(db, account.id, cart.key, limits.latePaySeconds);
  const events = [...new Set(lines.map(({ eventId }) => eventId))];
  const changes = [
    ...lines.map((line) => lines.map((one) => (one === line ? { ...one, quantity: fewerOf(line) } : one))),
    ...events.map((eventId) => lines.map((one) => (one.eventId === eventId ? { ...one, quantity: 0 } : one))),
  ];
  const losses = lossesOf(lines, rules, changes);
  return {
    ofLine(saleId, ticketTypeId) {
      const at = lines.findIndex((line) => line.saleId === saleId && line.ticketTypeId === ticketTypeId);
      const [line, loss] = [lines[at], losses[at]];
      return line && loss && { ...loss, quantity: fewerOf(line) };
    },
    ofEvent: (eventId) => losses[lines.length + events.indexOf(eventId)],
  };
}

function fewerOf({ quantity, minimumPerOrder }: SaleLineRow): number {
  return quantity > minimumPerOrder ? quantity - 1 : 0;
}
