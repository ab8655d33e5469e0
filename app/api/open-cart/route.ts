import { openCart } from "#lib/purchase/open-cart.ts";
import { unmarkCart } from "#lib/session/purchase/purchase-cookie.ts";

/** Tells the script of a page that is cached for everyone about the visitor's cart. */
export async function GET(): Promise<Response> {
  const cart = await openCart(new Date());
  if (cart === undefined || cart.count === 0) await unmarkCart();
  const headers = { "Cache-Control": "private, no-store", "Cross-Origin-Resource-Policy": "same-origin" };
  return Response.json({ cart: cart ?? null }, { headers });
}
