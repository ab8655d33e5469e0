/** From the least to the most urgent. An `alarm` requires an operator to act now. */
export const LOG_LEVELS = ["debug", "info", "warn", "error", "alarm"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Writes one line. `event` is a constant sentence; what varies is in the fields. Values of rows or requests in an error are
 * left out.
 */
export type Log = (level: LogLevel, event: string, fields?: LogFields, error?: unknown) => void;

/** Names of fields that are never logged, whatever their values. */
const SECRET_NAMES = /head|body|cookie|authori|passw|secret|token|card|key|cvv|e-?mail|phone|address/i;

/** Fields that are not masked, because their digits may look like a card number. Their form is checked where they are read. */
const IDS: ReadonlySet<string> = new Set(["request", "trace", "reserved"]);
/** Ids of attempts, payments, refunds and messages, whose digits may look like a card number too. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What is masked inside texts: card numbers, keys of sales, voucher codes, credentials, sealed links, email addresses. */
const SECRET_VALUES = new RegExp(
  [
    String.raw`\b\d(?:[ -]?\d){12,18}\b`,
    // Two codes of the operating system have the length of a key.
    String.raw`\b(?!ECONNRESET\b|EADDRINUSE\b)[A-Z0-9]{10}\b`,
    String.raw`\b[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}\b`,
    String.raw`\b(?:Basic|Bearer)\s+\S+`,
    String.raw`\/\/[^\s/@]+@`,
    String.raw`[\w-]{43,}`,
    String.raw`[^\s<>"'@/:(]+@[^\s<>"'@/]+\.\w+`,
  ].join("|"),
  "g",
);

/** Returns the fields that may be logged, with secrets inside texts masked. */
export function maskFields(fields: LogFields): LogFields {
  const safe = Object.entries(fields).filter(([name, value]) => value !== undefined && !SECRET_NAMES.test(name));
  return Object.fromEntries(
    safe.map(([name, value]) => [name, typeof value === "string" && !isId(name, value) ? maskText(value) : value]),
  );
}

function isId(name: string, value: string): boolean {
  return IDS.has(name) || UUID.test(value);
}

function maskText(text: string): string {
  return text.replace(SECRET_VALUES, "[masked]");
}

/** How many lines of a stack are logged. */
const STACK_LINES = 12;

/**
 * Returns what may be logged of an error: its name and code, its message without quoted values, and where it was thrown. A
 * database error's `detail` and the text of a parser's error hold values of requests, so neither is logged.
 */
export function fieldsOfError(error: unknown): LogFields {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return { fault: "The thrown value is not an Error." };
  const frames = (first.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const constraint: unknown = Reflect.get(first, "constraint");
  return {
    fault: `${first.name}: ${first.message.split("\n", 1)[0]?.replace(/"[^"]*("|$)/g, '"…"')}`,
    code: errorCode(first),
    constraint: typeof constraint === "string" ? constraint : undefined,
    stack: frames
      .slice(0, STACK_LINES)
      .map((line) => line.trim())
      .join("\n"),
  };
}

/** A full disk, a failing disk, and a password that the database does not accept. */
const OPERATOR_CODES = /^(53100|ENOSPC|EDQUOT|58030|28P01|28000)$/;

/** Returns `alarm` for an error that stays until an operator acts, else `error`. */
export function levelOfError(error: unknown): "alarm" | "error" {
  const all: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  return all.some((one) => OPERATOR_CODES.test(errorCode(one) ?? "")) ? "alarm" : "error";
}

export function errorCode(error: unknown): string | undefined {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return typeof code === "string" ? code : undefined;
}
