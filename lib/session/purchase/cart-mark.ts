/**
 * The cookie that tells the script of a cached page to ask for the cart. It has no content, is trusted for nothing else, and
 * expires with the reservation. Visitors without it cause no request.
 */
export const CART_MARK = "foyer-cart";

/** Returns whether the browser has the cookie, with or without the prefix: a static page does not know how it is opened. */
export function hasCartMark(): boolean {
  return document.cookie.includes(`${CART_MARK}=`);
}
