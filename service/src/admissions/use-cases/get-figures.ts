import { readFigures, type TypeOfEvent } from "#src/admissions/store/figures.ts";
import type { Event, VisibleFigures } from "#src/catalogue/domain/event.ts";
import { type FiguresOfTypes, sumOfFigures } from "#src/catalogue/domain/figures.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Runtime } from "#src/platform/runtime.ts";

/** Returns the summed figures of these ticket types. Callers with SCAN see admissions only, others without MANAGE nothing. */
export async function getFigures(
  runtime: Runtime,
  { capabilities }: Caller,
  event: Event,
  ticketTypeIds: readonly number[],
): Promise<VisibleFigures> {
  if (!capabilities.has("MANAGE") && !capabilities.has("SCAN")) return {};
  const types = ticketTypeIds.map((ticketTypeId) => ({ eventId: event.id, ticketTypeId }));
  const figures = sumOfFigures([...(await listFigures(runtime, types)).values()]);
  return capabilities.has("MANAGE") ? figures : { admitted: figures.admitted };
}

/** Returns the figures of these ticket types, for lists. What of them a caller may see is the list's. */
export function listFigures({ db }: Runtime, types: readonly TypeOfEvent[]): Promise<FiguresOfTypes> {
  return readFigures(db, types);
}
