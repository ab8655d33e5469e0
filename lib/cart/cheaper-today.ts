import "server-only";

import { byType, todaysPrices } from "#lib/cart/todays-prices.ts";
import { liveSales } from "#lib/purchase/cart-state.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { quote } from "#lib/ticketing/codes.ts";
import type { Cart } from "#lib/ticketing/model/cart.ts";
import { addMoney, type Money, timesMoney } from "#lib/ticketing/model/money.ts";
import type { Offering } from "#lib/ticketing/model/offering.ts";

/** Returns the total of a Cart with the tickets of this event at the prices of an offering, where that is lower than it is. */
export async function cheaperToday(
  cart: Cart,
  eventId: number,
  offering: Offering | undefined,
  now: Date,
): Promise<Money | undefined> {
  const sales = liveSales(cart, now).filter((sale) => sale.eventId === eventId);
  const lines = sales.flatMap((sale) => sale.lines);
  if (lines.length === 0) return undefined;
  const prices = todaysPrices(lines, offering);
  if (prices.state !== "changed") return undefined;
  const costs = prices.changes.map(({ line, before, now: price }) =>
    timesMoney({ ...price, minor: price.minor - before.minor }, line.quantity),
  );
  const gross = costs.reduce(addMoney, cart.total);
  if (gross.minor >= cart.total.minor) return undefined;
  const options = { cartId: cart.id, replaces: sales.map(({ key }) => key) };
  const quoted = await undefinedOnFault(quote(eventId, byType(lines), options));
  // Without a quote the discounts at these prices are not known.
  const total = quoted?.total ?? (cart.savings.length === 0 ? gross : undefined);
  return total && total.minor < cart.total.minor ? total : undefined;
}
