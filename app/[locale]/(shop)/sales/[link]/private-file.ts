import "server-only";

import { unavailableFile } from "#app/unavailable-file.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { answeredRoute } from "#lib/ticketing/client/fault.ts";

/** Returns a file. As below every private address, no cache stores it and no other origin may load it (`PRIVATE` of `next.config.js`). */
export function privateFile(body: BodyInit, { type, name }: { type: string; name: string }): Response {
  return new Response(body, {
    headers: { "Content-Type": type, "Content-Disposition": `inline; filename="${name}"` },
  });
}

type Params = { readonly locale: string; readonly link: string };

/**
 * Makes the route of a file below an order's link. `fileOf` returns `undefined` where there is none. While the ticketing service does
 * not answer, a page says so with the words of the order's own page.
 */
export function orderFile(fileOf: (params: Params) => Promise<Response | undefined>) {
  return answeredRoute(
    async (_request: Request, { params }: { readonly params: Promise<Params> }) =>
      (await fileOf(await params)) ?? notFoundFile(),
    async (_request, { params }) => unavailableFile(localeFrom((await params).locale), "order"),
  );
}

/** Returns the same response for an unknown, a changed and an unpaid link. */
function notFoundFile(): Response {
  return new Response(null, { status: 404 });
}
