import type { IncomingMessage } from "node:http";
import { LOCALES, preferredLocale } from "#lib/i18n/languages.ts";
import { cookieIn } from "#lib/security/cookie-names.ts";
import type { AddressKind } from "#lib/security/requests/addresses.ts";

/** The methods that a page with its actions, a route handler or a file may have. */
const METHODS: Readonly<Record<AddressKind, readonly string[]>> = {
  file: ["GET", "HEAD"],
  page: ["GET", "HEAD", "POST"],
  route: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
};

/** What the shipped edges let through. The largest form, 50 guests with long answers, has half of it. */
export const BODY_BYTES_MAX = 1024 * 1024;

/** A path that no page has or will have in any language. */
const NOWHERE = "nowhere";

const HOST = /^([\w.-]{1,255}|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/i;

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

/** Of files, Next answers a range that is beyond one, and a condition that does not hold, with 500. Without these each is sent whole. */
const OF_FILES = /^(range|if-(range|match|unmodified-since))$/;

/** The beginning of the content types that Next decodes as a form. */
const FORM = "multipart/form-data";

/** A response that is sent without calling Next: words, or a redirect. */
export type EarlyAnswer = {
  readonly status: number;
  readonly words?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export const NOT_A_METHOD = notAllowed("This shop", METHODS.route);
export const TOO_LARGE: EarlyAnswer = { status: 413, words: "The body is larger than 1 MiB." };
const MALFORMED: EarlyAnswer = {
  status: 400,
  words: "This is not a well-formed request for this shop. Check its address and its Host.",
};
const NO_FILE: EarlyAnswer = { status: 404, words: "There is nothing at this address." };
export const NO_ROUTE: EarlyAnswer = {
  status: 404,
  words: '{"error":"not found"}',
  headers: { "Content-Type": "application/json" },
};

function notAllowed(what: string, methods: readonly string[]): EarlyAnswer {
  const allowed = methods.join(", ");
  return { status: 405, words: `${what} accepts ${allowed}.`, headers: { Allow: allowed } };
}

type Options = {
  readonly isDirect: boolean;
  readonly origin: string;
  /** Returns what of this build can be at a path; `undefined` for nothing. */
  readonly kindOf: (path: string) => AddressKind | undefined;
  /** Returns the address that an almost right one means. */
  readonly correctedAddress: (target: string, accepted: string | undefined) => string | undefined;
};

/**
 * Makes a request safe for Next, in place: removes forged headers, and replaces a URL that cannot be decoded, or at which nothing
 * can be. Returns a response for a request that must not reach Next. With `isDirect`, no proxy of ours sets the visitor's address,
 * so that of the connection is used. `origin` is the shop's.
 */
export function prepareRequest(
  request: IncomingMessage,
  { isDirect, origin, kindOf, correctedAddress }: Options,
): EarlyAnswer | undefined {
  const { method = "", headers, headersDistinct, httpVersion, socket } = request;
  if (!METHODS.route.includes(method) || request.url === "*") return NOT_A_METHOD;
  // Two programs could disagree on which of several Host headers counts, and Next makes URLs of it.
  const [host, ...more] = headersDistinct.host ?? [];
  // Probes of a balancer may be HTTP/1.0, which needs none.
  if (more.length > 0 || (host === undefined ? httpVersion !== "1.0" : !HOST.test(host))) return MALFORMED;
  if (Number(headers["content-length"] ?? 0) > BODY_BYTES_MAX) return TOO_LARGE;
  const { "accept-language": accepted } = headers;
  const address = addressOf(request.url ?? "/", origin, accepted);
  if (address === undefined) return MALFORMED;

  for (const name of Object.keys(headers))
    if ((FORGED.test(name) && !KEPT.test(name)) || OF_FILES.test(name)) delete headers[name];
  // Next sets this header only where it is absent, and a client could forge it.
  const { "x-forwarded-for": before } = headers;
  if (isDirect) headers["x-forwarded-for"] = [before, socket.remoteAddress].filter(Boolean).join(", ");

  // Cookies and the same-origin check need one origin. `/api/` still serves programs of this machine, such as health checks.
  const isOtherName = host !== URL.parse(origin)?.host;
  if (/^127\.0\.0\.1(?::|$)/.test(host ?? "") && isOtherName && !address.startsWith("/api/"))
    return { status: 307, headers: { Location: origin + address } };
  request.url = address.replace(/^\/favicon\.ico(?=\?|$)/, "/brand/favicon.ico");
  const path = pathOf(request.url);
  const kind = kindOf(path);
  if (kind === undefined && /^\/api(\/|$)/.test(path)) return NO_ROUTE;
  if (kind === undefined && path.startsWith("/_next/")) return NO_FILE;
  const methods = METHODS[kind ?? "page"];
  if (!methods.includes(method)) return notAllowed("This address", methods);
  if (kind !== undefined) return undefined;
  const meant = method === "POST" ? undefined : correctedAddress(request.url, accepted);
  if (meant !== undefined) return { status: 307, headers: { Location: meant } };
  const isPromoter = cookieIn(headers.cookie ?? "", "foyer-promoter", origin) !== undefined;
  request.url = insteadOfUnknown(request.url, accepted, isPromoter);
  return undefined;
}

/** Returns the path of a request target, without its query. */
export function pathOf(target = ""): string {
  const [path = ""] = target.split("?", 1);
  return path;
}

/** Returns another page with the query of a request target: the script of a page sends one that belongs to its headers. */
export function withQueryOf(target = "", page: string): string {
  return page + target.slice(pathOf(target).length);
}

/**
 * Returns the address of the one page that answers for all addresses at which nothing is, in the language of the address, or of the
 * browser where the address has none of ours. A shared cache keeps it for a second, so that it needs no copy for each language.
 * Below the promoters' pages a promoter gets theirs, with their navigation.
 */
function insteadOfUnknown(target: string, accepted: string | undefined, isPromoter = false): string {
  const [, named, folder] = /^\/([a-z]{2})\/(?:(embed|promoter)\/)?/.exec(target) ?? [];
  const language = LOCALES.find((locale) => locale === named) ?? preferredLocale(accepted);
  // The page of an event that cannot be tells the page around the frame that it is missing.
  if (folder === "embed") return withQueryOf(target, `/${language}/embed/events/0`);
  const isOfPromoters = folder === "promoter" && isPromoter;
  return withQueryOf(target, `/${language}/${isOfPromoters ? "promoter/" : ""}${NOWHERE}`);
}

/** The headers of every answer, whoever gives it. `next.config.js` gives some pages others of these names. */
const OF_ALL = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
};

/**
 * Returns the headers that every answer of an installation has. In production a browser uses TLS only, for a year, with `subdomains`
 * for the names below the shop's too. Elsewhere the shop may use plain http, and no search engine may list it.
 */
export function headersOfEnvironment(
  environment: string | undefined,
  subdomains?: string,
): Readonly<Record<string, string>> {
  if (environment !== "production") return { ...OF_ALL, "X-Robots-Tag": "noindex, nofollow" };
  const names = subdomains === "1" ? "; includeSubDomains" : "";
  return { ...OF_ALL, "Strict-Transport-Security": `max-age=${365 * 24 * 60 * 60}${names}` };
}

/** Returns whether a request sends a form or calls an action. */
export function sendsForm({ method, headers }: IncomingMessage): boolean {
  const { "next-action": called, "content-type": type = "" } = headers;
  return method === "POST" && (called !== undefined || type.startsWith(FORM));
}

/**
 * Returns the path and query of a request target, which may be an absolute URL of the shop; `undefined` for any other target. A
 * path that cannot be decoded would make Next respond with 500: it becomes one that is not found, in the same language.
 */
function addressOf(target: string, origin: string, accepted: string | undefined): string | undefined {
  const absolute = target.startsWith("/") ? undefined : URL.parse(target);
  if (absolute === null || target.includes("#")) return undefined;
  if (absolute && (!/^https?:$/.test(absolute.protocol) || absolute.host !== URL.parse(origin)?.host)) return undefined;
  if (absolute?.username || absolute?.password) return undefined;
  const address = absolute ? absolute.pathname + absolute.search : target;
  try {
    decodeURIComponent(pathOf(address));
    return address;
  } catch {
    return insteadOfUnknown(address, accepted);
  }
}
