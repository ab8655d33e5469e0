import { formatReason, type Reason } from "#app/refusal-reasons.ts";
import { listsChosenDate } from "#lib/cart/reserving/reserve-form.ts";
import { formatEventLink, parseEventLink, parseLines } from "#lib/catalogue/event-link.ts";
import type { SelectionLine } from "#lib/ticketing/model/reservation.ts";
import { isSourceField } from "#lib/ticketing/model/source-fields.ts";

/** Far more than fifty lines, a code and a campaign need. */
export const BYTES_MAX = 16_000;
const FIELDS_MAX = 80;
const NAME = /^(event|locale|date|code|shown|qty\.\d{1,15})$/;

/** Returns the fields that a frame may post; others are dropped, and tickets of another date than the chosen one. */
export function fieldsOf(form: FormData): readonly (readonly [string, string])[] {
  const hasTickets = listsChosenDate(form);
  return [...form]
    .filter(([name, value]) => !name.startsWith("qty.") || (hasTickets && value !== "0"))
    .flatMap(([name, value]) =>
      typeof value === "string" && (NAME.test(name) || isSourceField(name)) && value !== ""
        ? [[name, value] as const]
        : [],
    )
    .slice(0, FIELDS_MAX);
}

/** Returns the fields with the tickets added that are already reserved for the same event. */
export function joinedWith(
  fields: ReturnType<typeof fieldsOf>,
  reserved: readonly { readonly eventId: number; readonly lines: readonly SelectionLine[] }[],
): ReturnType<typeof fieldsOf> {
  const eventId = fields.find(([name]) => name === "event")?.[1];
  const lines = reserved.filter((sale) => String(sale.eventId) === eventId).flatMap((sale) => sale.lines);
  const quantities = new Map<number, number>();
  for (const { ticketTypeId, quantity } of [...lines, ...parseLines(fields)])
    quantities.set(ticketTypeId, (quantities.get(ticketTypeId) ?? 0) + quantity);
  const rest = fields.filter(([name]) => !name.startsWith("qty."));
  return [...rest, ...[...quantities].map(([id, quantity]) => [`qty.${id}`, String(quantity)] as const)];
}

/**
 * Returns the URL of the page of the event's tickets, which says without a script too why these are not reserved, and has them selected.
 * It is always on our own origin.
 */
export function ticketsUrlWithReason(fields: ReturnType<typeof fieldsOf>, locale: string, reason: Reason): string {
  const query = new URLSearchParams(fields.map(([name, value]) => [name, value]));
  const eventId = query.get("event") ?? "";
  if (!/^[1-9]\d{0,14}$/.test(eventId)) return `/${locale}`;
  const chosen = formatEventLink(parseEventLink(query));
  return `/${locale}/events/${eventId}/tickets?${chosen && `${chosen}&`}refused=${formatReason(reason)}`;
}
