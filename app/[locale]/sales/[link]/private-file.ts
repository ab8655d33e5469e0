import "server-only";

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

/** Returns the same response for an unknown, a changed and an unpaid link. */
export function notFoundFile(): Response {
  return new Response(null, { status: 404, headers: PRIVATE });
}
