import { isPlainText } from "#src/platform/domain/plain-text.ts";
import { type ErrorRow, joined, unknownField } from "./error-rows.ts";

/** Deeper than the schema of any call, and shallow enough for a recursive walk. */
const DEPTH_MAX = 16;

/** Returns an error for each key or value of a body or query that is not plain text. */
export function textErrors(value: unknown, path = "", depth = 0): readonly ErrorRow[] {
  if (typeof value === "string") return isPlainText(value) ? [] : [unreadable(path)];
  if (typeof value !== "object" || value === null) return [];
  if (depth >= DEPTH_MAX) return [{ path, code: "RANGE", message: `${path} is nested too deeply.` }];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = Array.isArray(value) ? `${path}[${key}]` : joined(path, key);
    return key === "__proto__" || !isPlainText(key) ? [unknownField(here)] : textErrors(inner, here, depth + 1);
  });
}

function unreadable(path: string): ErrorRow {
  const message = `${path || "The text"} contains control characters, bidirectional controls or unpaired surrogates. Remove them.`;
  return { path, code: "TYPE", message };
}
