import { acceptedRequestId, enterRequest, isUnanswered } from "#lib/request-id.ts";
import type { Rule } from "./around-requests.ts";
import { hstsSeconds, isDirect } from "./settings.ts";

/** A URL that no page has or will have: no language has this code. */
const NOT_FOUND_ADDRESS = "/nowhere";

/** Long enough for a restart of the service, short enough for a waiting reader. */
const RETRY_AFTER_SECONDS = 10;

/**
 * Headers that the framework trusts although no browser of ours sends them. It reads a nonce from a request's policy
 * and writes it into the page, which the cache would then serve to everyone.
 */
const FORGED = /^(content-security-policy(-report-only)?|next-resume|x-.*)$/;

/** Headers of proxies, of our pages, and of the framework itself. */
const KEPT = /^x-(forwarded-.*|deployment-id|nextjs-(html-)?request-id|action-forwarded|next-revalidate.*)$/;

/** When a page of each path last failed because the ticketing service did not answer, the oldest first. In ms. */
const unavailable = new Map<string, number>();

/** Before the header is removed: everything that this request starts has its id. */
export const requestIds: Rule = {
  begin({ request }) {
    enterRequest(acceptedRequestId(request.headers["x-request-id"], !isDirect));
  },
};

export const forgedHeaders: Rule = {
  begin({ request: { headers } }) {
    for (const name of Object.keys(headers)) if (FORGED.test(name) && !KEPT.test(name)) delete headers[name];
  },
};

/**
 * The framework answers 500 to a URL that cannot be decoded. It is rewritten to a URL without a page, which answers
 * 404.
 */
export const decodableAddress: Rule = {
  begin({ request }) {
    if (!canBeDecoded(request.url ?? "")) request.url = NOT_FOUND_ADDRESS;
  },
};

/**
 * A page has one URL, so on 127.0.0.1 a route redirects to it. Requests of programs on this machine, such as health
 * checks, are answered in place. As rewrites of the framework these two would cost every view of a page a twentieth.
 */
export const movedAddresses: Rule = {
  begin({ request }) {
    const { url = "/", headers } = request;
    if (/^127\.0\.0\.1(?::|$)/.test(headers.host ?? "") && !url.startsWith("/api/"))
      request.url = `/api/localhost${url.replace(/^\/(?=\?|$)/, "")}`;
    else if (/^\/favicon\.ico(?:\?|$)/.test(url)) request.url = `/brand${url}`;
  },
};

/** Also on files and on answers that the framework's own headers do not reach. */
export const strictTransport: Rule =
  hstsSeconds === undefined
    ? {}
    : {
        begin({ response }) {
          response.setHeader("Strict-Transport-Security", `max-age=${hstsSeconds}`);
        },
      };

/**
 * A page cannot set the status of its error, so the status line is written here after the page has failed. Requests that
 * wait for one rendering of a cached page all get its failure, which the framework reports for each of them after its
 * answer, and before only for the one that renders. So the path decides. A page of one visitor says by itself that the service
 * did not answer. The router and a called action take another status for no answer at all, so only a document gets it.
 */
export const unavailableAs503: Rule = {
  status(status, { request, response }) {
    const failedAt = status === 500 ? unavailable.get(pathOf(request.url)) : undefined;
    const hasFailed = failedAt !== undefined && Date.now() - failedAt <= RETRY_AFTER_SECONDS * 1000;
    const isDocument = /^text\/html\b/.test(String(response.getHeader("Content-Type")));
    if (!hasFailed && !(status === 200 && isDocument && isUnanswered())) return status;
    response.setHeader("Retry-After", String(RETRY_AFTER_SECONDS));
    return 503;
  },
};

/** Marks an address whose page could not be rendered because the ticketing service did not answer. */
export function markUnavailable(address: string, nowMs = Date.now()): void {
  unavailable.delete(pathOf(address));
  unavailable.set(pathOf(address), nowMs);
  for (const [path, failedAt] of unavailable) {
    if (nowMs - failedAt <= RETRY_AFTER_SECONDS * 1000) break;
    unavailable.delete(path);
  }
}

/** The rendering of a page and its data for the router differ in the query alone. */
function pathOf(address = ""): string {
  return address.split("?", 1)[0] ?? "";
}

function canBeDecoded(address: string): boolean {
  const [path = ""] = address.split("?", 1);
  if (!path.includes("%")) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
