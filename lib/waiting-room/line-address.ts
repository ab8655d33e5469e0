import { choiceIn } from "#lib/catalogue/event-link.ts";

/**
 * Returns the path of an event's line, without the language, that keeps the choice in these fields of a form or a query, and says why
 * the visitor has no place in it.
 */
export function lineAddress(eventId: number, fields: Iterable<readonly [string, unknown]>, why?: NoPass): string {
  const query = [choiceIn(fields), why !== undefined && why !== "in_line" && `refused=${why}`]
    .filter(Boolean)
    .join("&");
  return `/events/${eventId}/line${query && `?${query}`}`;
}

/** Why a visitor did not join. */
export type NotJoined = "notOpen" | "tooMany" | "full" | "networkFull" | "noAnswer" | "noCookies";

/** Why a visitor has no pass: others come first, or the visitor could not join them. */
export type NoPass = "in_line" | NotJoined;
