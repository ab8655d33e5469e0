import "server-only";

/** Said of everything below a sale's link, whatever it answers. */
const PRIVATE = {
  "Cache-Control": "private, no-store",
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
};

/** A file for whoever has the link, kept nowhere in between. */
export function privateFile(body: BodyInit, { type, name }: { type: string; name: string }): Response {
  return new Response(body, {
    headers: { ...PRIVATE, "Content-Type": type, "Content-Disposition": `inline; filename="${name}"` },
  });
}

/** Unknown, changed, not paid for: one and the same answer. */
export function nothing(): Response {
  return new Response(null, { status: 404, headers: PRIVATE });
}
