import type { AdditionalField } from "#src/catalogue/domain/additional-field.ts";
import { findField, listFields } from "#src/catalogue/store/additional-fields.ts";
import { findEvents } from "#src/catalogue/store/events.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";

/** A question of the account, put away or not. */
export async function getField({ db }: World, caller: Caller, id: number): Promise<AdditionalField | undefined> {
  return findField(db, caller.account.id, id);
}

/** Every question of an event, those that were put away too. */
export async function getFieldsOf(
  { db }: World,
  caller: Caller,
  eventId: number,
): Promise<readonly AdditionalField[] | undefined> {
  const { events } = await findEvents(db, caller.account.id, [eventId]);
  return events.length === 0 ? undefined : listFields(db, [eventId], true);
}

/** The questions that an event asks now; whoever may see the event has made sure of that. */
export async function getAskedFields({ db }: World, eventId: number): Promise<readonly AdditionalField[]> {
  return listFields(db, [eventId]);
}
