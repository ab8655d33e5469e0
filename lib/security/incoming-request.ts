import type { IncomingMessage } from "node:http";

const BAD_REQUEST = 400;
const NOT_ALLOWED = 405;
const TEMPORARY_REDIRECT = 307;

/** A path that no page has or will have in any language. */
const NOWHERE = "nowhere";

/**
 * Headers that Next trusts although our pages make no browser send them. For example, Next reads a nonce from a request's
 * policy and writes it into the page, which the cache would then serve to everyone.
 */
const FORGED = /^(content-security-policy(-report-only)?|next-resume|x-.*)$/;

/**
 * Headers of proxies, of our pages, and of Next itself. Not X-Forwarded-Proto: it would make Next call itself over TLS for the
 * page that an action redirects to.
 */
const KEPT =
  /^x-(forwarded-(for|host|port)|deployment-id|nextjs-(html-)?request-id|action-forwarded|next-revalidate.*)$/;

/** The beginning of the content types that Next decodes as a form. */
const FORM = "multipart/form-data";

/** A response that is sent without calling Next. */
type EarlyAnswer = { readonly status: number; readonly location?: string };

/**
 * Makes a request safe for Next, in place: removes forged headers, and replaces a URL that cannot be decoded. Returns a
 * response for a request that must not reach Next. With `isDirect`, no proxy of ours sets the visitor's address, so that of the
 * connection is used. `origin` is the shop's.
 */
export function prepareRequest(
  request: IncomingMessage,
  { isDirect, origin }: { readonly isDirect: boolean; readonly origin: string },
): EarlyAnswer | undefined {
  const { method, headers, headersDistinct, socket } = request;
  // Two programs could disagree on which of several Host headers counts.
  if ((headersDistinct.host?.length ?? 0) > 1) return { status: BAD_REQUEST };
  if (method === "TRACE" || request.url === "*") return { status: NOT_ALLOWED };
  const address = addressOf(request.url ?? "/");
  if (address === undefined) return { status: BAD_REQUEST };

  for (const name of Object.keys(headers)) if (FORGED.test(name) && !KEPT.test(name)) delete headers[name];
  // Next sets this header only where it is absent, and a client could forge it.
  if (isDirect) headers["x-forwarded-for"] = socket.remoteAddress ?? "";

  // Cookies and the same-origin check need one origin. `/api/` still serves programs of this machine, such as health checks.
  if (/^127\.0\.0\.1(?::|$)/.test(headers.host ?? "") && !address.startsWith("/api/"))
    return { status: TEMPORARY_REDIRECT, location: origin + address };
  request.url = address.replace(/^\/favicon\.ico(?=\?|$)/, "/brand/favicon.ico");
  return undefined;
}

/** Returns how long a browser uses TLS only: a year, in production. Elsewhere the shop may use plain http. */
export function strictTransportOf(environment: string | undefined): string | undefined {
  return environment === "production" ? `max-age=${365 * 24 * 60 * 60}` : undefined;
}

/** Returns whether a request sends a form or calls an action. */
export function sendsForm({ method, headers }: IncomingMessage): boolean {
  const { "next-action": called, "content-type": type = "" } = headers;
  return method === "POST" && (called !== undefined || type.startsWith(FORM));
}

/**
 * Returns the path and query of a request target, which may be an absolute URL; `undefined` for any other target. A path that
 * cannot be decoded would make Next respond with 500: it becomes one that is not found, in the same language.
 */
function addressOf(target: string): string | undefined {
  const absolute = target.startsWith("/") ? undefined : URL.parse(target);
  if (absolute === null) return undefined;
  if (absolute && !/^https?:$/.test(absolute.protocol)) return undefined;
  const address = absolute ? absolute.pathname + absolute.search : target;
  const [path = ""] = address.split("?", 1);
  try {
    decodeURIComponent(path);
    return address;
  } catch {
    const [, language = ""] = /^(\/[a-z]{2})\//.exec(path) ?? [];
    return `${language}/${NOWHERE}`;
  }
}
