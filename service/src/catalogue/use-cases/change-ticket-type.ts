import { lockDatesOf } from "#src/catalogue/store/arrangements.ts";
import {
  changeTicketType as change,
  changeAllocation,
  findEventOfTicketType,
  type TicketTypeTerms,
} from "#src/catalogue/store/ticket-types.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type CatalogueRefusal, refused } from "#src/platform/domain/catalogue-refusal.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { World } from "#src/platform/world.ts";
import { returnLapsed } from "#src/stock/store/return-places.ts";
import { keepSection } from "#src/stock/store/section-capacity.ts";
import { getEventOfTicketType } from "./get-event.ts";
import { masterOf } from "./link-master-ticket.ts";
import { saleWindow, type WindowAsked } from "./sale-window.ts";

/** Changes what is named. Sales that were made keep the price that they were made at. */
export async function changeTicketType(
  world: World,
  caller: Caller,
  id: number,
  asked: WindowAsked & { readonly maximumAllocation: number | null | undefined; readonly terms: TicketTypeTerms },
): Promise<Outcome<object, CatalogueRefusal>> {
  // What has lapsed is nobody's, and would stand in the way of a smaller maximum.
  if (asked.maximumAllocation !== undefined) await returnLapsed(world.db);
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
    if (maximumAllocation === null) await keepSection(tx, was.section.id);
    if (maximumAllocation !== undefined && !(await changeAllocation(tx, event.id, id, maximumAllocation))) {
      return refused("more_are_taken", "maximumAllocation");
    }
    await change(tx, id, { ...asked.terms, ...sale.window });
    return { ok: true };
  });
}
