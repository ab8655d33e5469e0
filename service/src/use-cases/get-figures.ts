import type { Event } from "#src/domain/event.ts";
import { type Figures, listFigures, NO_FIGURES } from "#src/store/figures.ts";
import type { World } from "#src/world.ts";

/** What came of some of an event's ticket types, together. */
export async function getFigures({ db }: World, event: Event, ticketTypeIds: readonly number[]): Promise<Figures> {
  const figures = await listFigures(db, event.id, ticketTypeIds);
  return [...figures.values()].reduce(
    (sum, one) => ({
      sold: sum.sold + one.sold,
      admitted: sum.admitted + one.admitted,
      revenueMinor: sum.revenueMinor + one.revenueMinor,
    }),
    NO_FIGURES,
  );
}
