import type { IncomingHttpHeaders } from "node:http";

const MOUNTS = ["/v2", "/api/v2"] as const;
const SUFFIX = ".json";

/** The interface documents the header `Accepts`, a misspelling of `Accept`. Both count. */
type RequestHeaders = IncomingHttpHeaders & { readonly accepts?: string | string[] };

/** Returns whether a request states JSON: a GET by its `.json` suffix or by both headers, any other by its content type. */
export function statesJson(method: string, url: string, headers: RequestHeaders): boolean {
  if (method !== "GET") return isJson(headers["content-type"]);
  return hasSuffix(url) || (isJson(headers["content-type"]) && takesJson(headers.accepts ?? headers.accept));
}

/** Returns the path and query without the suffix `.json`, as the routes are registered. */
export function withoutSuffix(url: string): string {
  if (!hasSuffix(url)) return url;
  const [path = "", query] = splitQuery(url);
  return path.slice(0, -SUFFIX.length) + (query === undefined ? "" : `?${query}`);
}

function hasSuffix(url: string): boolean {
  const [path = ""] = splitQuery(url);
  return path.endsWith(SUFFIX) && MOUNTS.some((mount) => path.startsWith(`${mount}/`));
}

function splitQuery(url: string): readonly [string, string?] {
  const at = url.indexOf("?");
  return at === -1 ? [url] : [url.slice(0, at), url.slice(at + 1)];
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i.test(contentType?.trim() ?? "");
}

function takesJson(accept: string | readonly string[] | undefined): boolean {
  return [accept ?? ""]
    .flat()
    .join(",")
    .split(",")
    .some((one) => /^application\/json\s*(;|$)/i.test(one.trim()));
}

export { MOUNTS };
