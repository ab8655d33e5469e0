import type { EventLink } from "#lib/catalogue/event-link.ts";
import { VISITOR_PLACES_MAX } from "#lib/security/reservation-limits.ts";
import {
  mostPerOrder,
  type Offering,
  type OfferingGroup,
  sellsWithCode,
  type TicketType,
  ticketTypesOf,
} from "#lib/ticketing/model/offering.ts";
import type { CodeAnswer, CodeResult } from "#lib/ticketing/model/pricing.ts";

/** Something that the link promises and that is not available today. */
export type LinkWarning =
  | { readonly warning: "date_not_available" | "date_sold_out" | "date_soon" | "date_not_on_sale" | "nothing_on_sale" }
  | { readonly warning: "ticket_not_available"; readonly ticketTypeId: number }
  | { readonly warning: "too_many" | "sold_out"; readonly name: string; readonly most: number }
  | { readonly warning: "code_needed"; readonly name: string }
  | { readonly warning: CodeWarning; readonly code: string };

type CodeWarning = "code_ended" | "code_used_up" | "code_unknown" | "code_not_yet" | "code_not_here";

const SOON_MS = 48 * 60 * 60 * 1000;

/** Returns the date on which the link opens: its own, that of its first tickets, or the only one. Else the buyer chooses one. */
export function dateOf(
  { eventDateId, wanted }: EventLink,
  groups: readonly OfferingGroup[],
): OfferingGroup | undefined {
  const hasTickets = (group: OfferingGroup) =>
    ticketTypesOf(group).some(({ id }) => wanted.some(({ ticketTypeId }) => ticketTypeId === id));
  if (eventDateId !== undefined) return groups.find((group) => group.eventDateId === eventDateId);
  return groups.find(hasTickets) ?? (groups.length === 1 ? groups[0] : undefined);
}

/** Returns the warnings about a link, to show before it is published: a printed one cannot be changed. */
export function warningsOf(link: EventLink, offering: Offering | undefined, now: Date): readonly LinkWarning[] {
  if (offering === undefined || offering.groups.length === 0) return [{ warning: "nothing_on_sale" }];
  const date = dateOf(link, offering.groups);
  if (date === undefined && link.eventDateId === undefined)
    return link.wanted.map(({ ticketTypeId }) => ({ warning: "ticket_not_available", ticketTypeId }));
  if (date === undefined || isOver(date, now)) return [{ warning: "date_not_available" }];
  return [
    ...(link.code !== undefined && sellsWithCode(date.saleStatus, ticketTypesOf(date).map(sellable))
      ? []
      : dateWarnings(date, now)),
    ...link.wanted.flatMap((line) => lineWarnings(line, date, link.code !== undefined)),
  ];
}

/** A date without an end is over when it begins. */
function isOver({ startsAt, endsAt = startsAt }: OfferingGroup, now: Date): boolean {
  return Date.parse(endsAt) <= now.getTime();
}

/** Returns a ticket type within the shop's own limit, as the picker sells it. */
function sellable({ saleStatus, minimum, maximum = VISITOR_PLACES_MAX, available = maximum }: TicketType) {
  return { saleStatus, minimum: Math.max(1, minimum), maximum: Math.min(maximum, VISITOR_PLACES_MAX), left: available };
}

function dateWarnings({ saleStatus, startsAt }: OfferingGroup, now: Date): readonly LinkWarning[] {
  if (saleStatus === "SOLD_OUT") return [{ warning: "date_sold_out" }];
  if (saleStatus === "NOT_ON_SALE") return [{ warning: "date_not_on_sale" }];
  if (saleStatus !== "ON_SALE") return [{ warning: "date_not_available" }];
  return Date.parse(startsAt) - now.getTime() < SOON_MS ? [{ warning: "date_soon" }] : [];
}

function lineWarnings(
  { ticketTypeId, quantity }: EventLink["wanted"][number],
  date: OfferingGroup,
  hasCode: boolean,
): readonly LinkWarning[] {
  const ticketType = ticketTypesOf(date).find(({ id }) => id === ticketTypeId);
  if (ticketType === undefined) return [{ warning: "ticket_not_available", ticketTypeId }];
  const { name, codeRequired, saleStatus } = ticketType;
  // A sale that is still to begin, or is over, is a warning of the date.
  const most = mostPerOrder({ ...sellable(ticketType), saleStatus: "ON_SALE" });
  if (codeRequired && !hasCode) return [{ warning: "code_needed", name }];
  if (saleStatus === "SOLD_OUT" || most === 0) return [{ warning: "sold_out", name, most }];
  return quantity > most ? [{ warning: "too_many", name, most }] : [];
}

const CODE_WARNINGS: Partial<Record<CodeResult, CodeWarning>> = {
  ENDED: "code_ended",
  USED_UP: "code_used_up",
  UNKNOWN: "code_unknown",
  NOT_YET: "code_not_yet",
  NOT_FOR_THIS_EVENT: "code_not_here",
};

/** Returns the warnings about the codes of a link. */
export function codeWarnings(answers: readonly CodeAnswer[]): readonly LinkWarning[] {
  return answers.flatMap(({ code, result }) => {
    const warning = CODE_WARNINGS[result];
    return warning === undefined ? [] : [{ warning, code }];
  });
}

/** Returns the lines to quote a code with: those of the link, or the minimum of one ticket type if it has none. */
export function linesToQuote({ wanted }: EventLink, offering: Offering | undefined): EventLink["wanted"] {
  const [any] = offering?.groups.flatMap(ticketTypesOf) ?? [];
  return wanted.length > 0 || any === undefined ? wanted : [{ ticketTypeId: any.id, quantity: any.minimum }];
}
