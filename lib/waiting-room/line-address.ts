import { formatEventLink, parseEventLink } from "#lib/catalogue/event-link.ts";

/** Returns the path of an event's line, without the language, that keeps the choice in these fields of a form or a query. */
export function lineAddress(eventId: number, fields: Iterable<readonly [string, unknown]>): string {
  const texts = [...fields].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  const chosen = formatEventLink(parseEventLink(new URLSearchParams(texts)));
  return `/events/${eventId}/line${chosen && `?${chosen}`}`;
}
