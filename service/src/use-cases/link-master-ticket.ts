import type { Caller } from "#src/domain/caller.ts";
import { type CatalogueRefusal, refused } from "#src/domain/catalogue-refusal.ts";
import type { MasterTicket } from "#src/domain/master-ticket.ts";
import type { Outcome } from "#src/domain/outcome.ts";
import type { Db } from "#src/store/db.ts";
import { findMasterTicket } from "#src/store/master-tickets.ts";

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
