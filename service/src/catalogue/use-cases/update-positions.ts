import { writeOutdatedPositions } from "#src/catalogue/store/event-positions.ts";
import type { World } from "#src/platform/world.ts";

/** Updates the order of lists after first dates are over. Until then lists read the dates of those events, so they are always right. */
export function updatePositions({ db }: World): Promise<void> {
  return writeOutdatedPositions(db);
}
