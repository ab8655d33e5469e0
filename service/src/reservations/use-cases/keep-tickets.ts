import type { Caller } from "#src/platform/domain/caller.ts";
import { count } from "#src/platform/domain/measure.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import type { LockedSale } from "#src/reservations/domain/sale.ts";
import type { Refused } from "#src/reservations/domain/terms.ts";
import { mergeLines, type WantedTickets } from "#src/reservations/domain/validate.ts";
import { listQuantities, setQuantities } from "#src/reservations/store/kept-lines.ts";
import type { FoundSale } from "#src/reservations/store/sales.ts";
import { returnPlacesOfTypes } from "#src/stock/store/places.ts";
import { type CartRefusal, getSale } from "./carts.ts";
import { type Given, giveBack, offerReturned, releaseReservation } from "./release.ts";

type KeepRefusal =
  | { readonly refusal: CartRefusal }
  /** Rows of tickets that are more than reserved, or fewer than the minimum of their type. */
  | { readonly refusal: "refused"; readonly rows: readonly Refused[] };

/**
 * Gives back all tickets of a reservation but these. What is kept has its price, fee, expiry and offer as reserved, and the savings
 * that the rest of the cart still earns by the terms it was reserved with. Nothing need be on sale. Keeping nothing releases it.
 */
export async function keepTickets(
  runtime: Runtime,
  caller: Caller,
  key: string,
  wanted: readonly WantedTickets[],
): Promise<Outcome<{ readonly sale?: FoundSale }, KeepRefusal>> {
  if (wanted.every(({ quantity }) => quantity === 0)) {
    const released = await releaseReservation(runtime, caller, key);
    if (released.ok) return released;
    return { ok: false, refusal: released.refusal === "wrong_state" ? "wrong_state" : "no_such_thing" };
  }
  const outcome = await giveBack(runtime, caller, key, async (tx, sale) => keep(tx, sale, wanted));
  if (outcome === undefined) return { ok: false, refusal: "no_such_thing" };
  if (outcome !== "unchanged" && outcome !== "changed") return { ok: false, ...outcome };
  if (outcome === "changed") {
    count("foyer_service_reservations_total", { event: "changed" });
    await offerReturned(runtime, caller, key);
  }
  const sale = await getSale(runtime, caller, { key });
  return sale === undefined ? { ok: false, refusal: "no_such_thing" } : { ok: true, sale };
}

async function keep(
  tx: Db,
  sale: LockedSale | undefined,
  wanted: readonly WantedTickets[],
): Promise<Given<"unchanged" | "changed" | KeepRefusal>> {
  const state = whyNotChangeable(sale);
  if (sale === undefined || state !== undefined) return { outcome: { refusal: state ?? "no_such_thing" } };
  const lines = await listQuantities(tx, sale);
  const kept = mergeLines(wanted);
  const rows = kept.flatMap(({ ticketTypeId: ticketType, quantity, index }): readonly Refused[] => {
    const line = lines.find(({ ticketTypeId }) => ticketTypeId === ticketType);
    const path = `tickets[${index}].quantity`;
    if (quantity > (line?.quantity ?? 0)) return [{ code: "RANGE", path, ticketType, left: line?.quantity ?? 0 }];
    if (line === undefined || quantity === 0 || quantity === line.quantity || quantity >= line.minimum) return [];
    return [{ code: "UNDER_MINIMUM", path, ticketType, ticketTypeName: line.name, limit: line.minimum }];
  });
  if (rows.length > 0) return { outcome: { refusal: "refused", rows } };

  const after = lines.map(({ ticketTypeId, quantity }) => {
    const left = kept.find((line) => line.ticketTypeId === ticketTypeId)?.quantity ?? 0;
    return { ticketTypeId, quantity: left, returned: quantity - left };
  });
  if (after.every(({ returned }) => returned === 0)) return { outcome: "unchanged" };
  await setQuantities(tx, sale, after);
  await returnPlacesOfTypes(
    tx,
    sale.eventId,
    after.map(({ ticketTypeId, returned }) => ({ ticketTypeId, quantity: returned })),
  );
  return { outcome: "changed", isChanged: true };
}

function whyNotChangeable(sale: LockedSale | undefined): CartRefusal | undefined {
  if (sale === undefined) return "no_such_thing";
  const isOpen = sale.status === "RESERVED" || sale.status === "LOCKED";
  if (isOpen && sale.pastGrace) return "no_such_thing";
  if (isOpen && (sale.expired || !sale.holdsStock)) return "expired";
  return sale.status === "RESERVED" ? undefined : "wrong_state";
}

