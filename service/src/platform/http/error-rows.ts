import { z } from "zod";

/** The codes of error rows: faults in the shape of a request first, then refusals of a request of the right shape. */
export const CODES = [
  "REQUIRED",
  "TYPE",
  "RANGE",
  "UNKNOWN_FIELD",
  "NOT_FOUND",
  "SOLD_OUT",
  "NOT_ENOUGH",
  "OVER_LIMIT",
  "UNDER_MINIMUM",
  "NOT_ON_SALE",
  "CLOSED",
  "CANCELLED",
  "CODE_REQUIRED",
  "MIXED_CURRENCY",
  "HOLD_ENDED",
  "WRONG_STATE",
  "CEILING_REACHED",
  "VOUCHER_NOT_VALID",
  "VOUCHER_CHANGED",
  "REFUND_REFUSED",
  "OFFER_ENDED",
  "NOT_SOLD_OUT",
  "OVERLAP",
  "CONFLICT",
  "RECOMMENDED",
  "NOT_AUTHENTICATED",
  "NOT_ALLOWED",
  "METHOD",
  "CONTENT_TYPE",
  "TOO_LARGE",
  "IDEMPOTENCY",
  "TOO_MANY_FAILURES",
  "TOO_MANY_REQUESTS",
  "BUSY",
  "NOT_KNOWN",
  "FAULT",
] as const;

/** One error: the path of the field in the request, and a message with the remedy. */
export const errorRow = z.object({
  path: z.string(),
  code: z.enum(CODES),
  message: z.string(),
  ticketType: z.int().optional(),
  left: z.int().optional(),
  /** Why, where the code alone does not tell. */
  reason: z.enum(["changed_meanwhile"]).optional(),
});
export type ErrorRow = Readonly<z.output<typeof errorRow>>;

export function row(path: string, code: ErrorRow["code"], message: string): ErrorRow {
  return { path, code, message };
}

/** Bounds the answer: a body of one mebibyte could cause a hundred thousand errors. */
const ROWS_MAX = 50;

export function errorBody(errors: readonly ErrorRow[]) {
  const rows = errors.slice(0, ROWS_MAX);
  return { successful: false, messages: rows.map((row) => row.message), errors: rows };
}

/** Returns the rows of a body, query or path that its schema refused. */
export function rowsOf(error: z.ZodError, input: unknown): readonly ErrorRow[] {
  return error.issues.flatMap((issue) => rowsOfIssue(issue, input));
}

function rowsOfIssue(issue: z.core.$ZodIssue, input: unknown): readonly ErrorRow[] {
  const path = pathText(issue.path);
  const message = `${path || "The body"}: ${issue.message}.`;
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => unknownField(joined(path, key)));
    case "invalid_type":
      return valueAt(input, issue.path) === undefined
        ? [row(path, "REQUIRED", `${path || "The body"} is required.`)]
        : [row(path, "TYPE", message)];
    case "invalid_union":
    case "invalid_format":
    case "invalid_key":
    case "invalid_element":
      return [row(path, "TYPE", message)];
    default:
      return [row(path, "RANGE", message)];
  }
}

function unknownField(path: string): ErrorRow {
  return row(path, "UNKNOWN_FIELD", `${path} is not a field of this call. Leave it out.`);
}

/** Returns a path such as `tickets[0].quantity`. */
function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === "number" ? `${text}[${part}]` : joined(text, String(part))),
    "",
  );
}

/** Appends a key to a path, cut after 80 characters. */
export function joined(path: string, key: string): string {
  const name = key.slice(0, 80).toWellFormed();
  return path === "" ? name : `${path}.${name}`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (typeof value === "object" && value !== null ? Reflect.get(value, part) : undefined),
    input,
  );
}

/** Deeper than the schema of any call, and shallow enough for a recursive walk. */
const DEPTH_MAX = 16;

/** Returns an error for each key or value of a body or query that is not plain text. */
export function textErrors(value: unknown, path = "", depth = 0): readonly ErrorRow[] {
  if (typeof value === "string") return isPlainText(value) ? [] : [unreadable(path)];
  if (typeof value !== "object" || value === null) return [];
  if (depth >= DEPTH_MAX) return [row(path, "RANGE", `${path} is nested too deeply.`)];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = Array.isArray(value) ? `${path}[${key}]` : joined(path, key);
    return key === "__proto__" || !isPlainText(key) ? [unknownField(here)] : textErrors(inner, here, depth + 1);
  });
}

function unreadable(path: string): ErrorRow {
  const message = `${path || "The text"} contains control characters, bidirectional controls or unpaired surrogates. Remove them.`;
  return row(path, "TYPE", message);
}

// Line ends and tabs are allowed. Other control characters are not, nor are bidirectional controls, with which one name
// can display as another, nor unpaired surrogates.
const UNREADABLE = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u;

/** Returns whether a text, in any script, can be stored, sent and shown unchanged. */
function isPlainText(text: string): boolean {
  return text.isWellFormed() && !UNREADABLE.test(text);
}
