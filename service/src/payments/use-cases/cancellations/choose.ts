import type { OpenChoice } from "#src/payments/domain/choice.ts";
import {
  findPaymentOf,
  hasStartedRefund,
  listMovedTypes,
  listOpenChoices,
  moveLines,
  writeChoice,
} from "#src/payments/store/choices.ts";
import { lockPaidTickets } from "#src/payments/store/paid-tickets.ts";
import type { PaymentWorld } from "#src/payments/use-cases/payment-world.ts";
import type { RefundOutcome } from "#src/payments/use-cases/refunds/refund-request.ts";
import { refundSale } from "#src/payments/use-cases/refunds/refund-sale.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Db } from "#src/platform/store/db.ts";
import { isChecked } from "#src/platform/store/faults.ts";
import { retryOnConflict } from "#src/platform/store/retry-on-conflict.ts";
import type { SaleRow } from "#src/reservations/domain/sale-row.ts";
import { queueOrderMessage } from "#src/reservations/store/order-messages.ts";
import { lockSales } from "#src/reservations/store/sale-rows.ts";
import { shiftPlaces } from "#src/stock/store/return-places.ts";

export type ChoiceRequest = {
  readonly eventDateId: number;
  readonly choice: "keep" | "refund" | { readonly moveTo: number };
};

/** `no_choice`: nothing is offered for tickets of this date. `no_date`: it cannot move to that date. `refund_under_way`: nothing moves until it is settled. */
export type ChoiceOutcome =
  | { readonly kind: "chosen" | "no_such_thing" }
  | { readonly kind: "refused"; readonly refusal: "no_choice" | "no_date" | "sold_out" | "refund_under_way" }
  | { readonly kind: "refund"; readonly outcome: RefundOutcome };

/** Makes a buyer's choice for the tickets of a cancelled date: keep them, move them to another date, or have them refunded in full. */
export async function choose(
  world: PaymentWorld,
  caller: Caller,
  saleKey: string,
  request: ChoiceRequest,
): Promise<ChoiceOutcome> {
  try {
    const chosen = await retryOnConflict(() =>
      world.db.transaction(async (tx): Promise<ChoiceOutcome> => {
        const [sale] = await lockSales(tx, caller.account.id, { key: saleKey }, world.limits.latePaySeconds);
        if (sale === undefined) return { kind: "no_such_thing" };
        await lockPaidTickets(tx, sale.eventId, sale.id);
        const open = await listOpenChoices(tx, sale.eventId, sale.id);
        const offered = open.find(({ eventDateId }) => eventDateId === request.eventDateId);
        return offered ? record(tx, sale, offered, request) : { kind: "refused", refusal: "no_choice" };
      }),
    );
    if (chosen.kind !== "chosen" || request.choice !== "refund") return chosen;
  } catch (error) {
    if (isChecked(error, "never_oversold")) return { kind: "refused", refusal: "sold_out" };
    throw error;
  }
  const outcome = await refundSale(world, {
    ...{ caller, saleKey, eventDateId: request.eventDateId, share: { fee: "returned", percentage: 100 } },
    ...{ force: true, notify: true, origin: "CANCELLATION" },
  });
  return { kind: "refund", outcome };
}

async function record(
  tx: Db,
  { eventId, id: saleId }: SaleRow,
  { cancellationId, eventDateId, dates }: OpenChoice,
  { choice }: ChoiceRequest,
): Promise<ChoiceOutcome> {
  const made = { cancellationId, eventId, eventDateId, saleId };
  if (typeof choice === "string") {
    await writeChoice(tx, { ...made, choice: choice === "keep" ? "KEEP" : "REFUND" });
    return { kind: "chosen" };
  }
  const { moveTo } = choice;
  // Its places go back to the ticket types that its tickets have when it is settled.
  if (await hasStartedRefund(tx, eventId, saleId)) return { kind: "refused", refusal: "refund_under_way" };
  const found = await listMovedTypes(tx, { eventId, saleId, fromDateId: eventDateId, toDateId: moveTo });
  const types = found.flatMap(({ from, to, valid, isTaken }) => (to === null || isTaken ? [] : [{ from, to, valid }]));
  // A sale that has tickets of the other date already keeps the two apart.
  if (!dates.some(({ id }) => id === moveTo) || types.length < found.length)
    return { kind: "refused", refusal: "no_date" };
  await shiftPlaces(tx, eventId, types);
  await moveLines(tx, { eventId, saleId }, types);
  await writeChoice(tx, { ...made, choice: "MOVE", movedTo: moveTo });
  const payment = await findPaymentOf(tx, eventId, saleId);
  if (payment === undefined) throw new Error("A paid sale has no payment.");
  const key = `tickets ${payment.id} moved ${cancellationId} ${eventDateId}`;
  await queueOrderMessage(tx, { kind: "TICKETS", key, saleKeys: payment.saleKeys });
  return { kind: "chosen" };
}
