import { payCart } from "#src/payments/use-cases/pay.ts";
import type { PaymentWorld } from "#src/payments/use-cases/payment-world.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { toDecimal } from "#src/platform/domain/money.ts";
import { lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import { createReservation } from "#src/reservations/use-cases/reserve/reserve.ts";

const BUYERS = [
  ["Aroha", "Tamihana"],
  ["Malcolm", "Oyelaran"],
  ["Siobhán", "Ní Dhuibhir"],
  ["Kenji", "Morimoto"],
  ["Leilani", "Fa‘asavalu"],
  ["Tom", "Hargreaves"],
] as const;

/** Sells this number of tickets at the box office, in orders as large as the ticket type allows. */
export async function sellForCash(
  world: PaymentWorld,
  caller: Caller,
  eventId: number,
  {
    ticketTypeId,
    quantity,
    most = 10,
  }: { readonly ticketTypeId: number; readonly quantity: number; readonly most?: number },
): Promise<void> {
  for (let left = quantity, order = 0; left > 0; left -= most, order += 1) {
    const wanted = [{ ticketTypeId, quantity: Math.min(left, most) }];
    const reserved = await createReservation(world, { caller, eventId, wanted, boxOffice: true });
    if (!reserved.ok) throw new Error(`A seeded reservation was refused: ${reserved.refusal}.`);
    const { cartKey, total } = reserved.reservation;

    const [firstName, lastName] = BUYERS[order % BUYERS.length] ?? BUYERS[0];
    const buyer = { FIRST_NAME: firstName, LAST_NAME: lastName, EMAIL: `buyer${order + 1}@foyer.example` };
    await lockCart(world, caller, { cartKey }, buyer);
    const parts = [{ method: "CASH", text: toDecimal(total) }] as const;
    const paid = await payCart(world, { caller, scope: { cartKey }, parts });
    if (paid.kind !== "answer" || paid.answer.type !== "SUCCESS") throw new Error("A seeded sale was not paid.");
    // These buyers do not exist, and a mail server of the operator must not get hundreds of messages to them.
    await world.db.query(
      `UPDATE message SET state = 'CANCELLED', settled_at = now() WHERE account_id = $1 AND recipient = $2 AND state = 'QUEUED'`,
      [caller.account.id, buyer.EMAIL],
    );
  }
}
