import type { Caller } from "#src/domain/caller.ts";
import type { Event } from "#src/domain/event.ts";
import type { VisibleFigures } from "#src/domain/figures.ts";
import type { World } from "#src/world.ts";

/** Reads what was sold and admitted of some of an event's ticket types, added up, as far as the caller may know. */
export type GetFigures = (
  world: World,
  caller: Caller,
  event: Event,
  ticketTypeIds: readonly number[],
) => Promise<VisibleFigures>;
