import {
  type AdditionalField,
  type FieldType,
  type InputType,
  isFitName,
  mayBeAsked,
  usualLength,
} from "#src/catalogue/domain/additional-field.ts";
import {
  changeField as change,
  type FieldTerms,
  findField,
  insertField,
  listFields,
  tieField,
} from "#src/catalogue/store/additional-fields.ts";
import { findEvents } from "#src/catalogue/store/events.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type ChangeRefusal, refused } from "#src/platform/domain/change-refusal.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Db } from "#src/platform/store/db.ts";
import { isTaken } from "#src/platform/store/faults.ts";
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

export type NewField = FieldTerms & {
  readonly eventId: number;
  readonly askedOf: "BUYER" | "GUEST";
  readonly fieldType: FieldType;
  readonly name: string;
  readonly label: string;
  readonly inputType: InputType;
  readonly parentId: number | undefined;
  /** Empty: every ticket type. */
  readonly ticketTypeIds: readonly number[];
};

type Made = Outcome<{ readonly id: number }, ChangeRefusal>;

/** Asks one more question of an event's buyers, or of its guests. */
export async function createField({ db }: World, caller: Caller, field: NewField): Promise<Made> {
  if (!mayBeAsked(field)) return refused("standard_field_of_buyers", "fieldType");
  if (!isFitName(field.name, field.fieldType)) return refused("name_is_taken", "name");
  if (field.inputType === "SELECT" && (field.choices ?? []).length === 0) return refused("choices_needed", "values");
  if (field.askedOf === "BUYER" && field.ticketTypeIds.length > 0) return refused("guests_only", "ticketTypes");
  try {
    return await db.transaction((tx) => create(tx, caller, field));
  } catch (error) {
    if (isTaken(error, "one_field_per_name")) return refused("name_is_taken", "name");
    throw error;
  }
}

async function create(tx: Db, caller: Caller, field: NewField): Promise<Made> {
  const { eventId, name, label, inputType, parentId, ticketTypeIds, choices = [], ...terms } = field;
  const [event] = (await findEvents(tx, caller.account.id, [eventId])).events;
  if (event === undefined) return refused("no_such_thing", "event");
  const others = await listFields(tx, [eventId]);
  const parent = others.find((one) => one.id === parentId && one.askedOf === field.askedOf);
  if (parentId !== undefined && parent === undefined) return refused("no_such_thing", "parent");
  if (parent === undefined && (terms.parentAnswers ?? []).length > 0) return refused("parent_needed", "parentAnswers");
  if (parent?.inputType === "SELECT" && !(terms.parentAnswers ?? []).every((one) => parent.choices.includes(one))) {
    return refused("not_a_value_of_parent", "parentAnswers");
  }
  const types = new Set(event.dates.flatMap(({ ticketTypes }) => ticketTypes.map(({ id }) => id)));
  if (!ticketTypeIds.every((id) => types.has(id))) return refused("no_such_thing", "ticketTypes");

  const id = await insertField(tx, {
    ...{ eventId, askedOf: field.askedOf, fieldType: field.fieldType, name, label, inputType, choices, parentId },
    ...{ adminName: terms.adminName ?? label, lengthMax: terms.lengthMax ?? usualLength(inputType) },
  });
  await change(tx, id, terms);
  await tieField(tx, { eventId, id }, ticketTypeIds);
  return { ok: true, id };
}

type FieldChange = FieldTerms & { readonly ticketTypeIds?: readonly number[] | undefined };
type Changed = Outcome<object, ChangeRefusal>;

/** Changes a question from now on. Answers that were given keep the question that they were given to. */
export async function changeField({ db }: World, caller: Caller, id: number, asked: FieldChange): Promise<Changed> {
  try {
    return await db.transaction((tx) => changeIn(tx, caller, id, asked));
  } catch (error) {
    // Another question has taken the name since this one was put away.
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
    if (parent === undefined && terms.parentAnswers.length > 0) return refused("parent_needed", "parentAnswers");
    if (parent?.inputType === "SELECT" && !terms.parentAnswers.every((one) => parent.choices.includes(one))) {
      return refused("not_a_value_of_parent", "parentAnswers");
    }
  }
  if (ticketTypeIds !== undefined) {
    if (field.askedOf === "BUYER" && ticketTypeIds.length > 0) return refused("guests_only", "ticketTypes");
    const [event] = (await findEvents(tx, caller.account.id, [field.eventId])).events;
    const types = new Set(event?.dates.flatMap(({ ticketTypes }) => ticketTypes.map((type) => type.id)));
    if (!ticketTypeIds.every((one) => types.has(one))) return refused("no_such_thing", "ticketTypes");
    await tieField(tx, field, ticketTypeIds);
  }
  await change(tx, id, terms);
  return { ok: true };
}
