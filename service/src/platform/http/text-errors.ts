import { isPlainText } from "#src/platform/domain/plain-text.ts";
import { type ErrorRow, joined, unknownField } from "./error-rows.ts";

/** Deeper than any call's schema; shallow enough that walking it never exhausts the stack. */
const DEPTH_MAX = 16;

/** Text that could not be stored or shown, wherever it stands: keys and values of a body, or of a query. */
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
  const message = `${path || "The text"} holds characters that cannot be kept: control, direction or half characters.`;
  return { path, code: "TYPE", message };
}
