import { localeFrom } from "#lib/i18n/routing.ts";
import { removeFromDevice } from "#lib/orders/orders-on-device.ts";
import { refuseForeignOrigin } from "#lib/security/same-origin.ts";

/**
 * "Remove from this device": ends this device's access to the orders paid on it, and makes the browser delete the copies of their
 * pages and the service workers. The orders themselves stay. It is a route handler because an action cannot set `Clear-Site-Data`.
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
