import type { Event, VisibleFigures } from "#src/catalogue/domain/event.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";

/** Returns the summed figures of some of an event's ticket types that the caller may see. */
export type GetFigures = (
  world: World,
  caller: Caller,
  event: Event,
  ticketTypeIds: readonly number[],
) => Promise<VisibleFigures>;
