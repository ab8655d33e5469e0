import "server-only";

import { unavailableFile } from "#app/unavailable-file.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { answeredRoute } from "#lib/ticketing/client/fault.ts";

/** Headers of every response below a sale's link. */
const PRIVATE = {
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
};

/** Returns a file that no cache stores. */
export function privateFile(body: BodyInit, { type, name }: { type: string; name: string }): Response {
  return new Response(body, {
    headers: { ...PRIVATE, "Content-Type": type, "Content-Disposition": `inline; filename="${name}"` },
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
    async (_request, { params }) => unavailableFile(localeFrom((await params).locale), "order", PRIVATE),
  );
}

/** Returns the same response for an unknown, a changed and an unpaid link. */
function notFoundFile(): Response {
  return new Response(null, { status: 404, headers: PRIVATE });
}
