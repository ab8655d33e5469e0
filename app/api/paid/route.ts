import { openPaidReference } from "#lib/orders/paid-reference.ts";

/** The page that a buyer comes back to may ask, as a program may: the reference is all that they have, and no cookie is read. */
const HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Cache-Control": "no-store",
};

/** Returns what a reference says was paid, where its signature is ours. */
export function GET(request: Request): Response {
  const paid = openPaidReference(new URL(request.url).searchParams.get("reference") ?? "");
  return Response.json(paid ?? {}, { status: paid === undefined ? 404 : 200, headers: HEADERS });
}
