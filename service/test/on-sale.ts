import { randomUUID } from "node:crypto";
import type { Caller, Capability } from "#src/platform/domain/caller.ts";
import type { Db } from "#src/platform/store/db.ts";
import { insertSectionStock, insertTicketTypeStock } from "#src/stock/store/stock.ts";

export type OnSale = {
  readonly eventId: number;
  readonly dateIds: readonly number[];
  readonly ticketTypeIds: readonly number[];
  readonly caller: Caller;
};

type Wish = {
  /** The capacity of each section. Every date has the same sections. */
  readonly sections?: readonly number[];
  readonly dates?: number;
  readonly types?: readonly { readonly section?: number; readonly date?: number; readonly maximum?: number }[];
  readonly priceMinor?: number;
  readonly feeMinor?: number;
  readonly currency?: string;
  readonly maximumPerOrder?: number;
  readonly capabilities?: readonly Capability[];
};

/** Inserts an account with one event on sale directly into the tables. */
export async function putOnSale(db: Db, wish: Wish = {}): Promise<OnSale> {
  const { sections = [10], dates = 1, types = [{}], priceMinor = 4500, feeMinor = 250, currency = "AUD" } = wish;
  const one = async (text: string, values: readonly unknown[]) =>
    (await db.query<{ id: number }>(text, values))[0]?.id ?? 0;
  const accountId = await one(
    `INSERT INTO account (name, short_name, currency) VALUES ('Playhouse', $1, $2) RETURNING id`,
    [`a${randomUUID()}`, currency],
  );
  const caller = await addCaller(db, accountId, wish.capabilities ?? ["PUBLIC"], currency);
  const venueId = await one(
    `INSERT INTO venue (account_id, name, time_zone) VALUES ($1, 'Hall', 'Australia/Sydney') RETURNING id`,
    [accountId],
  );
  const configurationId = await one(
    `INSERT INTO venue_configuration (venue_id, name) VALUES ($1, 'All') RETURNING id`,
    [venueId],
  );
  const eventId = await one(
    `INSERT INTO event (account_id, venue_id, venue_configuration_id, name, currency, published) VALUES ($1, $2, $3, 'The Tempest', $4, true) RETURNING id`,
    [accountId, venueId, configurationId, currency],
  );
  const sectionIds: number[] = [];
  for (const capacity of sections) {
    const id = await one(
      `INSERT INTO venue_section (venue_id, name, capacity) VALUES ($1, 'Stalls', $2) RETURNING id`,
      [venueId, capacity],
    );
    await db.query(`INSERT INTO venue_configuration_section VALUES ($1, $2, $3)`, [venueId, configurationId, id]);
    sectionIds.push(id);
  }
  const dateIds: number[] = [];
  for (let date = 0; date < dates; date += 1) {
    const eventDateId = await one(
      `INSERT INTO event_date (event_id, venue_configuration_id, starts_local, starts_at, ends_at)
       VALUES ($1, $2, now() + make_interval(days => $3), now() + make_interval(days => $3), now() + make_interval(days => $3, hours => 2)) RETURNING id`,
      [eventId, configurationId, 30 + date],
    );
    dateIds.push(eventDateId);
    for (const [at, capacity] of sections.entries()) {
      await insertSectionStock(db, { eventId, eventDateId, venueSectionId: sectionIds[at] ?? 0, capacity });
    }
  }
  const ticketTypeIds: number[] = [];
  for (const { section = 0, date = 0, maximum } of types) {
    const eventDateId = dateIds[date] ?? 0;
    const ticketTypeId = await one(
      `INSERT INTO ticket_type (event_id, event_date_id, venue_section_id, name, price_minor, fee_minor, maximum_per_order)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
      [
        eventId,
        eventDateId,
        sectionIds[section],
        `Type ${ticketTypeIds.length + 1}`,
        priceMinor,
        feeMinor,
        wish.maximumPerOrder ?? 10,
      ],
    );
    if (maximum !== undefined)
      await insertTicketTypeStock(db, { eventId, eventDateId, ticketTypeId, capacity: maximum });
    ticketTypeIds.push(ticketTypeId);
  }
  return { eventId, dateIds, ticketTypeIds, caller };
}

export async function addCaller(
  db: Db,
  accountId: number,
  capabilities: readonly Capability[],
  currency = "AUD",
): Promise<Caller> {
  const [user] = await db.query<{ id: number }>(
    `INSERT INTO account_user (account_id, username, password_hash, sell_capabilities) VALUES ($1, $2, '', $3) RETURNING id`,
    [accountId, randomUUID(), capabilities.filter((one) => one === "PUBLIC" || one === "BOX_OFFICE")],
  );
  const account = { id: accountId, name: "Playhouse", currency };
  return {
    id: user?.id ?? 0,
    name: "Ada",
    email: "",
    account,
    capabilities: new Set(capabilities),
    passwordVersion: 1,
  };
}
