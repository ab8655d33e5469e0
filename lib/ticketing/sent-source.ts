import "server-only";

import { log } from "#lib/telemetry/log.ts";
import { isKnownMissing, recordMissing } from "#lib/ticketing/client/extension.ts";
import type { Source } from "#lib/ticketing/model/reservation.ts";
import { type Refused, reservationRefused } from "#lib/ticketing/wire/purchase/refusals.ts";

/** The field of a reservation, which is an extension of the interface: a service may refuse it, or a field of it. */
const SOURCE = "source";

type SentSource = Omit<Source, "returnTo">;

/** Codes of a value. Any other code may say that the service does not know the field. */
const OF_VALUE: readonly string[] = ["REQUIRED", "TYPE", "RANGE", "NOT_FOUND"];

/** A source as JSON of few and short words: neither a service that knows the field nor a filter before it refuses such values. */
const PLAIN = /^(?:[{}:,]|"(?=[^"]{1,60}")[a-z\d]+(?:[.:-][a-z\d]+)*"){1,40}$/i;

/** Returns what the service gets of a source: nothing that it did not take within the last five minutes. */
export function sourceToSend({ returnTo: _, ...source }: Source = {}): SentSource | undefined {
  if (isKnownMissing(SOURCE)) return undefined;
  const taken = Object.entries(source).filter(([name]) => !isKnownMissing(`${SOURCE}.${name}`));
  return taken.length > 0 ? Object.fromEntries(taken) : undefined;
}

/** Returns whether a reservation is refused for its source. Where `mayLackReason`, a refusal without a reason may be for it as well. */
export function isForSource(no: Refused, mayLackReason: boolean): boolean {
  if (no.errors.some(({ path }) => /\bsource\b/i.test(path))) return true;
  const { refusal } = reservationRefused(no);
  const hasReason = refusal !== "refused" || no.errors.some(({ path, ticketType }) => path !== "" || ticketType);
  return mayLackReason && !hasReason;
}

/**
 * Records and logs which fields of a source the service does not take, once the reservation was tried without it. Where a value may be
 * what is refused, the next visitor's is sent again: no link that somebody made may end the sources of all.
 */
export function recordNotTaken(source: SentSource, { errors }: Refused, isReservedWithout: boolean): void {
  const fields = [SOURCE, ...Object.keys(source).map((name) => `${SOURCE}.${name}`)];
  const unknown = errors.filter(({ code, path }) => code === "UNKNOWN_FIELD" && fields.includes(path));
  const isOfValue = errors.some(({ code, path }) => OF_VALUE.includes(code) || /\bsource\b\W+\w/i.test(path));
  const isWhole = isReservedWithout && !isOfValue && PLAIN.test(JSON.stringify(source));
  const paths = unknown.length > 0 ? unknown.map(({ path }) => path) : isWhole ? [SOURCE] : [];
  for (const field of paths.filter((path) => !isKnownMissing(path))) {
    recordMissing(field);
    log("warn", "The service does not take where buyers come from. It is left out for five minutes.", { field });
  }
}
