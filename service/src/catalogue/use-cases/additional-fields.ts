import {
  type AdditionalField,
  defaultLength,
  isFieldTypeAllowed,
  isNameAllowed,
} from "#src/catalogue/domain/additional-field.ts";
import { type FieldTerms, findField, listFields, setFieldTicketTypes } from "#src/catalogue/store/additional-fields.ts";
import { findEvents } from "#src/catalogue/store/events.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type Changed, type Created, refused } from "#src/platform/domain/outcome.ts";
import type { Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { isTaken } from "#src/platform/store/faults.ts";
import { changeRow, makeRow } from "#src/platform/store/rows.ts";

/** Returns a question of the account, enabled or disabled. */
export async function getField({ db }: Runtime, caller: Caller, id: number): Promise<AdditionalField | undefined> {
  return findField(db, caller.account.id, id);
}

/** Returns all questions of an event, with disabled ones. `undefined`: the account has no such event. */
export async function getFieldsOf(
  { db }: Runtime,
  caller: Caller,
  eventId: number,
): Promise<readonly AdditionalField[] | undefined> {
  const { events } = await findEvents(db, caller.account.id, [eventId]);
  return events.length === 0 ? undefined : listFields(db, [eventId], true);
}

/** Returns the enabled questions of an event. The caller has checked that the event is visible. */
export async function getEnabledFields({ db }: Runtime, eventId: number): Promise<readonly AdditionalField[]> {
  return listFields(db, [eventId]);
}

type NewField = FieldTerms &
  Pick<AdditionalField, "eventId" | "askedOf" | "fieldType" | "name" | "label" | "inputType" | "parentId"> & {
    /** Empty: every ticket type. */
    readonly ticketTypeIds: readonly number[];
  };

/** Adds a question to an event's buyers or guests. */
export async function createField({ db }: Runtime, caller: Caller, field: NewField): Promise<Created> {
  if (!isFieldTypeAllowed(field)) return refused("standard_field_of_buyers", "fieldType");
  if (!isNameAllowed(field.name, field.fieldType)) return refused("name_is_taken", "name");
  if (field.inputType === "SELECT" && (field.choices ?? []).length === 0) return refused("choices_needed", "values");
  if (field.askedOf === "BUYER" && field.ticketTypeIds.length > 0) return refused("guests_only", "ticketTypes");
  try {
    return await db.transaction((tx) => create(tx, caller, field));
  } catch (error) {
    if (isTaken(error, "one_field_per_name")) return refused("name_is_taken", "name");
    throw error;
  }
}

async function create(tx: Db, caller: Caller, { ticketTypeIds, ...field }: NewField): Promise<Created> {
  const { eventId, parentId, parentAnswers = [] } = field;
  const [event] = (await findEvents(tx, caller.account.id, [eventId])).events;
  if (event === undefined) return refused("no_such_thing", "event");
  const others = await listFields(tx, [eventId]);
  const parent = others.find((one) => one.id === parentId && one.askedOf === field.askedOf);
  if (parentId !== undefined && parent === undefined) return refused("no_such_thing", "parent");
  const unfit = refuseAnswers(parent, parentAnswers);
  if (unfit) return unfit;
  const types = new Set(event.dates.flatMap(({ ticketTypes }) => ticketTypes.map(({ id }) => id)));
  if (!ticketTypeIds.every((id) => types.has(id))) return refused("no_such_thing", "ticketTypes");

  const { adminName = field.label, lengthMax = defaultLength(field.inputType) } = field;
  const id = await makeRow(tx, caller, "additional_field", { ...field, adminName, lengthMax });
  await setFieldTicketTypes(tx, { eventId, id }, ticketTypeIds);
  return { ok: true, id };
}

type FieldChange = FieldTerms & { readonly ticketTypeIds?: readonly number[] | undefined };

/** Changes a question from now on. Existing answers keep their original question. */
export async function changeField({ db }: Runtime, caller: Caller, id: number, change: FieldChange): Promise<Changed> {
  try {
    return await db.transaction((tx) => changeIn(tx, caller, id, change));
  } catch (error) {
    // Another question has taken the name while this one was disabled.
    if (isTaken(error, "one_field_per_name")) return refused("name_is_taken", "name");
    throw error;
  }
}

async function changeIn(
  tx: Db,
  caller: Caller,
  id: number,
  { ticketTypeIds, ...terms }: FieldChange,
): Promise<Changed> {
  const field = await findField(tx, caller.account.id, id);
  if (field === undefined) return refused("no_such_thing", "id");
  if (field.inputType === "SELECT" && terms.choices?.length === 0) return refused("choices_needed", "values");
  if (terms.parentAnswers !== undefined) {
    const parent = (await listFields(tx, [field.eventId], true)).find((one) => one.id === field.parentId);
    const unfit = refuseAnswers(parent, terms.parentAnswers);
    if (unfit) return unfit;
  }
  if (ticketTypeIds !== undefined) {
    if (field.askedOf === "BUYER" && ticketTypeIds.length > 0) return refused("guests_only", "ticketTypes");
    const [event] = (await findEvents(tx, caller.account.id, [field.eventId])).events;
    const types = new Set(event?.dates.flatMap(({ ticketTypes }) => ticketTypes.map((type) => type.id)));
    if (!ticketTypeIds.every((one) => types.has(one))) return refused("no_such_thing", "ticketTypes");
    await setFieldTicketTypes(tx, field, ticketTypeIds);
  }
  const beside = { ticketTypes: [field.ticketTypes.map((type) => type.id), ticketTypeIds] } as const;
  await changeRow(tx, caller, "additional_field", id, terms, beside);
  return { ok: true };
}

function refuseAnswers(parent: AdditionalField | undefined, parentAnswers: readonly string[]) {
  if (parent === undefined) return parentAnswers.length > 0 ? refused("parent_needed", "parentAnswers") : undefined;
  const areFree = parent.inputType !== "SELECT" || parentAnswers.every((one) => parent.choices.includes(one));
  return areFree ? undefined : refused("not_a_value_of_parent", "parentAnswers");
}
