import { z } from "zod";
import { named } from "./openapi/schemas.ts";
import { CODES, REASONS, type Reason } from "./reasons.ts";

const reason = named("Reason", z.enum(Object.keys(REASONS) as [Reason, ...Reason[]]));

/** One error: the path of the field in the request, why it is refused, and a message with the remedy. */
export const errorRow = z.object({
  path: z.string(),
  code: z.enum(CODES),
  reason,
  message: z.string(),
  ticketType: z.int().optional(),
  left: z.int().optional(),
  /** The most or the least that is accepted. */
  limit: z.number().optional(),
});
export type ErrorRow = Readonly<z.output<typeof errorRow>>;

export function row(path: string, reason: Reason, message: string, limit?: number): ErrorRow {
  return { path, code: REASONS[reason], reason, message, ...(limit !== undefined && { limit }) };
}

/** Returns the `params` of an issue of Zod's: why its value is refused, and the limit that its message names. */
export function because(reason: Reason, limit?: number): { readonly because: Cause } {
  return { because: { reason, ...(limit !== undefined && { limit }) } };
}

type Cause = { readonly reason: Reason; readonly limit?: number };

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
  const what = path || "The body";
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownField(joined(path, key)));
  const isAbsent = issue.code !== "custom" && valueAt(input, issue.path) === undefined;
  const { reason, limit }: Cause = isAbsent ? { reason: "required" } : causeOf(issue);
  const message = isAbsent ? `${what} is required.` : `${what}: ${issue.message}.`;
  return [{ ...row(path, reason, message, limit), code: codeOf(issue, isAbsent) }];
}

/** Returns the code by the kind of the issue, so that an absent choice has the code of a wrong one. */
function codeOf(issue: z.core.$ZodIssue, isAbsent: boolean): ErrorRow["code"] {
  if (isAbsent && issue.code === "invalid_type") return "REQUIRED";
  return TYPE_ISSUES.has(issue.code) ? "TYPE" : "RANGE";
}

const TYPE_ISSUES: ReadonlySet<string> = new Set([
  "invalid_type",
  "invalid_union",
  "invalid_format",
  "invalid_key",
  "invalid_element",
] satisfies z.core.$ZodIssue["code"][]);

function causeOf(issue: z.core.$ZodIssue): Cause {
  switch (issue.code) {
    case "invalid_type":
      return { reason: issue.expected === "int" ? "not_whole" : "wrong_type" };
    case "invalid_union":
      return causeOfUnion(issue);
    case "invalid_format":
      return { reason: FORMATS[issue.format] ?? "wrong_format" };
    case "invalid_value":
      return { reason: "not_a_choice" };
    case "too_small":
      return { reason: issue.inclusive === false ? "not_above" : sizesOf(issue)[0], limit: Number(issue.minimum) };
    case "too_big":
      return { reason: sizesOf(issue)[1], limit: Number(issue.maximum) };
    case "custom":
      return issue.params?.because ?? { reason: "wrong_format" };
    default:
      return { reason: "wrong_type" };
  }
}

/** Returns why the first of several forms that has the type of the value does not fit. */
function causeOfUnion({ errors }: z.core.$ZodIssueInvalidUnion): Cause {
  const ofItsType = errors.flat().find(({ code }) => code !== "invalid_type" && code !== "invalid_value");
  return ofItsType === undefined ? { reason: "wrong_type" } : causeOf(ofItsType);
}

const FORMATS: Readonly<Record<string, Reason>> = {
  date: "not_a_date",
  datetime: "not_a_time",
  wall_time: "not_a_time",
  email: "not_an_email",
  url: "not_a_web_address",
};

/** Returns the reasons for too little and for too much of a text, of a list or of a number. */
function sizesOf({ origin }: { readonly origin: string }): readonly [Reason, Reason] {
  if (origin === "string") return ["too_short", "too_long"];
  return origin === "array" ? ["too_few", "too_many"] : ["too_small", "too_large"];
}

function unknownField(path: string): ErrorRow {
  return row(path, "unknown_field", `${path} is not a field of this call. Leave it out.`);
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
  if (depth >= DEPTH_MAX) return [row(path, "nested_too_deeply", `${path} is nested too deeply.`)];
  return Object.entries(value).flatMap(([key, inner]) => {
    const here = Array.isArray(value) ? `${path}[${key}]` : joined(path, key);
    return key === "__proto__" || !isPlainText(key) ? [unknownField(here)] : textErrors(inner, here, depth + 1);
  });
}

function unreadable(path: string): ErrorRow {
  const message = `${path || "The text"} contains control characters, bidirectional controls or unpaired surrogates. Remove them.`;
  return row(path, "unreadable_text", message);
}

// Line ends and tabs are allowed. Other control characters are not, nor are bidirectional controls, with which one name
// can display as another, nor unpaired surrogates.
const UNREADABLE = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u;

/** Returns whether a text, in any script, can be stored, sent and shown unchanged. */
function isPlainText(text: string): boolean {
  return text.isWellFormed() && !UNREADABLE.test(text);
}
