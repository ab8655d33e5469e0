import "server-only";

import { orderReference } from "#lib/orders/order.ts";
import { paidReference } from "#lib/orders/paid-reference.ts";
import { returnAddress } from "#lib/orders/return-address.ts";
import { orderState, type TicketedSale } from "#lib/orders/tickets.ts";
import { currentPurchase } from "#lib/session/purchase/purchase-cookie.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { addMoney, toDecimal } from "#lib/ticketing/model/money.ts";
import type { Source } from "#lib/ticketing/model/reservation.ts";
import { listSites } from "#lib/ticketing/sites.ts";

/** A page of the promoter from which the buyer came, and its address with a reference of what was paid. */
type WayBack = { readonly host: string; readonly href: string };

type Returning = TicketedSale & { readonly source: Source & { readonly returnTo: string } };

/** Returns the pages that this visitor may go back to from a paid order. Only the browser that reserved its tickets knows them. */
export async function waysBack(sales: readonly TicketedSale[]): Promise<readonly WayBack[]> {
  const { reservations = [], issuedAt } = (await currentPurchase()) ?? {};
  const returning = sales.flatMap((one): Returning[] => {
    const { source } = reservations.find(({ key }) => key === one.sale.key) ?? {};
    const { returnTo } = source ?? {};
    return returnTo === undefined ? [] : [{ ...one, source: { ...source, returnTo } }];
  });
  if (returning.length === 0 || orderState(sales) !== "valid") return [];
  const sites = (await undefinedOnFault(listSites())) ?? [];
  const bySite = Map.groupBy(returning, ({ source }) => returnAddress(source.returnTo, sites)?.host);
  return [...bySite].flatMap(([host, [first, ...others]]) => {
    const address = first && returnAddress(first.source.returnTo, sites)?.href;
    if (host === undefined || first === undefined || address === undefined) return [];
    const reference = referenceOf([first, ...others], { order: orderReference(sales), site: host, issuedAt });
    return [{ host, href: `${address}#foyer=${reference}` }];
  });
}

type Told = { readonly order: string; readonly site: string; readonly issuedAt: number | undefined };

/** Returns a reference of these sales of an order for a site. It has the event of the first. */
function referenceOf(all: readonly [Returning, ...Returning[]], { order, site, issuedAt = Date.now() }: Told): string {
  const [first] = all;
  const sum = all.map(({ sale }) => sale.total).reduce(addMoney);
  const { clickIds } = first.source;
  return paidReference({
    v: 1,
    site,
    order,
    event: first.sale.eventId,
    tickets: all.reduce((count, { tickets }) => count + tickets.length, 0),
    sum: Number(toDecimal(sum)),
    currency: sum.currency,
    ...(clickIds && { clickIds }),
    // Of an order that cost nothing, when this browser took its last step.
    at:
      all.flatMap(({ sale }) => sale.payments.flatMap(({ created }) => created ?? []))[0] ??
      new Date(issuedAt).toISOString(),
  });
}
