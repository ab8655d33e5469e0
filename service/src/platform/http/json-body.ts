import { repeatedKey } from "./repeated-key.ts";

/** The text of a body and its value, or the path and reason why it has none. */
export type JsonBody =
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
