import type { Event } from "#src/catalogue/domain/event.ts";
import type { VisibleFigures } from "#src/catalogue/domain/figures.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";

/** Reads what was sold and admitted of some of an event's ticket types, added up, as far as the caller may know. */
export type GetFigures = (
  world: World,
  caller: Caller,
  event: Event,
  ticketTypeIds: readonly number[],
) => Promise<VisibleFigures>;
