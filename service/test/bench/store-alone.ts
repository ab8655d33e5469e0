import type { World } from "#src/platform/world.ts";
import { createReservation } from "#src/reservations/use-cases/reserve/create-reservation.ts";
import type { OnSale } from "#test/on-sale.ts";
import { type Rate, rateOf } from "./clients.ts";

const CLIENTS = 200;

/** Measures reservations through the queue and the database, without HTTP; of a sold-out date their refusals. */
export function storeRate(
  world: World,
  { caller, eventId, ticketTypeIds }: OnSale,
  seconds: number,
  { isSoldOut = false, clients = CLIENTS } = {},
): Promise<Rate> {
  const wanted = [{ ticketTypeId: ticketTypeIds[0] ?? 0, quantity: 1 }];
  return rateOf(clients, seconds, async () => {
    const outcome = await createReservation(world, { caller, eventId, wanted });
    if (outcome.ok === isSoldOut) throw new Error("A reservation was answered otherwise than expected.");
  });
}
