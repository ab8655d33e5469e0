import type { IncomingMessage } from "node:http";

const BAD_REQUEST = 400;
const NOT_ALLOWED = 405;
const TEMPORARY_REDIRECT = 307;

/** A path that no page of a language has or will have. */
const NOWHERE = "nowhere";

/**
 * Headers that the framework trusts although no browser of ours sends them. It reads a nonce from a request's policy
 * and writes it into the page, which the cache would then serve to everyone.
 */
const FORGED = /^(content-security-policy(-report-only)?|next-resume|x-.*)$/;

/**
 * Headers of proxies, of our pages, and of the framework itself. Not X-Forwarded-Proto: by it the framework would call itself over TLS,
 * for the page that an action redirects to.
 */
const KEPT =
  /^x-(forwarded-(for|host|port)|deployment-id|nextjs-(html-)?request-id|action-forwarded|next-revalidate.*)$/;

/** How the content types begin that the framework decodes as a form. */
const FORM = "multipart/form-data";

/** An answer in place of the framework's. */
type EarlyAnswer = { readonly status: number; readonly location?: string };

/**
 * Makes a request safe for the framework, in place: forged headers are removed and its address is one that can be decoded. Returns an
 * answer for a request that is no page's. With `isDirect` there is no proxy of ours that names the visitor's address, so it is that
 * of the connection. `origin` is the shop's.
 */
export function prepareRequest(
  request: IncomingMessage,
  { isDirect, origin }: { readonly isDirect: boolean; readonly origin: string },
): EarlyAnswer | undefined {
  const { method, headers, headersDistinct, socket } = request;
  // What one program takes for the host another may not.
  if ((headersDistinct.host?.length ?? 0) > 1) return { status: BAD_REQUEST };
  if (method === "TRACE" || request.url === "*") return { status: NOT_ALLOWED };
  const address = addressOf(request.url ?? "/");
  if (address === undefined) return { status: BAD_REQUEST };

  for (const name of Object.keys(headers)) if (FORGED.test(name) && !KEPT.test(name)) delete headers[name];
  // The framework writes it only where it is absent, and a client could forge it.
  if (isDirect) headers["x-forwarded-for"] = socket.remoteAddress ?? "";

  // Cookies and the same-origin check need one origin. Programs of this machine, such as health checks, are answered.
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
 * Returns the path and query of a request line, which may name a host too; `undefined` for none. A path that cannot be decoded,
 * which the framework would answer with 500, becomes one that is not found in the same language.
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
