import { insertAdmissions, isAnyTicketReady } from "#src/admissions/store/admissions.ts";
import type { Attempt } from "#src/payments/domain/attempt.ts";
import { type PaymentAnswer, paymentAnswer } from "#src/payments/domain/payment.ts";
import { findAttempt, lockOpenAttempt, noteCharge, settleAttempt } from "#src/payments/store/attempts.ts";
import type { Db } from "#src/platform/store/db.ts";
import type { World } from "#src/platform/world.ts";
import type { SaleRow } from "#src/reservations/domain/sale-row.ts";
import { queueOrderMessage } from "#src/reservations/store/order-messages.ts";
import { lockSalesOfAttempt, moveSales } from "#src/reservations/store/sale-rows.ts";
import { returnPlacesOf } from "#src/stock/store/return-places.ts";
import { giveBackParts } from "./methods/payment-methods.ts";

export type Settled = PaymentAnswer | "places_gone";

/**
 * Records that the card is authorised, and checks the places again. When they are lost the sales end as UNFULFILLED,
 * and the caller voids the charge.
 */
export function noteAuthorised(world: World, attempt: Attempt, chargeId: string): Promise<Settled | "go_on"> {
  return whileOpen(world, attempt, async (tx, sales) => {
    if (!havePlaces(sales)) return unfulfil(tx, attempt, sales, chargeId);
    await noteCharge(tx, attempt.id, "AUTHORISED", chargeId);
    return "go_on" as const;
  });
}

/** Records that the charge is captured, or nothing was due: writes sales, admissions and the attempt's end in one transaction. */
export function confirm(world: World, attempt: Attempt, chargeId: string | undefined): Promise<Settled> {
  return whileOpen(world, attempt, async (tx, sales) => {
    if (!havePlaces(sales)) return unfulfil(tx, attempt, sales, chargeId);
    await moveSales(tx, sales, ["PROCESSING"], "CONFIRMED");
    await insertAdmissions(tx, attempt.id);
    await queueOrderMessage(tx, {
      // Without a ticket that is ready, the tickets follow with the last answer about a guest.
      ...((await isAnyTicketReady(tx, attempt.id))
        ? { kind: "TICKETS", key: `tickets ${attempt.id}` }
        : { kind: "GUEST_DETAILS_WANTED", key: `guest details ${attempt.id}` }),
      saleKeys: sales.map(({ key }) => key),
    });
    return end(tx, attempt, "PAID", paymentAnswer("SUCCESS", inState(sales, "CONFIRMED"), attempt.amount));
  });
}

/**
 * Ends an attempt for which nothing stays charged. The reservation continues and another card may be tried, unless the
 * places were lost: those sales have ended.
 */
export function endUnpaid(world: World, attempt: Attempt, code: string): Promise<PaymentAnswer> {
  return whileOpen(world, attempt, async (tx, sales) => {
    if (sales.some(({ status }) => status === "UNFULFILLED")) {
      return end(tx, attempt, "VOIDED", paymentAnswer("WRONG_STATE", sales, attempt.amount), code);
    }
    await moveSales(tx, sales, ["PROCESSING"], "LOCKED");
    return end(tx, attempt, "DECLINED", paymentAnswer("REFUSED", inState(sales, "LOCKED"), attempt.amount), code);
  });
}

/** Records that a charge is to be voided or refunded, before the processor is called. */
export function noteVoiding(world: World, attempt: Attempt, chargeId: string): Promise<PaymentAnswer | "go_on"> {
  return whileOpen(world, attempt, async (tx) => {
    await noteCharge(tx, attempt.id, "VOIDING", chargeId);
    return "go_on" as const;
  });
}

/** The pay call and the reconciler may settle the same attempt at once: one writes, the other returns what was written. */
function whileOpen<T>(
  world: World,
  attempt: Attempt,
  work: (tx: Db, sales: readonly SaleRow[]) => Promise<T>,
): Promise<T | PaymentAnswer> {
  return world.db.transaction(async (tx) => {
    const sales = await lockSalesOfAttempt(tx, attempt.id);
    if (await lockOpenAttempt(tx, attempt.id)) return work(tx, sales);
    const settled = await findAttempt(tx, attempt.id);
    if (settled?.answer === undefined) throw new Error("A settled attempt has no answer.");
    return settled.answer;
  });
}

function havePlaces(sales: readonly SaleRow[]): boolean {
  return sales.every(({ status, holdsStock }) => status === "PROCESSING" && holdsStock);
}

/** Returns the places of the cart's other sales to stock: a cart is sold whole or not at all. */
async function unfulfil(
  tx: Db,
  attempt: Attempt,
  sales: readonly SaleRow[],
  chargeId: string | undefined,
): Promise<Settled> {
  const paying = sales.filter(({ status }) => status === "PROCESSING");
  await moveSales(tx, paying, ["PROCESSING"], "UNFULFILLED");
  await returnPlacesOf(tx, attempt.id);
  if (chargeId !== undefined) {
    await noteCharge(tx, attempt.id, "VOIDING", chargeId);
    return "places_gone";
  }
  return end(tx, attempt, "VOIDED", paymentAnswer("WRONG_STATE", inState(sales, "UNFULFILLED"), attempt.amount));
}

async function end(
  tx: Db,
  attempt: Attempt,
  state: "PAID" | "DECLINED" | "VOIDED",
  answer: PaymentAnswer,
  declineCode?: string,
): Promise<PaymentAnswer> {
  if (state !== "PAID") await giveBackParts(tx, attempt.id);
  await settleAttempt(tx, attempt.id, state, answer, declineCode);
  return answer;
}

function inState(sales: readonly SaleRow[], status: SaleRow["status"]): readonly SaleRow[] {
  return sales.map((sale) => ({ ...sale, status }));
}
