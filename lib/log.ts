import "server-only";

type Level = "info" | "warn" | "alarm";
type Field = string | number | boolean | undefined;

/** Names of fields that are never logged, whatever their values. */
const SECRET_NAMES = /head|body|cookie|authori|passw|secret|token|card|key|cvv|email|phone/i;

/** Card numbers, the service's keys and Basic credentials inside texts. */
const SECRET_VALUES = /\b\d(?:[ -]?\d){12,18}\b|\b[A-Z0-9]{10}\b|\bBasic\s+\S+/g;

/**
 * Writes one line of JSON. `event` is a constant sentence; variable parts are fields. An `alarm` requires an operator
 * to act now.
 */
export function log(level: Level, event: string, fields: Readonly<Record<string, Field>> = {}): void {
  process.stdout.write(`${line(level, event, fields, new Date())}\n`);
}

export function line(level: Level, event: string, fields: Readonly<Record<string, Field>>, at: Date): string {
  const safe = Object.entries(fields)
    .filter(([name, value]) => value !== undefined && !SECRET_NAMES.test(name))
    .map(([name, value]) => [name, typeof value === "string" ? value.replace(SECRET_VALUES, "[masked]") : value]);
  return JSON.stringify({ at: at.toISOString(), level, event, ...Object.fromEntries(safe) });
}
