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
  /** Fewer than the minimum of their type. */
  | { readonly refusal: "refused"; readonly rows: readonly Refused[] }
  | { readonly refusal: "more_than_reserved"; readonly rows: readonly MoreThanReserved[] };

type MoreThanReserved = { readonly path: string; readonly ticketType: number; readonly reserved: number };

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
  const lineOf = (wanted: WantedTickets) => lines.find(({ ticketTypeId }) => ticketTypeId === wanted.ticketTypeId);
  const tooMany = kept.flatMap(({ index, ...wanted }): readonly MoreThanReserved[] => {
    const reserved = lineOf(wanted)?.quantity ?? 0;
    const path = `tickets[${index}].quantity`;
    return wanted.quantity > reserved ? [{ path, ticketType: wanted.ticketTypeId, reserved }] : [];
  });
  if (tooMany.length > 0) return { outcome: { refusal: "more_than_reserved", rows: tooMany } };
  const tooFew = kept.flatMap(({ index, ...wanted }): readonly Refused[] => {
    const line = lineOf(wanted);
    const isKept = line === undefined || wanted.quantity === line.quantity || wanted.quantity === 0;
    if (isKept || wanted.quantity >= line.minimum) return [];
    const named = { ticketType: line.ticketTypeId, ticketTypeName: line.name, limit: line.minimum };
    return [{ code: "UNDER_MINIMUM", path: `tickets[${index}].quantity`, ...named }];
  });
  if (tooFew.length > 0) return { outcome: { refusal: "refused", rows: tooFew } };

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
