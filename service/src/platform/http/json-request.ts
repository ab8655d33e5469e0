import type { IncomingHttpHeaders } from "node:http";
import { joined } from "./error-rows.ts";

/** The text and the value of a body, or the path and message of its error. */
type JsonBody =
  | { readonly ok: true; readonly rawBody: string; readonly value: unknown }
  | { readonly ok: false; readonly path: string; readonly message: string };

/** Parses a body as JSON. An empty body is `{}`: unlock, extend and admit need no fields. */
export function parseJsonBody(bytes: Buffer): JsonBody {
  const rawBody = decoded(bytes);
  if (rawBody === undefined) return unreadable("The body is not UTF-8 text.");
  if (rawBody.trim() === "") return { ok: true, rawBody, value: {} };
  const parsed = parsedJson(rawBody);
  if (!parsed.ok) return unreadable("The body is not JSON. Check its commas, quotes and brackets.");
  const path = repeatedKey(rawBody);
  if (path !== undefined) return { ok: false, path, message: `${path} occurs twice. Send each field once.` };
  return { ok: true, rawBody, value: parsed.value };
}

function unreadable(message: string): JsonBody {
  return { ok: false, path: "", message };
}

function parsedJson(text: string): { readonly ok: true; readonly value: unknown } | { readonly ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false };
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decoded(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

export const MOUNTS = ["/v2", "/api/v2"] as const;
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

type Open = {
  /** The keys of an object that is not closed yet; absent for a list. */
  readonly keys?: Set<string>;
  key: string;
  index: number;
};

const COLON = /\s*:/y;

/**
 * Returns the path of the first key that an object contains twice, such as `tickets[0].quantity`. Two parsers may read
 * different values from such a body. The text must be valid JSON.
 */
export function repeatedKey(json: string): string | undefined {
  const open: Open[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const inner = open.at(-1);
    switch (json[at]) {
      case "{":
        open.push({ keys: new Set(), key: "", index: 0 });
        break;
      case "[":
        open.push({ key: "", index: 0 });
        break;
      case "}":
      case "]":
        open.pop();
        break;
      case ",":
        if (inner) inner.index += 1;
        break;
      case '"': {
        const end = endOfText(json, at);
        if (inner?.keys && isFollowedByColon(json, end)) {
          inner.key = String(JSON.parse(json.slice(at, end)));
          if (inner.keys.has(inner.key)) return pathOf(open);
          inner.keys.add(inner.key);
        }
        at = end - 1;
      }
    }
  }
  return undefined;
}

/** Returns the index after the closing quote of the string that begins at `start`. */
function endOfText(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    if (json[at] === "\\") at += 1;
    else if (json[at] === '"') return at + 1;
  }
  return json.length;
}

function isFollowedByColon(json: string, at: number): boolean {
  COLON.lastIndex = at;
  return COLON.test(json);
}

function pathOf(open: readonly Open[]): string {
  return open.reduce((path, { keys, key, index }) => (keys ? joined(path, key) : `${path}[${index}]`), "");
}
