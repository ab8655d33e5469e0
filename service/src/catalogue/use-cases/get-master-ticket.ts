import type { LinkedTicketType, MasterTicket } from "#src/catalogue/domain/master-ticket.ts";
import { findEvents } from "#src/catalogue/store/events.ts";
import {
  findMasterOf,
  findMasterTicket,
  listMasterTickets as list,
  listLinked,
} from "#src/catalogue/store/master-tickets.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { World } from "#src/platform/world.ts";

/** A prototype of the caller's account, with the ticket types that follow it. */
export async function getMasterTicket(
  { db }: World,
  caller: Caller,
  id: number,
): Promise<(MasterTicket & { readonly linked: readonly LinkedTicketType[] }) | undefined> {
  const master = await findMasterTicket(db, caller.account.id, id);
  return master && { ...master, linked: await listLinked(db, master.event.id, id) };
}

export async function listMasterTickets({ db }: World, caller: Caller, eventId: number, page: Page) {
  const { events } = await findEvents(db, caller.account.id, [eventId]);
  return events.length === 0 ? undefined : list(db, eventId, page);
}

/** What a ticket type follows is the promoter's own business: nobody else is told. */
export async function getMasterOf({ db }: World, caller: Caller, ticketTypeId: number) {
  return caller.capabilities.has("MANAGE") ? findMasterOf(db, ticketTypeId) : undefined;
}
