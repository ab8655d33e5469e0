/**
 * The cookie that tells the script of a cached page to ask for the cart. It has no content, is trusted for nothing else, and
 * expires with the reservation. Visitors without it cause no request.
 */
export const CART_MARK = "__Host-foyer-cart";

/** Returns whether the browser has the cookie. */
export function hasCartMark(): boolean {
  return document.cookie.includes(`${CART_MARK}=`);
}
