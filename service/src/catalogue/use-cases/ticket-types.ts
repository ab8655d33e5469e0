import { findPlaceOfDate, lockConfigurationsShared, lockDatesOf } from "#src/catalogue/store/arrangements.ts";
import { findEventOf } from "#src/catalogue/store/events.ts";
import { changeAllocation, type TicketTypeChange, termColumns } from "#src/catalogue/store/ticket-types.ts";
import { findConfiguration, findSection } from "#src/catalogue/store/venues.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Money } from "#src/platform/domain/money.ts";
import { type Changed, type Created, refused } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import { changeRow, insertRow, makeRow } from "#src/platform/store/rows.ts";
import { returnExpired } from "#src/stock/store/places.ts";
import { lockSectionShared } from "#src/stock/store/stock.ts";
import { getEvent } from "./events.ts";
import { masterOf } from "./master-tickets.ts";
import { type SaleWindowInput, saleWindow } from "./sale-window.ts";

type NewTicketType = SaleWindowInput & {
  readonly eventDateId: number;
  readonly venueSectionId: number;
  /** Absent fields come from the prototype. A ticket type without a prototype needs a name and a price. */
  readonly name: string | undefined;
  readonly price: Money | undefined;
  readonly masterTicketId?: number | undefined;
  readonly minimumPerOrder: number;
  readonly maximumPerOrder: number;
  /** Absent or `null`, without a maximum of the prototype: the section's capacity. */
  readonly maximumAllocation: number | null | undefined;
  readonly terms: TicketTypeChange;
};

/** Adds a ticket type to a date, in a section of the date's configuration. */
export async function createTicketType({ db }: Runtime, caller: Caller, type: NewTicketType): Promise<Created> {
  return db.transaction(async (tx) => {
    const { eventDateId, venueSectionId } = type;
    const found = await findEventOf(tx, caller.account.id, { eventDateId });
    if (found === undefined) return refused("no_such_thing", "eventDate");
    const eventId = found.id;
    await lockDatesOf(tx, eventId);
    const { venueConfigurationId, timeZone } = await findPlaceOfDate(tx, eventDateId);
    await lockConfigurationsShared(tx, [venueConfigurationId]);
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

    const { minimumPerOrder, maximumPerOrder } = type;
    const { fee = master?.fee } = type.terms;
    const { onSaleFrom = was.onSaleFrom, onSaleTo = was.onSaleTo } = sale.window;
    const place = { eventId, eventDateId, venueSectionId, masterTicketId, minimumPerOrder, maximumPerOrder };
    const terms = termColumns({ ...type.terms, name, price, fee, onSaleFrom, onSaleTo });
    const id = await makeRow(tx, caller, "ticket_type", { ...terms, ...place });
    const stock = { eventId, eventDateId, ticketTypeId: id, capacity: maximumAllocation ?? section.capacity };
    await insertRow(tx, "stock", { ...stock, followsSection: typeof maximumAllocation !== "number" });
    return { ok: true, id };
  });
}

/** Changes the named fields. Existing sales keep their price. */
export async function changeTicketType(
  runtime: Runtime,
  caller: Caller,
  id: number,
  change: SaleWindowInput & { readonly maximumAllocation: number | null | undefined; readonly terms: TicketTypeChange },
): Promise<Changed> {
  // Expired reservations must not count against a smaller maximum.
  if (change.maximumAllocation !== undefined) await returnExpired(runtime.db);
  return runtime.db.transaction(async (tx) => {
    const found = await findEventOf(tx, caller.account.id, { ticketTypeId: id });
    if (found === undefined) return refused("no_such_thing", "id");
    await lockDatesOf(tx, found.id);
    const event = await getEvent({ ...runtime, db: tx }, caller, found.id);
    const was = event?.dates.flatMap(({ ticketTypes }) => ticketTypes).find((type) => type.id === id);
    if (event === undefined || was === undefined) return refused("no_such_thing", "id");

    const { minimumPerOrder = was.minimumPerOrder, maximumPerOrder = was.maximumPerOrder } = change.terms;
    if (maximumPerOrder < minimumPerOrder) return refused("maximum_below_minimum", "maximumPerOrder");
    const sale = await saleWindow(tx, change, event.venue.timeZone, was);
    if (!sale.ok) return sale;

    const { masterTicketId } = change.terms;
    if (typeof masterTicketId === "number") {
      const linked = await masterOf(tx, caller, event.id, masterTicketId);
      if (!linked.ok) return linked;
    }

    // Checked before the other writes, since a refusal must leave nothing changed.
    const { maximumAllocation } = change;
    if (maximumAllocation === null) await lockSectionShared(tx, was.section.id);
    if (maximumAllocation !== undefined && !(await changeAllocation(tx, event.id, id, maximumAllocation))) {
      return refused("more_are_taken", "maximumAllocation");
    }
    const beside = {
      maximumAllocation: [was.followsSection ? null : was.maximumAllocation, maximumAllocation],
    } as const;
    await changeRow(tx, caller, "ticket_type", id, termColumns({ ...change.terms, ...sale.window }), beside);
    return { ok: true };
  });
}
