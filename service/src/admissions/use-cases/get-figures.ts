import { listFigures, NO_FIGURES } from "#src/admissions/store/figures.ts";
import type { Event, VisibleFigures } from "#src/catalogue/domain/event.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Runtime } from "#src/platform/runtime.ts";

/** Returns the summed figures of these ticket types. Callers with SCAN see admissions only, others without MANAGE nothing. */
export async function getFigures(
  { db }: Runtime,
  { capabilities }: Caller,
  event: Event,
  ticketTypeIds: readonly number[],
): Promise<VisibleFigures> {
  if (!capabilities.has("MANAGE") && !capabilities.has("SCAN")) return {};
  const each = [...(await listFigures(db, event.id, ticketTypeIds)).values()];
  const { sold, admitted, refunded, revenueMinor } = each.reduce(
    (sum, one) => ({
      sold: sum.sold + one.sold,
      admitted: sum.admitted + one.admitted,
      refunded: sum.refunded + one.refunded,
      revenueMinor: sum.revenueMinor + one.revenueMinor,
    }),
    NO_FIGURES,
  );
  return capabilities.has("MANAGE") ? { sold, admitted, refunded, revenueMinor } : { admitted };
}
