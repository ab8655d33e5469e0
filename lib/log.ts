import "server-only";

type Level = "info" | "warn" | "alarm";
type Field = string | number | boolean | undefined;

/** Fields whose names promise what no log may hold; they are left out whatever they carry. */
const UNSPEAKABLE = /head|body|cookie|authori|passw|secret|token|card|key|cvv|email|phone/i;

/** Card numbers, the service's keys and Basic credentials, should one slip into a text. */
const TELLTALE = /\b\d(?:[ -]?\d){12,18}\b|\b[A-Z0-9]{10}\b|\bBasic\s+\S+/g;

/**
 * Writes one line of JSON. `event` is a constant sentence; what varies goes into fields. An alarm is for a person
 * to act on now.
 */
export function log(level: Level, event: string, fields: Readonly<Record<string, Field>> = {}): void {
  process.stdout.write(`${line(level, event, fields, new Date())}\n`);
}

export function line(level: Level, event: string, fields: Readonly<Record<string, Field>>, at: Date): string {
  const said = Object.entries(fields)
    .filter(([name, value]) => value !== undefined && !UNSPEAKABLE.test(name))
    .map(([name, value]) => [name, typeof value === "string" ? value.replace(TELLTALE, "[masked]") : value]);
  return JSON.stringify({ at: at.toISOString(), level, event, ...Object.fromEntries(said) });
}
