import { insertAdmissions } from "#src/admissions/store/admissions.ts";
import { lockAgainstCancelling } from "#src/catalogue/store/event-dates.ts";
import { type Attempt, type PaymentAnswer, paymentAnswer } from "#src/payments/domain/payment.ts";
import { endAttempt, findAttempt, lockOpenAttempt, noteCharge } from "#src/payments/store/attempts.ts";
import { addPaidSalesToRefundJobs, listCancelledSales } from "#src/payments/store/cancellations.ts";
import { count } from "#src/platform/domain/measure.ts";
import type { Db } from "#src/platform/store/db.ts";
import type { LockedSale } from "#src/reservations/domain/sale.ts";
import { listCancelledTickets, lockSalesOfAttempt, moveSales } from "#src/reservations/store/locked-sales.ts";
import { queueOrderMessage } from "#src/reservations/store/order-messages.ts";
import { queueLimitedMessage } from "#src/reservations/use-cases/limited-mail.ts";
import { returnPlacesOf } from "#src/stock/store/places.ts";
import { giveBackParts } from "./payment-methods.ts";
import type { PaymentRuntime } from "./payment-runtime.ts";
import { type End, reportEnd } from "./purchase-log.ts";

/** `give_back`: the caller voids or refunds the charge. The attempt is already VOIDING. */
type Settled = PaymentAnswer | "give_back";

/** How this transaction ends an attempt. It is counted and logged after the commit. */
type Ended = End & { readonly answer: PaymentAnswer };

/**
 * Records that the card is authorised, and checks the places again. When they are lost the sales end as UNFULFILLED,
 * and the caller voids the charge, as it does when the event was cancelled meanwhile.
 */
export function noteAuthorised(
  runtime: PaymentRuntime,
  attempt: Attempt,
  chargeId: string,
): Promise<Settled | "go_on"> {
  return whileOpen(runtime, attempt, async (tx, sales, { state }) => {
    if (state === "VOIDING") return "give_back" as const;
    if (!havePlaces(sales)) return unfulfil(tx, runtime, attempt, sales, chargeId);
    if ((await listCancelledTickets(tx, sales)).length > 0) {
      await noteCharge(tx, attempt.id, "VOIDING", chargeId);
      return "give_back" as const;
    }
    await noteCharge(tx, attempt.id, "AUTHORISED", chargeId);
    return "go_on" as const;
  });
}

/**
 * Records that the charge is captured, or nothing was due: writes sales, admissions and the attempt's end in one transaction. If an
 * event was cancelled meanwhile, an uncharged cart is not sold; a charged one is sold, and refunded like the event's other sales.
 */
export function confirm(runtime: PaymentRuntime, attempt: Attempt, chargeId: string | undefined): Promise<Settled> {
  return whileOpen(runtime, attempt, async (tx, sales, { state }) => {
    // Another call has begun to void or refund this charge.
    if (state === "VOIDING") return "give_back" as const;
    if (!havePlaces(sales)) return unfulfil(tx, runtime, attempt, sales, chargeId);
    await lockAgainstCancelling(
      tx,
      sales.map(({ eventId }) => eventId),
    );
    const isCancelled = (await listCancelledTickets(tx, sales)).length > 0;
    if (isCancelled && chargeId === undefined) return endCancelled(tx, runtime, attempt, sales);
    await moveSales(tx, sales, ["PROCESSING"], "CONFIRMED");
    const { isAnyReady } = await insertAdmissions(tx, attempt.id);
    await queueLimitedMessage(tx, runtime, {
      // When no ticket is ready, the tickets are sent after the last missing answer about a guest.
      ...(isAnyReady
        ? { kind: "TICKETS", key: `tickets ${attempt.id}` }
        : { kind: "GUEST_DETAILS_WANTED", key: `guest details ${attempt.id}` }),
      saleKeys: sales.map(({ key }) => key),
    });
    if (isCancelled) await reportCancelled(tx, attempt.id);
    count("foyer_service_reservations_total", { event: "paid" }, sales.length);
    return end(tx, runtime, attempt, "PAID", paymentAnswer("SUCCESS", inState(sales, "CONFIRMED"), attempt.amount));
  });
}

/**
 * Ends an attempt for which nothing stays charged. The reservation continues and another card may be tried, unless the
 * places were lost: those sales have ended.
 */
export function endUnpaid(runtime: PaymentRuntime, attempt: Attempt, code: string): Promise<PaymentAnswer> {
  return whileOpen<never>(runtime, attempt, async (tx, sales) => {
    if (sales.some(({ status }) => status === "UNFULFILLED")) {
      return end(tx, runtime, attempt, "VOIDED", paymentAnswer("WRONG_STATE", sales, attempt.amount), code);
    }
    // Another card would be refused too.
    if ((await listCancelledTickets(tx, sales)).length > 0) return endCancelled(tx, runtime, attempt, sales, code);
    await moveSales(tx, sales, ["PROCESSING"], "LOCKED");
    return end(
      tx,
      runtime,
      attempt,
      "DECLINED",
      paymentAnswer("REFUSED", inState(sales, "LOCKED"), attempt.amount),
      code,
    );
  });
}

/** Records that a charge is to be voided or refunded, before the processor is called. */
export function noteVoiding(
  runtime: PaymentRuntime,
  attempt: Attempt,
  chargeId: string,
): Promise<PaymentAnswer | "go_on"> {
  return whileOpen(runtime, attempt, async (tx) => {
    await noteCharge(tx, attempt.id, "VOIDING", chargeId);
    return "go_on" as const;
  });
}

/** The pay call and the reconciler may settle the same attempt at once: one writes, the other returns what was written. */
async function whileOpen<Word extends string>(
  runtime: PaymentRuntime,
  attempt: Attempt,
  work: (tx: Db, sales: readonly LockedSale[], open: Attempt) => Promise<Word | PaymentAnswer | Ended>,
): Promise<Word | PaymentAnswer> {
  const { sales, result } = await runtime.db.transaction(async (tx) => {
    const sales = await lockSalesOfAttempt(tx, attempt.id);
    const open = await lockOpenAttempt(tx, attempt.id);
    if (open) return { sales, result: await work(tx, sales, open) };
    const settled = await findAttempt(tx, attempt.id);
    if (settled?.answer === undefined) throw new Error("A settled attempt has no answer.");
    return { sales, result: settled.answer };
  });
  if (typeof result === "string" || !("answer" in result)) return result;
  reportEnd(runtime, attempt, sales, result);
  return result.answer;
}

function havePlaces(sales: readonly LockedSale[]): boolean {
  return sales.every(({ status, holdsStock }) => status === "PROCESSING" && holdsStock);
}

/** Returns the places of the cart's other sales to stock: a cart is sold whole or not at all. */
async function unfulfil(
  tx: Db,
  runtime: PaymentRuntime,
  attempt: Attempt,
  sales: readonly LockedSale[],
  chargeId: string | undefined,
): Promise<Ended | "give_back"> {
  const paying = sales.filter(({ status }) => status === "PROCESSING");
  await moveSales(tx, paying, ["PROCESSING"], "UNFULFILLED");
  await returnPlacesOf(tx, attempt.id);
  if (chargeId !== undefined) {
    await noteCharge(tx, attempt.id, "VOIDING", chargeId);
    return "give_back";
  }
  return end(
    tx,
    runtime,
    attempt,
    "VOIDED",
    paymentAnswer("WRONG_STATE", inState(sales, "UNFULFILLED"), attempt.amount),
  );
}

/** Ends an attempt whose event was cancelled, like one that is refused before it begins. The next lock names the reason. */
async function endCancelled(
  tx: Db,
  runtime: PaymentRuntime,
  attempt: Attempt,
  sales: readonly LockedSale[],
  code = "CANCELLED",
): Promise<Ended> {
  await moveSales(tx, sales, ["PROCESSING"], "LOCKED");
  return end(
    tx,
    runtime,
    attempt,
    "DECLINED",
    paymentAnswer("WRONG_STATE", inState(sales, "LOCKED"), attempt.amount),
    code,
  );
}

/** Tells the buyer that tickets were cancelled while they were paid for, and adds them to the jobs that refund them. */
async function reportCancelled(tx: Db, attemptId: string): Promise<void> {
  await addPaidSalesToRefundJobs(tx, attemptId);
  for (const { saleKey, eventId, eventDateId, refunds, choices } of await listCancelledSales(tx, attemptId)) {
    const what = { event: eventId, ...(eventDateId !== null && { eventDate: eventDateId }) };
    await queueOrderMessage(tx, {
      kind: "CANCELLED",
      saleKeys: [saleKey],
      details: { ...what, refunds, choices },
      key: `cancelled ${eventDateId ?? `event ${eventId}`} paid ${attemptId} ${saleKey}`,
    });
  }
}

async function end(
  tx: Db,
  runtime: PaymentRuntime,
  attempt: Attempt,
  state: Ended["state"],
  answer: PaymentAnswer,
  code?: string,
): Promise<Ended> {
  if (state !== "PAID") {
    const saleKeys = answer.payments.map(({ key }) => key);
    await giveBackParts(tx, runtime, { attemptId: attempt.id, saleKeys });
  }
  await endAttempt(tx, attempt.id, state, answer, code);
  return { state, answer, code };
}

function inState(sales: readonly LockedSale[], status: LockedSale["status"]): readonly LockedSale[] {
  return sales.map((sale) => ({ ...sale, status }));
}
