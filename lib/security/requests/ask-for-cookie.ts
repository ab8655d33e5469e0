import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { cookieName, hasVisitCookie, isSecure } from "#lib/security/cookie-names.ts";
import { type EarlyAnswer, pathOf } from "#lib/security/incoming-request.ts";
import { refusalOfOrigin } from "#lib/security/origin-refusal.ts";
import { patternOf } from "#lib/security/route-patterns.ts";
import { ROUTES } from "#lib/security/routes.ts";

/** Forms that give something to a visitor who may have no cookie yet. */
const FORMS = patternOf([...ROUTES.reserving, ...ROUTES.giving], "/?");

/** The mark of an address whose form is sent for the second time: when it was first sent. */
const MARK = "cookie-asked";
/** A browser follows at once. Later the mark was left in an address, and a visitor may have allowed cookies since. */
const MARK_MS = 30_000;

/**
 * Asks a browser that sends such a form without a cookie of ours to send it once more with one, before anything is read. The second
 * time the form goes to its action in any case, which finds out whether the browser refuses cookies (`acceptsCookies`). What is not
 * from a form of our own pages is left to the check of each action and route handler.
 */
export function askForCookie(request: IncomingMessage, origin: string, now: number): EarlyAnswer | undefined {
  const { method, url = "", headers } = request;
  if (method !== "POST" || !FORMS.test(pathOf(url))) return undefined;
  const sent = { get: (name: string) => String(headers[name] ?? "") || null };
  if (refusalOfOrigin(sent, origin) !== undefined) return undefined;
  const query = new URLSearchParams(url.slice(pathOf(url).length));
  const since = query.get(MARK);
  query.delete(MARK);
  // The page knows nothing of the mark.
  if (since !== null) request.url = withQuery(url, query);
  const isAsked = Math.abs(now - Number.parseInt(since ?? "", 36)) < MARK_MS;
  if (isAsked || hasVisitCookie(headers.cookie ?? "", origin)) return undefined;
  query.set(MARK, now.toString(36));
  return {
    status: 307,
    headers: {
      Location: withQuery(url, query),
      "Set-Cookie": `${cookieName("foyer-allowed", origin)}=${randomUUID()}; Path=/; HttpOnly${sameSiteOf(origin)}`,
    },
  };
}

/**
 * For Safari the form of a frame comes from the page around it, and brings no cookie that is limited to its site. This one is a random
 * id, by which a second press finds what the first has reserved (`visitId`), and allows nothing else. Without `Secure` it cannot be `None`.
 */
function sameSiteOf(origin: string): string {
  return isSecure(origin) ? "; SameSite=None; Secure" : "";
}

function withQuery(url: string, query: URLSearchParams): string {
  return pathOf(url) + (query.size > 0 ? `?${query}` : "");
}
