import "server-only";

import { limitKeyOf } from "#lib/orders/order.ts";
import type { TicketedSale } from "#lib/orders/tickets.ts";
import { withinLimits } from "#lib/security/limits.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";

/**
 * Counts a visitor's try to return or move tickets of an order, and returns whether it is within the limits. The order's link
 * alone does neither: the visitor also enters the Buyer's email.
 */
export async function mayTryAsBuyer(sales: readonly TicketedSale[]): Promise<boolean> {
  return withinLimits({ returnTicketsPerOrder: limitKeyOf(sales), showTicketsPerNetwork: await visitorNetwork() });
}
