/** Pages with data of one visitor: never cached, never indexed, with a nonce for each request. */
export const PRIVATE_ROUTES: readonly string[] = [
  "/:locale/events/:eventId/tickets",
  "/:locale/events/:eventId/waiting-list",
  "/:locale/events/:eventId/line",
  "/:locale/waiting-list/:path*",
  "/:locale/cart",
  "/:locale/checkout/:path*",
  "/:locale/sales/:path*",
  "/:locale/find-tickets/:path*",
  "/:locale/partner/:path*",
  "/:locale/promoter/:path*",
  "/:locale/hand-off",
  "/:locale/out-of-date",
];

/** Pages that are rendered for each request, with a nonce, and contain no data of a visitor. */
export const DYNAMIC_ROUTES: readonly string[] = ["/:locale/search", "/:locale/qr-test"];
