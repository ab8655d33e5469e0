import { findPlaceOfDate, keepConfigurations, lockDatesOf } from "#src/catalogue/store/arrangements.ts";
import { findEventOfDate } from "#src/catalogue/store/event-dates.ts";
import {
  changeTicketType as change,
  changeAllocation,
  findEventOfTicketType,
  insertTicketType,
  type TicketTypeTerms,
} from "#src/catalogue/store/ticket-types.ts";
import { findConfiguration, findSection } from "#src/catalogue/store/venues.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type ChangeRefusal, refused } from "#src/platform/domain/change-refusal.ts";
import type { Money } from "#src/platform/domain/money.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { World } from "#src/platform/world.ts";
import { returnExpired } from "#src/stock/store/return-places.ts";
import { lockSectionShared } from "#src/stock/store/section-capacity.ts";
import { insertTicketTypeStock } from "#src/stock/store/stock.ts";
import { getEventOfTicketType } from "./events.ts";
import { masterOf } from "./master-tickets.ts";
import { type SaleWindowInput, saleWindow } from "./sale-window.ts";

export type NewTicketType = SaleWindowInput & {
  readonly eventDateId: number;
  readonly venueSectionId: number;
  /** What is absent here is as the prototype has it; a ticket type that follows none must bring its own. */
  readonly name: string | undefined;
  readonly price: Money | undefined;
  readonly masterTicketId?: number | undefined;
  readonly minimumPerOrder: number;
  readonly maximumPerOrder: number;
  /** Absent or `null`, and no prototype that says otherwise: as many as the section has. */
  readonly maximumAllocation: number | null | undefined;
  readonly terms: TicketTypeTerms;
};

/** Puts a ticket type on a date, in a section that the date's configuration includes. */
export async function createTicketType(
  { db }: World,
  caller: Caller,
  type: NewTicketType,
): Promise<Outcome<{ readonly id: number }, ChangeRefusal>> {
  return db.transaction(async (tx) => {
    const { eventDateId, venueSectionId } = type;
    const eventId = await findEventOfDate(tx, caller.account.id, eventDateId);
    if (eventId === undefined) return refused("no_such_thing", "eventDate");
    await lockDatesOf(tx, eventId);
    const { venueConfigurationId, timeZone } = await findPlaceOfDate(tx, eventDateId);
    await keepConfigurations(tx, [venueConfigurationId]);
    await lockSectionShared(tx, venueSectionId);
    const section = await findSection(tx, caller.account.id, venueSectionId);
    if (section === undefined) return refused("no_such_thing", "venueSection");
    const configuration = await findConfiguration(tx, caller.account.id, venueConfigurationId);
    if (!configuration?.sectionIds.includes(venueSectionId)) {
      return refused("section_outside_configuration", "venueSection");
    }
    if (type.maximumPerOrder < type.minimumPerOrder) return refused("maximum_below_minimum", "maximumPerOrder");
    const { masterTicketId } = type;
    const linked = masterTicketId === undefined ? undefined : await masterOf(tx, caller, eventId, masterTicketId);
    if (linked?.ok === false) return linked;
    const master = linked?.master;
    const { name = master?.name, price = master?.price, maximumAllocation = master?.maximumAllocation } = type;
    if (name === undefined || price === undefined)
      return refused("value_required", name === undefined ? "name" : "price");
    const was = { onSaleFrom: master?.onSaleFrom, onSaleTo: master?.onSaleTo };
    const sale = await saleWindow(tx, type, timeZone, was);
    if (!sale.ok) return sale;

    const id = await insertTicketType(tx, { ...type, name, price, eventId });
    const { fee = master?.fee } = type.terms;
    const { onSaleFrom = was.onSaleFrom, onSaleTo = was.onSaleTo } = sale.window;
    await change(tx, id, { ...type.terms, name, fee, onSaleFrom, onSaleTo, masterTicketId });
    const stock = { eventId, eventDateId, ticketTypeId: id, capacity: maximumAllocation ?? section.capacity };
    await insertTicketTypeStock(tx, { ...stock, followsSection: typeof maximumAllocation !== "number" });
    return { ok: true, id };
  });
}

/** Changes what is named. Sales that were made keep the price that they were made at. */
export async function changeTicketType(
  world: World,
  caller: Caller,
  id: number,
  asked: SaleWindowInput & { readonly maximumAllocation: number | null | undefined; readonly terms: TicketTypeTerms },
): Promise<Outcome<object, ChangeRefusal>> {
  // What has lapsed is nobody's, and would stand in the way of a smaller maximum.
  if (asked.maximumAllocation !== undefined) await returnExpired(world.db);
  return world.db.transaction(async (tx) => {
    const found = await findEventOfTicketType(tx, caller.account.id, id);
    if (found === undefined) return refused("no_such_thing", "id");
    await lockDatesOf(tx, found.eventId);
    const event = await getEventOfTicketType({ ...world, db: tx }, caller, id);
    const was = event?.dates.flatMap(({ ticketTypes }) => ticketTypes).find((type) => type.id === id);
    if (event === undefined || was === undefined) return refused("no_such_thing", "id");

    const { minimumPerOrder = was.minimumPerOrder, maximumPerOrder = was.maximumPerOrder } = asked.terms;
    if (maximumPerOrder < minimumPerOrder) return refused("maximum_below_minimum", "maximumPerOrder");
    const sale = await saleWindow(tx, asked, event.venue.timeZone, was);
    if (!sale.ok) return sale;

    const { masterTicketId } = asked.terms;
    if (typeof masterTicketId === "number") {
      const linked = await masterOf(tx, caller, event.id, masterTicketId);
      if (!linked.ok) return linked;
    }

    // Before anything is written, since a refusal leaves nothing changed.
    const { maximumAllocation } = asked;
    if (maximumAllocation === null) await lockSectionShared(tx, was.section.id);
    if (maximumAllocation !== undefined && !(await changeAllocation(tx, event.id, id, maximumAllocation))) {
      return refused("more_are_taken", "maximumAllocation");
    }
    await change(tx, id, { ...asked.terms, ...sale.window });
    return { ok: true };
  });
}
