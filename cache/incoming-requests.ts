import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage, ServerResponse } from "node:http";
import "./direct-address.ts";
import { acceptedRequestId, enterRequest } from "#lib/request-id.ts";
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

const unavailable = new WeakSet<object>();

/** Wraps the server: it handles every request before the framework does. */
subscribe("http.server.request.start", (message) => {
  const { request, response } = Object(message);
  if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) return;
  enterRequest(acceptedRequestId(request.headers["x-request-id"], !isDirect));
  removeForgedHeaders(request);
  if (!canBeDecoded(request.url ?? "")) request.url = NOT_FOUND_ADDRESS;
  if (hstsSeconds !== undefined) response.setHeader("Strict-Transport-Security", `max-age=${hstsSeconds}`);
  answerUnavailableWith503(request, response);
});

/** Marks a request whose page could not be rendered because the ticketing service did not answer. */
export function markUnavailable(requestHeaders: object): void {
  unavailable.add(requestHeaders);
}

function removeForgedHeaders({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (FORGED.test(name) && !KEPT.test(name)) delete headers[name];
}

/**
 * The framework answers 500 to a URL that cannot be decoded. It is rewritten to a URL without a page, which answers
 * 404.
 */
function canBeDecoded(address: string): boolean {
  const [path = ""] = address.split("?", 1);
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** A page cannot set the status of its error, so the status line is written here after the page has failed. */
function answerUnavailableWith503({ headers }: IncomingMessage, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...parameters: unknown[]) => ServerResponse;
  const replaced = (status: number, ...rest: unknown[]) => {
    if (status !== 500 || !unavailable.has(headers)) return writeHead(status, ...rest);
    response.setHeader("Retry-After", String(RETRY_AFTER_SECONDS));
    return writeHead(503, ...rest);
  };
  response.writeHead = replaced as typeof response.writeHead;
}
