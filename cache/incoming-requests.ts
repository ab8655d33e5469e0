import { subscribe } from "node:diagnostics_channel";
import { IncomingMessage, ServerResponse } from "node:http";
import "./direct-address.ts";
import { hstsSeconds } from "./settings.ts";

/** No page has this address, and none ever will: no language has this code. */
const NOT_FOUND_ADDRESS = "/nowhere";

/** Long enough for a restart of the service, short enough that a waiting reader stays. */
const RETRY_AFTER_SECONDS = 10;

/**
 * Headers that the framework would believe although no browser of ours sends them. It takes a nonce from the policy of a
 * request and writes it into the page, which the page cache would then serve to everybody.
 */
const FORGED = /^(content-security-policy(-report-only)?|next-resume|x-.*)$/;

/** What a proxy adds, what pages send, and what the framework sends to itself. */
const KEPT = /^x-(forwarded-.*|deployment-id|nextjs-(html-)?request-id|action-forwarded|next-revalidate.*)$/;

const unavailable = new WeakSet<object>();

/** Sees every request before the framework reads it. */
subscribe("http.server.request.start", (message) => {
  const { request, response } = Object(message);
  if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) return;
  removeForgedHeaders(request);
  if (!canBeDecoded(request.url ?? "")) request.url = NOT_FOUND_ADDRESS;
  if (hstsSeconds !== undefined) response.setHeader("Strict-Transport-Security", `max-age=${hstsSeconds}`);
  answerUnavailableWith503(request, response);
});

/** The page of this request could not be drawn because the ticketing service did not answer. */
export function markUnavailable(requestHeaders: object): void {
  unavailable.add(requestHeaders);
}

function removeForgedHeaders({ headers }: IncomingMessage): void {
  for (const name of Object.keys(headers)) if (FORGED.test(name) && !KEPT.test(name)) delete headers[name];
}

/**
 * The framework answers 500 to an address that cannot be decoded, as if we had failed. Sent to an address without a
 * page, it is not found like any other.
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

/** A page cannot choose the status of its error; the status line is written here, after the page has failed. */
function answerUnavailableWith503({ headers }: IncomingMessage, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...parameters: unknown[]) => ServerResponse;
  const replaced = (status: number, ...rest: unknown[]) => {
    if (status !== 500 || !unavailable.has(headers)) return writeHead(status, ...rest);
    response.setHeader("Retry-After", String(RETRY_AFTER_SECONDS));
    return writeHead(503, ...rest);
  };
  response.writeHead = replaced as typeof response.writeHead;
}
