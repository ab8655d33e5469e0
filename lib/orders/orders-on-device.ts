import "server-only";

import { hasEnded, ticketsOfSales } from "#lib/orders/tickets.ts";
import { boughtOrders } from "#lib/session/bought-cookie.ts";
import type { BoughtOrder } from "#lib/session/bought-orders.ts";
import { areDevicesRevoked } from "#lib/session/links/link-cutoffs.ts";
import { sealDeviceLink } from "#lib/session/links/sale-link.ts";
import { log } from "#lib/telemetry/log.ts";

/** An order in the list of this device. */
export type OrderOnDevice = {
  readonly link: string;
  readonly events: readonly string[];
  /** The first date of its tickets. */
  readonly first?: { readonly startsAt: string; readonly timeZone: string };
};

/** Each is read from the service, and few visitors have more. */
const SHOWN_MAX = 5;

/**
 * Returns the newest orders of this device whose links still open. An order that cannot be read now is left out: the
 * page around the list is of use without it.
 */
export async function ordersOnDevice(): Promise<readonly OrderOnDevice[]> {
  const newest = (await boughtOrders()).slice(0, SHOWN_MAX);
  return (await Promise.all(newest.map(read))).filter((order) => order !== undefined);
}

async function read({ keys, boughtAt }: BoughtOrder): Promise<OrderOnDevice | undefined> {
  try {
    // A new link was made since, or the order removed: this device may be the one that the buyer locked out.
    if (await areDevicesRevoked(keys, boughtAt)) return undefined;
    const sales = await ticketsOfSales(keys);
    if (sales === undefined || sales.every(hasEnded)) return undefined;
    const dates = sales.flatMap(({ tickets }) => tickets.flatMap(({ eventDate }) => eventDate ?? []));
    const first = dates.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))[0];
    return {
      link: await sealDeviceLink(keys, boughtAt),
      events: [...new Set(sales.map(({ sale }) => sale.eventName))],
      ...(first && { first }),
    };
  } catch (fault) {
    log("warn", "An order of this device could not be read.", { fault: String(fault) });
    return undefined;
  }
}
