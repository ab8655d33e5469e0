import { readFigures } from "#src/admissions/store/figures.ts";
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
  const figures = await readFigures(db, event.id, ticketTypeIds);
  return capabilities.has("MANAGE") ? figures : { admitted: figures.admitted };
}
