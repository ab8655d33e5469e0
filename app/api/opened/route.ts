import { z } from "zod";
import { countOpened } from "#lib/catalogue/opened/opened-pages.ts";
import { env } from "#lib/env.ts";
import { parseJson, readText } from "#lib/runtime/limited-text.ts";
import { withinLimit } from "#lib/security/limits.ts";
import { networkOfHeaders } from "#lib/security/network.ts";

/** Ten campaign fields of 200 characters, encoded. */
const BODY_BYTES_MAX = 8_000;

const opened = z.object({ path: z.string(), query: z.string() });

/**
 * Counts a page of ours that a link, an embed or a campaign has opened. It reads and sets no cookie, and stores nothing of the visitor.
 * Anyone may invent a page view: it decides nothing.
 */
export async function POST(request: Request): Promise<Response> {
  if (request.headers.get("origin") !== env().FOYER_ORIGIN) return answer(403);
  if (!(await withinLimit("openedPerNetwork", networkOfHeaders(request.headers)))) return answer(429);
  const text = await readText(request, BODY_BYTES_MAX);
  if (text === undefined) return answer(413);
  const { data } = opened.safeParse(parseJson(text));
  return answer(data !== undefined && countOpened(data, Date.now()) ? 204 : 400);
}

function answer(status: number): Response {
  return new Response(null, { status, headers: { "Cache-Control": "no-store" } });
}
