import type { IncomingMessage } from "node:http";

/** Headers by which the framework may answer something else than the stored page, and those of a body. A proxy adds `x-forwarded-`. */
const SPECIAL = /^(?:rsc|next-.*|x-(?!forwarded-).*|expect|range|content-length|transfer-encoding)$/;

/** Cookies by which the framework shows drafts and tests of itself. */
const DRAFT = /__prerender_bypass|__next_preview_data|next-instant/;

/** Names of the framework's own parameters have an underscore in front or a capital letter. */
const PLAIN_QUERY = /^(?:[a-z][a-z0-9_.-]*(?:=[^&]*)?(?:&|$))*$/;

/**
 * Returns the path of a browser's plain request for a page, for which the framework's answer does not depend on the query or
 * anything else of the request; `undefined` for every other request. The framework adds headers of its own to a request: this is
 * asked before it does.
 */
export function plainPath({ method, url = "", headers }: IncomingMessage): string | undefined {
  if (method !== "GET" || DRAFT.test(headers.cookie ?? "")) return undefined;
  const [path = "", query = ""] = split(url);
  if (!PLAIN_QUERY.test(query)) return undefined;
  for (const name in headers) if (SPECIAL.test(name)) return undefined;
  return path;
}

function split(url: string): readonly string[] {
  const at = url.indexOf("?");
  return at === -1 ? [url] : [url.slice(0, at), url.slice(at + 1)];
}
