import type { MasterTicket } from "#src/catalogue/domain/master-ticket.ts";
import { findMasterTicket } from "#src/catalogue/store/master-tickets.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type CatalogueRefusal, refused } from "#src/platform/domain/catalogue-refusal.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Db } from "#src/platform/store/db.ts";

/** The prototype that a ticket type of this event may follow. A prototype of another event is none of its business. */
export async function masterOf(
  tx: Db,
  caller: Caller,
  eventId: number,
  id: number,
): Promise<Outcome<{ readonly master: MasterTicket }, CatalogueRefusal>> {
  const master = await findMasterTicket(tx, caller.account.id, id);
  if (master === undefined) return refused("no_such_thing", "masterTicket");
  return master.event.id === eventId ? { ok: true, master } : refused("master_of_another_event", "masterTicket");
}
