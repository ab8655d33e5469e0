import type { Caller } from "#src/domain/caller.ts";
import { type CatalogueRefusal, refused } from "#src/domain/catalogue-refusal.ts";
import type { Money } from "#src/domain/money.ts";
import type { Outcome } from "#src/domain/outcome.ts";
import { keepConfigurations, lockDatesOf } from "#src/store/arrangements.ts";
import { findEventOfDate } from "#src/store/event-dates.ts";
import { findEvents } from "#src/store/events.ts";
import { keepSection } from "#src/store/section-capacity.ts";
import { insertTicketTypeStock } from "#src/store/stock.ts";
import { changeTicketType, insertTicketType, type TicketTypeTerms } from "#src/store/ticket-types.ts";
import { findConfiguration, findSection } from "#src/store/venues.ts";
import type { World } from "#src/world.ts";
import { saleWindow, type WindowAsked } from "./sale-window.ts";

export type NewTicketType = WindowAsked & {
  readonly eventDateId: number;
  readonly venueSectionId: number;
  readonly name: string;
  readonly price: Money;
  readonly minimumPerOrder: number;
  readonly maximumPerOrder: number;
  /** Absent: as many as the section has. */
  readonly maximumAllocation: number | undefined;
  readonly terms: TicketTypeTerms;
};

/** Puts a ticket type on a date, in a section that the date's configuration includes. */
export async function createTicketType(
  { db }: World,
  caller: Caller,
  type: NewTicketType,
): Promise<Outcome<{ readonly id: number }, CatalogueRefusal>> {
  return db.transaction(async (tx) => {
    const { eventDateId, venueSectionId } = type;
    const eventId = await findEventOfDate(tx, caller.account.id, eventDateId);
    if (eventId !== undefined) await lockDatesOf(tx, eventId);
    const [event] = eventId === undefined ? [] : (await findEvents(tx, caller.account.id, [eventId])).events;
    const date = event?.dates.find(({ id }) => id === eventDateId);
    if (event === undefined || date === undefined) return refused("no_such_thing", "eventDate");

    await keepConfigurations(tx, [date.venueConfiguration.id]);
    await keepSection(tx, venueSectionId);
    const section = await findSection(tx, caller.account.id, venueSectionId);
    if (section === undefined) return refused("no_such_thing", "venueSection");
    const configuration = await findConfiguration(tx, caller.account.id, date.venueConfiguration.id);
    if (!configuration?.sectionIds.includes(venueSectionId)) {
      return refused("section_outside_configuration", "venueSection");
    }
    if (type.maximumPerOrder < type.minimumPerOrder) return refused("maximum_below_minimum", "maximumPerOrder");
    const nothing = { onSaleFrom: undefined, onSaleTo: undefined };
    const sale = await saleWindow(tx, type, event.venue.timeZone, nothing);
    if (!sale.ok) return sale;

    const id = await insertTicketType(tx, { ...type, eventId: event.id });
    await changeTicketType(tx, id, { ...type.terms, ...sale.window });
    const [capacity, followsSection] =
      type.maximumAllocation === undefined ? [section.capacity, true] : [type.maximumAllocation, false];
    await insertTicketTypeStock(tx, { eventId: event.id, eventDateId, ticketTypeId: id, capacity, followsSection });
    return { ok: true, id };
  });
}
