import type { IncomingMessage, ServerResponse } from "node:http";
import { languageIn, patternOf } from "#lib/security/route-patterns.ts";
import { ROUTES } from "#lib/security/routes.ts";
import { pagePolicy } from "#lib/security/static-page-policy.ts";
import { markPerRequest } from "#lib/telemetry/current-request.ts";

/** The header from which next-intl reads the language until the page's layout has set it. */
const LANGUAGE = "x-next-intl-locale";

/** The header from which a page for promoters reads its own address, to return to it after signing in. */
const PAGE = "x-foyer-page";

/** From this header of the request Next reads the nonce of its scripts. */
const POLICY = "content-security-policy";

const NONCE_BYTES = 16;

const PER_REQUEST = patternOf([...ROUTES.private, ...ROUTES.dynamic]);

/** Returns whether the page at a path is rendered for each request, and not kept for everyone. */
export function isRenderedPerRequest(path: string): boolean {
  return PER_REQUEST.test(path);
}

/**
 * Gives a page that is rendered for each request its own nonce, and its language from the address. It checks no permission, and
 * changes nothing of a static page. Must be called in the context of the request, whose forged headers are removed.
 */
export function preparePerRequest(request: IncomingMessage, response: ServerResponse, isDevelopment: boolean): void {
  const { url = "", headers } = request;
  const [path = ""] = url.split("?", 1);
  if (!isRenderedPerRequest(path)) return;
  markPerRequest();
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(NONCE_BYTES))).toString("base64");
  const policy = isDevelopment ? developmentPolicy(`'nonce-${nonce}'`) : pagePolicy(`'nonce-${nonce}'`);
  headers[POLICY] = policy;
  headers[PAGE] = url;
  headers[LANGUAGE] = languageIn(path);
  response.setHeader("Content-Security-Policy", policy);
}

/**
 * Returns the policy in development: Next's error overlay uses inline styles, and React evaluates the stacks of server
 * components.
 */
function developmentPolicy(allowed: string): string {
  return pagePolicy(`${allowed} 'unsafe-eval'`).replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");
}
