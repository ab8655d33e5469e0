import {
  type CannotFollow,
  endsTooSoon,
  type Followed,
  follow,
  type LinkedTicketType,
  type MasterTicket,
  withChange,
} from "#src/catalogue/domain/master-ticket.ts";
import { lockDatesOf } from "#src/catalogue/store/arrangements.ts";
import { findEvents } from "#src/catalogue/store/events.ts";
import {
  findMasterOf,
  findMasterTicket,
  listMasterTickets as list,
  listLinked,
  lockLinked,
} from "#src/catalogue/store/master-tickets.ts";
import { changeAllocation, termColumns } from "#src/catalogue/store/ticket-types.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Money } from "#src/platform/domain/money.ts";
import { type ChangeRefusal, type Created, type Outcome, refused } from "#src/platform/domain/outcome.ts";
import type { Page } from "#src/platform/domain/page.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { changeRow, makeRow } from "#src/platform/store/rows.ts";
import { returnExpired } from "#src/stock/store/places.ts";
import { type SaleWindowInput, saleWindow } from "./sale-window.ts";

/** Returns a prototype of the caller's account with the ticket types that follow it. */
export async function getMasterTicket(
  { db }: Runtime,
  caller: Caller,
  id: number,
): Promise<(MasterTicket & { readonly linked: readonly LinkedTicketType[] }) | undefined> {
  const master = await findMasterTicket(db, caller.account.id, id);
  return master && { ...master, linked: await listLinked(db, master.event.id, id) };
}

export async function listMasterTickets({ db }: Runtime, caller: Caller, eventId: number, page: Page) {
  const { events } = await findEvents(db, caller.account.id, [eventId]);
  return events.length === 0 ? undefined : list(db, eventId, page);
}

/** Returns the prototype that a ticket type follows, for callers with MANAGE only. */
export async function getMasterOf({ db }: Runtime, caller: Caller, ticketTypeId: number) {
  return caller.capabilities.has("MANAGE") ? findMasterOf(db, ticketTypeId) : undefined;
}

type MasterTicketInput = SaleWindowInput & {
  readonly version?: number | undefined;
  readonly name?: string | undefined;
  readonly price?: Money | undefined;
  readonly fee?: Money | undefined;
  /** `null`: the section's capacity. */
  readonly maximumAllocation?: number | null | undefined;
};

type CannotFollowAll = { readonly refusal: "cannot_follow"; readonly failed: readonly CannotFollow[] };

/** Creates a prototype for ticket types of this event. */
export async function createMasterTicket(
  { db }: Runtime,
  caller: Caller,
  eventId: number,
  input: MasterTicketInput & { readonly name: string; readonly price: Money; readonly fee: Money },
): Promise<Created> {
  return db.transaction(async (tx) => {
    const [event] = (await findEvents(tx, caller.account.id, [eventId])).events;
    if (event === undefined) return refused("no_such_thing", "event");
    const noWindow = { onSaleFrom: undefined, onSaleTo: undefined };
    const sale = await saleWindow(tx, input, event.venue.timeZone, noWindow);
    if (!sale.ok) return sale;
    const { name, price, fee, maximumAllocation } = input;
    const empty = { name, price, fee, maximumAllocation: undefined, ...noWindow };
    const terms = withChange(empty, { maximumAllocation, ...sale.window });
    return { ok: true, id: await makeRow(tx, caller, "master_ticket", { eventId, ...termColumns(terms) }) };
  });
}

/**
 * Changes the named fields in the prototype and in every ticket type that follows it, or in none when one cannot follow. A
 * dry run returns the same and writes nothing. Reserved and sold tickets keep their name and price.
 */
export async function changeMasterTicket(
  { db }: Runtime,
  caller: Caller,
  id: number,
  input: MasterTicketInput,
  dryRun: boolean,
): Promise<
  Outcome<{ readonly followed: readonly Followed[]; readonly timeZone: string }, ChangeRefusal | CannotFollowAll>
> {
  // Expired reservations must not count as taken.
  if (input.maximumAllocation !== undefined) await returnExpired(db);
  return db.transaction(async (tx) => {
    const found = await findMasterTicket(tx, caller.account.id, id);
    if (found === undefined) return refused("no_such_thing", "id");
    const eventId = found.event.id;
    await lockDatesOf(tx, eventId);
    await lockLinked(tx, eventId, id);
    const master = (await findMasterTicket(tx, caller.account.id, id)) ?? found;

    const { timeZone } = master;
    const sale = await saleWindow(tx, input, timeZone, { onSaleFrom: undefined, onSaleTo: undefined });
    if (!sale.ok) return sale;
    const { name, price, fee, maximumAllocation } = input;
    const named = { name, price, fee, maximumAllocation, ...sale.window };
    const terms = withChange(master, named);
    if (endsTooSoon(terms)) return refused("ends_before_it_starts", "onSaleTo");

    const outcome = follow(await listLinked(tx, eventId, id), named);
    if (!outcome.ok) return { ok: false, refusal: "cannot_follow", failed: outcome.failed };
    if (!dryRun) {
      const { maximumAllocation = null, onSaleFrom = null, onSaleTo = null } = terms;
      const limits = { maximumAllocation, onSaleFrom, onSaleTo };
      const { version } = input;
      await changeRow(tx, caller, "master_ticket", id, { ...termColumns(terms), ...limits, version });
      for (const one of outcome.followed) await write(tx, caller, eventId, one);
    }
    return { ok: true, followed: outcome.followed, timeZone };
  });
}

async function write(tx: Db, caller: Caller, eventId: number, { type, before, after }: Followed): Promise<void> {
  const { name, price, fee, onSaleFrom = null, onSaleTo = null } = after;
  const terms = termColumns({ name, price, fee, onSaleFrom, onSaleTo });
  const maximumAllocation = [before.maximumAllocation ?? null, after.maximumAllocation ?? null] as const;
  await changeRow(tx, caller, "ticket_type", type.id, terms, { maximumAllocation });
  if (after.maximumAllocation !== before.maximumAllocation) {
    await changeAllocation(tx, eventId, type.id, after.maximumAllocation ?? null);
  }
}

/** Returns the prototype that a ticket type of this event is to follow. Refuses one of another event. */
export async function masterOf(
  tx: Db,
  caller: Caller,
  eventId: number,
  id: number,
): Promise<Outcome<{ readonly master: MasterTicket }, ChangeRefusal>> {
  const master = await findMasterTicket(tx, caller.account.id, id);
  if (master === undefined) return refused("no_such_thing", "masterTicket");
  return master.event.id === eventId ? { ok: true, master } : refused("master_of_another_event", "masterTicket");
}
