import { localeFrom } from "#lib/i18n/routing.ts";
import { removeFromDevice } from "#lib/orders/orders-on-device.ts";
import { refuseForeignOrigin } from "#lib/security/same-origin.ts";

/**
 * "Remove from this device": ends what this device has of the orders that were paid here, and has the browser delete the
 * copies of their pages with the workers. The orders themselves stay. A route handler, because an action cannot set the header.
 */
export async function POST(request: Request, { params }: RouteContext<"/[locale]/find-tickets/forget">) {
  const refused = refuseForeignOrigin(request);
  if (refused) return refused;
  await removeFromDevice();
  const headers = {
    Location: `/${localeFrom((await params).locale)}/find-tickets?removed=1`,
    "Clear-Site-Data": '"storage"',
    "Cache-Control": "no-store",
  };
  return new Response(null, { status: 303, headers });
}
