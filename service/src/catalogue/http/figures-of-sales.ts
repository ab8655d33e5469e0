import type { Event, VisibleFigures } from "#src/catalogue/domain/event.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Runtime } from "#src/platform/runtime.ts";

/** Returns the summed figures of some of an event's ticket types that the caller may see. */
export type GetFigures = (
  runtime: Runtime,
  caller: Caller,
  event: Event,
  ticketTypeIds: readonly number[],
) => Promise<VisibleFigures>;
