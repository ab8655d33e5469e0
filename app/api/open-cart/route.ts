import { openCart } from "#lib/purchase/open-cart.ts";
import { currentPurchase, unmarkCart } from "#lib/session/purchase/purchase-cookie.ts";

/** Tells the script of a page that is cached for everyone about the visitor's cart. */
export async function GET(): Promise<Response> {
  const cart = await openCart(new Date());
  // Where there is a purchase, another tab may be reserving into it at this moment, and its mark must stay.
  if (cart === undefined && (await currentPurchase()) === undefined) await unmarkCart();
  const headers = { "Cache-Control": "private, no-store", "Cross-Origin-Resource-Policy": "same-origin" };
  return Response.json({ cart: cart ?? null }, { headers });
}
