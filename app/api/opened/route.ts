import { countOpened } from "#lib/catalogue/opened/opened-pages.ts";
import { readText } from "#lib/runtime/limited-text.ts";
import { withinLimit } from "#lib/security/limits.ts";
import { networkOfHeaders } from "#lib/security/network.ts";
import { refuseForeignOrigin } from "#lib/security/same-origin.ts";

/** Ten campaign fields of 200 characters, encoded twice. */
const BODY_BYTES_MAX = 16_000;

/**
 * Counts a page of ours that a link, an embed or a campaign has opened. It reads and sets no cookie, and stores nothing of the visitor.
 * Anyone may invent a page view: it decides nothing.
 */
export async function POST(request: Request): Promise<Response> {
  // First: another site that a visitor opens would use up the page views of their network.
  const closed = refuseForeignOrigin(request);
  if (closed) return closed;
  if (!(await withinLimit("openedPerNetwork", networkOfHeaders(request.headers)))) return answer(429);
  const text = await readText(request, BODY_BYTES_MAX);
  if (text === undefined) return answer(413);
  const fields = new URLSearchParams(text);
  const opened = { path: fields.get("path") ?? "", query: fields.get("query") ?? "" };
  return answer(countOpened(opened, Date.now()) ? 204 : 400);
}

function answer(status: number): Response {
  return new Response(null, { status, headers: { "Cache-Control": "no-store" } });
}
