import "server-only";

import { type CartView, whenText } from "#lib/cart/cart-view.ts";
import { catalogueEvent, catalogueOffering } from "#lib/catalogue/events.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { distinctSection } from "#lib/ticketing/model/admission.ts";
import { inOwnZone } from "#lib/ticketing/model/event.ts";
import { type OfferingGroup, type TicketType, ticketTypesOf } from "#lib/ticketing/model/offering.ts";
import type { SelectionLine } from "#lib/ticketing/model/reservation.ts";

/** Tickets of one date by their names. */
export type DateTickets = {
  readonly eventName: string;
  readonly when?: string;
  readonly lines: readonly NamedLine[];
};

/** `name` is absent where neither the cart nor the catalogue has the ticket type any more. */
type NamedLine = { readonly name?: string; readonly section?: string; readonly quantity: number };

type Reserved = { readonly eventId: number; readonly eventName: string; readonly lines: readonly SelectionLine[] };

/** Returns the tickets of a cart, by event and date. */
export function ticketsIn({ events }: CartView): readonly DateTickets[] {
  return events.flatMap(({ eventName, dates }) =>
    dates.map(({ when, lines }) => ({ eventName, ...(when !== undefined && { when }), lines })),
  );
}

/** Returns the tickets of removed reservations, by event and date, with the names of the catalogue. */
export async function removedTickets(
  reservations: readonly Reserved[],
  locale: string,
  now: Date,
): Promise<readonly DateTickets[]> {
  const named = await Promise.all(
    reservations.map(async ({ eventId, eventName, lines }) => {
      const [event, offering] = await Promise.all([
        undefinedOnFault(catalogueEvent(eventId)),
        undefinedOnFault(catalogueOffering(eventId)),
      ]);
      const venue = event?.value?.venue;
      const groups = offering?.value?.groups ?? [];
      const dates = Map.groupBy(lines, ({ ticketTypeId }) => groups.find((group) => typeIn(group, ticketTypeId)));
      return [...dates].map(
        ([date, ofDate]): DateTickets => ({
          eventName: event?.value?.name ?? eventName,
          ...(date && venue && { when: whenText(inOwnZone(date, venue), locale, venue, now) }),
          lines: ofDate.map(({ ticketTypeId, quantity }) => ({
            ...nameOf(date && typeIn(date, ticketTypeId)),
            quantity,
          })),
        }),
      );
    }),
  );
  return named.flat();
}

function typeIn(date: OfferingGroup, ticketTypeId: number): TicketType | undefined {
  return ticketTypesOf(date).find(({ id }) => id === ticketTypeId);
}

function nameOf(type: TicketType | undefined): Omit<NamedLine, "quantity"> {
  if (type === undefined) return {};
  const section = distinctSection(type.name, type.section.name);
  return { name: type.name, ...(section !== undefined && { section }) };
}
