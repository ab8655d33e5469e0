import "server-only";

import { patternOf } from "#lib/security/route-patterns.ts";
import { ROUTES } from "#lib/security/routes.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { hasBought } from "./bought-orders.ts";
import { openGuestLink, openSaleLink } from "./links/links.ts";
import { purchaseIn } from "./purchase/sealed-purchase.ts";

const OF_PURCHASE = patternOf(ROUTES.ofPurchase);
const OF_LINK = patternOf(ROUTES.ofLink);

/**
 * Returns whether a page of a payment or an order shows this visitor their own: such a page is never late. The addresses alone are
 * known to everyone. For code that runs before a page.
 */
export async function isOwnPage(cookies: string, path: string): Promise<boolean> {
  if (OF_PURCHASE.test(path)) return (await purchaseIn(cookies)) !== undefined || hasBought(cookies);
  const { kind, link = "" } = OF_LINK.exec(path)?.groups ?? {};
  return kind === "sales" && showsOrders(cookies, link);
}

/**
 * Returns whether the page of a link shows an order: that of the link, or those that this device bought. Where the service does not
 * answer whether one of our links has ended, the page says so.
 */
export async function showsOrders(cookies: string, link: string): Promise<boolean> {
  const opens = Promise.all([openSaleLink(link), openGuestLink(link)]).then((found) => found.some(Boolean));
  return ((await undefinedOnFault(opens)) ?? true) || hasBought(cookies);
}
