import { type DoorList, listAdmissionsOfDate } from "#src/admissions/store/door-list.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";

/** Returns the admissions of a date that changed after an instant, or all; `undefined` when the account has no such date. */
export function listForDoor(
  { db }: World,
  caller: Caller,
  eventDateId: number,
  modifiedAfter: Date | undefined,
): Promise<DoorList | undefined> {
  return listAdmissionsOfDate(db, caller.account.id, eventDateId, modifiedAfter);
}
