import assert from "node:assert/strict";
import { Card } from "#src/payments/domain/card.ts";
import { payCart } from "#src/payments/use-cases/pay.ts";
import type { PaymentOutcome, PaymentRequest } from "#src/payments/use-cases/payment-request.ts";
import type { PaymentWorld } from "#src/payments/use-cases/payment-world.ts";
import type { Db } from "#src/platform/store/db.ts";
import type { NewReservation } from "#src/reservations/domain/sale.ts";
import { lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import type { ReservationRequest } from "#src/reservations/use-cases/reserve/reservation-queue.ts";
import { createReservation } from "#src/reservations/use-cases/reserve/reserve.ts";
import type { OnSale } from "#test/on-sale.ts";

export const BUYER = { FIRST_NAME: "Ada", LAST_NAME: "Lovelace", EMAIL: "ada@example.com" };

export const CARD = new Card({
  name: "Ada Lovelace",
  number: "4111111111111111",
  expiryMonth: 12,
  expiryYear: 2030,
  cvv: "123",
});

/** Returns the steps of a buyer, each of which must succeed, and reads of the tables for assertions. */
export function buying(world: PaymentWorld, onSale: OnSale) {
  const { caller, eventId, ticketTypeIds } = onSale;

  const ask = (quantities: readonly number[], more: Partial<ReservationRequest> = {}) =>
    createReservation(world, {
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
    const lock = await lockCart(world, caller, { cartKey: reservation.cartKey }, BUYER);
    assert.ok(lock.ok, JSON.stringify(lock));
    return reservation;
  }

  const pay = (cartKey: string, text: string, more: Partial<PaymentRequest> = {}): Promise<PaymentOutcome> =>
    payCart(world, { caller, scope: { cartKey }, parts: [{ method: "CREDIT_CARD", text }], card: CARD, ...more });

  return { ask, reserve, holdLocked, pay, lapse, status, taken, state };

  /** Moves a reservation's expiry into the past. */
  async function lapse(key: string, secondsAgo = 1): Promise<void> {
    await world.db.query(`UPDATE sale SET expires_at = now() - make_interval(secs => $2) WHERE key = $1`, [
      key,
      secondsAgo,
    ]);
  }

  async function status(key: string): Promise<string | undefined> {
    return (await world.db.query<{ status: string }>(`SELECT status FROM sale WHERE key = $1`, [key]))[0]?.status;
  }

  function taken(): Promise<readonly number[]> {
    return takenOf(world.db, eventId);
  }

  /** Returns the states of the cart's payment attempts, oldest first. */
  async function state(cartKey: string): Promise<readonly string[]> {
    const rows = await world.db.query<{ state: string }>(
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
