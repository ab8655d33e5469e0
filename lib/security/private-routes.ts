/**
 * Pages that know their visitor: kept by no cache, indexed by nobody, and with a nonce of their own. The proxy's matcher
 * must be written out, as the framework reads it without running it: a test compares the two.
 */
export const PRIVATE_ROUTES: readonly string[] = [
  "/:locale/events/:eventId/tickets",
  "/:locale/cart",
  "/:locale/checkout/:path*",
  "/:locale/sales/:path*",
  "/:locale/promoter/:path*",
  "/:locale/hand-off",
];

/** Pages that are drawn for each request, with a nonce, and hold nothing of the visitor. */
export const DYNAMIC_ROUTES: readonly string[] = ["/:locale/search", "/:locale/qr-test"];
