import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Card } from "#src/payments/domain/card.ts";
import { payCart } from "#src/payments/use-cases/pay.ts";
import type { PaymentOutcome, PaymentRequest } from "#src/payments/use-cases/payment-request.ts";
import type { PaymentRuntime } from "#src/payments/use-cases/payment-runtime.ts";
import type { Caller, Capability } from "#src/platform/domain/caller.ts";
import { LIMITS } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { insertRow } from "#src/platform/store/rows.ts";
import type { NewReservation } from "#src/reservations/domain/sale.ts";
import { lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import type { ReservationRequest } from "#src/reservations/use-cases/reserve/reservation-queue.ts";
import { createReservation } from "#src/reservations/use-cases/reserve/reserve.ts";
import { fakeProcessor } from "./fakes.ts";
import { testRuntime } from "./runtime.ts";

/** Creates an event on sale with its own runtime, and returns the steps of a buyer. */
export async function stage(db: Db, wish: Parameters<typeof putOnSale>[1] = {}) {
  const processor = fakeProcessor();
  // An unknown charge counts as not made at once, so that tests need no waiting.
  const runtime = testRuntime(db, { processor, limits: { ...LIMITS, processorSilentMs: 0 } });
  const onSale = await putOnSale(db, wish);
  return { runtime, processor, onSale, caller: onSale.caller, ...buying(runtime, onSale) };
}

/** Makes every open attempt due for the reconciler. */
export async function makeDue(db: Db): Promise<void> {
  await db.query(`UPDATE payment_attempt SET next_check_at = now() - interval '1 second' WHERE settled_at IS NULL`);
}

export const BUYER = { FIRST_NAME: "Ada", LAST_NAME: "Lovelace", EMAIL: "ada@example.com" };

export const CARD = new Card({
  name: "Ada Lovelace",
  number: "4111111111111111",
  expiryMonth: 12,
  expiryYear: 2030,
  cvv: "123",
});

/** Returns the steps of a buyer, each of which must succeed, and reads of the tables for assertions. */
export function buying(runtime: PaymentRuntime, onSale: OnSale) {
  const { caller, eventId, ticketTypeIds } = onSale;

  const ask = (quantities: readonly number[], more: Partial<ReservationRequest> = {}) =>
    createReservation(runtime, {
      caller,
      eventId,
      wanted: quantities.flatMap((quantity, at) =>
        quantity === 0 ? [] : [{ ticketTypeId: ticketTypeIds[at] ?? 0, quantity }],
      ),
      ...more,
    });

  async function reserve(
    quantities: readonly number[],
    more: Partial<ReservationRequest> = {},
  ): Promise<NewReservation> {
    const outcome = await ask(quantities, more);
    assert.ok(outcome.ok, JSON.stringify(outcome));
    return outcome.reservation;
  }

  async function holdLocked(quantities: readonly number[]): Promise<NewReservation> {
    const reservation = await reserve(quantities);
    const lock = await lockCart(runtime, caller, { cartKey: reservation.cartKey }, BUYER);
    assert.ok(lock.ok, JSON.stringify(lock));
    return reservation;
  }

  const pay = (cartKey: string, text: string, more: Partial<PaymentRequest> = {}): Promise<PaymentOutcome> =>
    payCart(runtime, { caller, scope: { cartKey }, parts: [{ method: "CREDIT_CARD", text }], card: CARD, ...more });

  return { ask, reserve, holdLocked, pay, lapse, status, taken, state };

  /** Moves a reservation's expiry into the past. */
  async function lapse(key: string, secondsAgo = 1): Promise<void> {
    await runtime.db.query(`UPDATE sale SET expires_at = now() - make_interval(secs => $2) WHERE key = $1`, [
      key,
      secondsAgo,
    ]);
  }

  async function status(key: string): Promise<string | undefined> {
    return (await runtime.db.query<{ status: string }>(`SELECT status FROM sale WHERE key = $1`, [key]))[0]?.status;
  }

  function taken(): Promise<readonly number[]> {
    return takenOf(runtime.db, eventId);
  }

  /** Returns the states of the cart's payment attempts, oldest first. */
  async function state(cartKey: string): Promise<readonly string[]> {
    const rows = await runtime.db.query<{ state: string }>(
      `SELECT state FROM payment_attempt WHERE cart_key = $1 ORDER BY started_at`,
      [cartKey],
    );
    return rows.map((row) => row.state);
  }
}

export async function takenOf(db: Db, eventId: number): Promise<readonly number[]> {
  const rows = await db.query<{ taken: number }>(`SELECT taken FROM stock WHERE event_id = $1 ORDER BY id`, [eventId]);
  return rows.map((row) => row.taken);
}

/** Returns the type of a payment's answer. Fails the test when there is none. */
export function answerType(outcome: PaymentOutcome): string {
  return outcome.kind === "answer" ? outcome.answer.type : outcome.kind;
}

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
      await insertRow(db, "stock", { eventId, eventDateId, venueSectionId: sectionIds[at], capacity });
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
    if (maximum !== undefined) await insertRow(db, "stock", { eventId, eventDateId, ticketTypeId, capacity: maximum });
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
    scanDates: null,
    passwordVersion: 1,
  };
}
