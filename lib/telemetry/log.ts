import "server-only";

import { type DestinationStream, type Logger, pino } from "pino";
import { type LogLevel, logLevel } from "#lib/env.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { requestId } from "#lib/telemetry/current-request.ts";
import { program } from "#lib/telemetry/program.ts";
import { currentTraceId } from "#lib/telemetry/span.ts";

type Field = string | number | boolean | undefined;
type Fields = Readonly<Record<string, Field>>;

/** The numbers of pino's own levels; `alarm` is above them. */
const LEVELS = { debug: 20, info: 30, warn: 40, error: 50, alarm: 60 } as const satisfies Record<LogLevel, number>;

/** Names of fields that are never logged, whatever their values. */
const SECRET_NAMES = /head|body|cookie|authori|passw|secret|token|card|key|cvv|e-?mail|phone|address/i;

/** Fields that are never masked: their format is checked where they are read, and their digits may look like a card number. */
const IDS: ReadonlySet<string> = new Set(["request", "trace"]);
/** Ids of attempts and messages, whose digits may look like a card number too. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What is masked inside texts: card numbers, the service's keys, voucher codes, credentials, sealed links, email addresses. */
const SECRET_VALUES = new RegExp(
  [
    String.raw`\b\d(?:[ -]?\d){12,18}\b`,
    // Two error codes of the operating system look like a key.
    String.raw`\b(?!ECONNRESET\b|EADDRINUSE\b)[A-Z0-9]{10}\b`,
    String.raw`\b[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}\b`,
    String.raw`\b(?:Basic|Bearer)\s+\S+`,
    String.raw`\/\/[^\s/@]+@`,
    String.raw`[\w-]{43,}`,
    String.raw`[^\s<>"'@/:(]+@[^\s<>"'@/]+\.\w+`,
  ].join("|"),
  "g",
);

/**
 * Writes one line of JSON to standard output, with the id of the request. `event` is a constant sentence; variable parts are
 * fields. An `alarm` requires an operator to act now.
 */
export function log(level: LogLevel, event: string, fields: Fields = {}): void {
  write(ownLines(), level, event, fields);
}

/** Returns whether lines of this level are written, for a caller whose fields are expensive to compute. */
export function isLogged(level: LogLevel): boolean {
  return ownLines().isLevelEnabled(level);
}

const ownLines = () =>
  processWide("log", () => {
    // Once its reader has gone, each line fails. The framework would report each failure by a line of its own, without end.
    process.stdout.on("error", () => {});
    return jsonLines();
  });

/** Writes at once where standard output is a file or a pipe, so that the last line before a crash is not lost. */
const STANDARD_OUTPUT: DestinationStream = { write: (line) => void process.stdout.write(line) };

/** Returns a logger of JSON lines. */
export function jsonLines(output: DestinationStream = STANDARD_OUTPUT): Logger<LogLevel> {
  return pino(
    {
      base: { program: program.name },
      level: logLevel(),
      customLevels: LEVELS,
      useOnlyCustomLevels: true,
      messageKey: "event",
      timestamp: () => `,"at":"${new Date().toISOString()}"`,
      formatters: { level: (name) => ({ level: name }) },
    },
    output,
  );
}

export function write(lines: Logger<LogLevel>, level: LogLevel, event: string, fields: Fields): void {
  if (!lines.isLevelEnabled(level)) return;
  const safe = Object.entries({ request: requestId(), trace: currentTraceId(), ...fields })
    .filter(([name, value]) => value !== undefined && !SECRET_NAMES.test(name))
    .map(([name, value]) => [
      name,
      typeof value === "string" && !IDS.has(name) && !UUID.test(value)
        ? value.replace(SECRET_VALUES, "[masked]")
        : value,
    ]);
  lines[level](Object.fromEntries(safe), event);
}
