import { isUnanswered } from "#lib/current-request.ts";
import type { Rule } from "./around-requests.ts";

/** Long enough for a restart of the service, short enough for a waiting reader. */
const RETRY_AFTER_SECONDS = 10;

/** When a page of each path last failed because the ticketing service did not answer, the oldest first. In ms. */
const unavailable = new Map<string, number>();

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
