import { listScannable } from "#src/accounts/use-cases/scan-dates.ts";
import { readFigures, type TypeOfEvent } from "#src/admissions/store/figures.ts";
import type { Event, VisibleFigures } from "#src/catalogue/domain/event.ts";
import { type FiguresOfTypes, sumOfFigures } from "#src/catalogue/domain/figures.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Runtime } from "#src/platform/runtime.ts";

/** Returns the summed figures of these ticket types. Callers with SCAN see the admissions of their dates only, others without MANAGE nothing. */
export async function getFigures(
  runtime: Runtime,
  caller: Caller,
  event: Event,
  ticketTypeIds: readonly number[],
): Promise<VisibleFigures> {
  const { capabilities } = caller;
  if (!capabilities.has("MANAGE") && !capabilities.has("SCAN")) return {};
  if (!capabilities.has("MANAGE") && !(await mayScanTypes(runtime, caller, event, ticketTypeIds))) return {};
  const types = ticketTypeIds.map((ticketTypeId) => ({ eventId: event.id, ticketTypeId }));
  const figures = sumOfFigures([...(await listFigures(runtime, types)).values()]);
  return capabilities.has("MANAGE") ? figures : { admitted: figures.admitted };
}

async function mayScanTypes({ db }: Runtime, caller: Caller, event: Event, ticketTypeIds: readonly number[]) {
  const ofTypes = event.dates.filter(({ ticketTypes }) => ticketTypes.some(({ id }) => ticketTypeIds.includes(id)));
  const dates = ofTypes.map(({ id }) => id);
  return (await listScannable(db, caller, dates)).length === dates.length;
}

/** Returns the figures of these ticket types, for lists. What of them a caller may see is the list's. */
export function listFigures({ db }: Runtime, types: readonly TypeOfEvent[]): Promise<FiguresOfTypes> {
  return readFigures(db, types);
}
