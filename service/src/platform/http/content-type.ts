import type { IncomingHttpHeaders } from "node:http";

const MOUNTS = ["/v2", "/api/v2"] as const;
const SUFFIX = ".json";

/** The interface's own misspelling of Accept is the one it asks for; both are heard. */
type StatedHeaders = IncomingHttpHeaders & { readonly accepts?: string | string[] };

/** Every request says that it speaks JSON: a GET by its address or both headers, any other by its header. */
export function statesJson(method: string, url: string, headers: StatedHeaders): boolean {
  if (method !== "GET") return isJson(headers["content-type"]);
  return hasSuffix(url) || (isJson(headers["content-type"]) && takesJson(headers.accepts ?? headers.accept));
}

/** The address without its `.json`, which is what the routes know. */
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
