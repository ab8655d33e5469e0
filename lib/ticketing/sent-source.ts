import "server-only";

import { isKnownMissing, recordMissing } from "#lib/ticketing/client/extension.ts";
import type { Source } from "#lib/ticketing/model/reservation.ts";
import { type Refused, reservationRefused } from "#lib/ticketing/wire/purchase/refusals.ts";

/** The field of a reservation, which is an extension of the interface: a service may refuse it, or a field of it. */
const SOURCE = "source";

type SentSource = Omit<Source, "returnTo">;

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
 * Records which fields of a source the service does not take, once the reservation was tried without it. A field whose value alone is
 * refused is sent again with the next visitor's: no link that somebody made may end the sources of all.
 */
export function recordNotTaken(source: SentSource, { errors }: Refused, isReservedWithout: boolean): void {
  const fields = [SOURCE, ...Object.keys(source).map((name) => `${SOURCE}.${name}`)];
  const unknown = errors.filter(({ code, path }) => code === "UNKNOWN_FIELD" && fields.includes(path));
  for (const { path } of unknown) recordMissing(path);
  const isOfValue = errors.some(({ path }) => path.startsWith(`${SOURCE}.`));
  if (isReservedWithout && unknown.length === 0 && !isOfValue) recordMissing(SOURCE);
}
