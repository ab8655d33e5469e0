import { lockAgainstCancelling } from "#src/catalogue/store/event-dates.ts";
import type { OpenChoice } from "#src/payments/domain/cancellation.ts";
import {
  findPaymentOf,
  hasStartedRefund,
  listMovedTypes,
  listOpenChoices,
  moveLines,
  writeChoice,
} from "#src/payments/store/choices.ts";
import { lockPaidTickets } from "#src/payments/store/paid-tickets.ts";
import { closeRequests } from "#src/payments/store/refund-requests.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Db } from "#src/platform/store/db.ts";
import { isChecked, retryOnConflict } from "#src/platform/store/faults.ts";
import type { LockedSale } from "#src/reservations/domain/sale.ts";
import { lockCartPriceIfAny } from "#src/reservations/store/cart-prices.ts";
import { lockSales } from "#src/reservations/store/locked-sales.ts";
import { findCartKey } from "#src/reservations/store/sales.ts";
import { queueLimitedMessage } from "#src/reservations/use-cases/limited-mail.ts";
import { shiftPlaces } from "#src/stock/store/places.ts";
import type { PaymentRuntime } from "./payment-runtime.ts";
import { askIfStarted, type RefundOutcome, startRefund } from "./refund.ts";

type ChoiceRequest = {
  readonly eventDateId: number;
  readonly choice: "keep" | "refund" | { readonly moveTo: number };
};

type Kept = {
  readonly sale: LockedSale;
  readonly offered: OpenChoice;
  readonly choice: Exclude<ChoiceRequest["choice"], "refund">;
};

/**
 * `no_choice`: nothing is offered for tickets of this date. `no_date`: they cannot move to that date. `refund_under_way`: they
 * cannot move until the refund is settled.
 */
export type ChoiceOutcome =
  | { readonly kind: "chosen" | "no_such_thing" }
  | { readonly kind: "refused"; readonly refusal: "no_choice" | "date_not_offered" | "sold_out" | "refund_under_way" }
  | { readonly kind: "refund"; readonly outcome: RefundOutcome };

/**
 * Makes a buyer's choice for the tickets of a cancelled date: keep them, move them to another date, or have them refunded in full.
 * A refund is started in the transaction that records the choice.
 */
export async function choose(
  runtime: PaymentRuntime,
  caller: Caller,
  saleKey: string,
  request: ChoiceRequest,
): Promise<ChoiceOutcome> {
  try {
    const chosen = await retryOnConflict(() =>
      runtime.db.transaction(async (tx): Promise<ChoiceOutcome> => {
        const cartKey = await findCartKey(tx, caller.account.id, saleKey);
        if (cartKey === undefined) return { kind: "no_such_thing" };
        // Refunds lock the price of the cart before its sales.
        await lockCartPriceIfAny(tx, caller.account.id, cartKey);
        const [sale] = await lockSales(tx, caller.account.id, { key: saleKey }, runtime.limits.latePaySeconds);
        if (sale === undefined) return { kind: "no_such_thing" };
        await lockPaidTickets(tx, sale.eventId, sale.id);
        // A concurrent cancellation of the new date is either seen below, or sees the moved tickets.
        await lockAgainstCancelling(tx, [sale.eventId]);
        const open = await listOpenChoices(tx, sale.eventId, sale.id);
        const offered = open.find(({ eventDateId }) => eventDateId === request.eventDateId);
        if (offered === undefined) return { kind: "refused", refusal: "no_choice" };
        if (request.choice !== "refund")
          return keepOrMove(tx, runtime, caller, { sale, offered, choice: request.choice });
        return { kind: "refund", outcome: await refund(tx, runtime, caller, { saleKey, sale, offered }) };
      }),
    );
    return chosen.kind === "refund" ? { ...chosen, outcome: await askIfStarted(runtime, chosen.outcome) } : chosen;
  } catch (error) {
    if (isChecked(error, "never_oversold")) return { kind: "refused", refusal: "sold_out" };
    throw error;
  }
}

async function refund(
  tx: Db,
  runtime: PaymentRuntime,
  caller: Caller,
  { saleKey, sale, offered }: { readonly saleKey: string; readonly sale: LockedSale; readonly offered: OpenChoice },
): Promise<RefundOutcome> {
  const { cancellationId, eventDateId } = offered;
  const outcome = await startRefund(tx, runtime, {
    caller,
    saleKey,
    eventDateId,
    share: { fee: "returned", percentage: 100 },
    force: true,
    notify: true,
    origin: "CANCELLATION",
  });
  const made = { cancellationId, eventId: sale.eventId, eventDateId, saleId: sale.id };
  if (outcome.kind === "refund") await writeChoice(tx, { ...made, choice: "REFUND" });
  return outcome;
}

/** Records a choice without a refund. It withdraws what the buyer asked the organiser to refund of these tickets alone. */
async function keepOrMove(
  tx: Db,
  runtime: PaymentRuntime,
  { id: userId }: Caller,
  { sale, offered, choice }: Kept,
): Promise<ChoiceOutcome> {
  const { eventId, id: saleId } = sale;
  const { cancellationId, eventDateId, dates } = offered;
  const made = { cancellationId, eventId, eventDateId, saleId };
  const withdraw = () => closeRequests(tx, { eventId, saleId, userId }, { keptDateId: eventDateId });
  if (choice === "keep") {
    await withdraw();
    await writeChoice(tx, { ...made, choice: "KEEP" });
    return { kind: "chosen" };
  }
  const { moveTo } = choice;
  // A refund returns its places to the ticket types that its tickets have when it is settled, so nothing may move before.
  if (await hasStartedRefund(tx, eventId, saleId)) return { kind: "refused", refusal: "refund_under_way" };
  const found = await listMovedTypes(tx, { eventId, saleId, fromDateId: eventDateId, toDateId: moveTo });
  const types = found.flatMap(({ from, to, valid, isTaken }) => (to === null || isTaken ? [] : [{ from, to, valid }]));
  // A sale has one line for each ticket type, so tickets cannot move to a type that the sale already has.
  if (!dates.some(({ id }) => id === moveTo) || types.length < found.length)
    return { kind: "refused", refusal: "date_not_offered" };
  await withdraw();
  await shiftPlaces(tx, eventId, types);
  await moveLines(tx, { eventId, saleId, fromDateId: eventDateId }, types);
  await writeChoice(tx, { ...made, choice: "MOVE", movedTo: moveTo });
  const payment = await findPaymentOf(tx, eventId, saleId);
  if (payment === undefined) throw new Error("A paid sale has no payment.");
  const key = `tickets ${payment.id} moved ${cancellationId} ${eventDateId}`;
  await queueLimitedMessage(tx, runtime, {
    kind: "TICKETS",
    key,
    saleKeys: payment.saleKeys,
    details: { moved: true },
  });
  return { kind: "chosen" };
}
