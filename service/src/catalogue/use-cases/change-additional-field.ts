import {
  changeField as change,
  type FieldTerms,
  findField,
  listFields,
  tieField,
} from "#src/catalogue/store/additional-fields.ts";
import { findEvents } from "#src/catalogue/store/events.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { type CatalogueRefusal, refused } from "#src/platform/domain/catalogue-refusal.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import type { Db } from "#src/platform/store/db.ts";
import { isTaken } from "#src/platform/store/faults.ts";
import type { World } from "#src/platform/world.ts";

type Asked = FieldTerms & { readonly ticketTypeIds?: readonly number[] | undefined };
type Changed = Outcome<object, CatalogueRefusal>;

/** Changes a question from now on. Answers that were given keep the question that they were given to. */
export async function changeField({ db }: World, caller: Caller, id: number, asked: Asked): Promise<Changed> {
  try {
    return await db.transaction((tx) => changeIn(tx, caller, id, asked));
  } catch (error) {
    // Another question has taken the name since this one was put away.
    if (isTaken(error, "one_field_per_name")) return refused("name_is_taken", "name");
    throw error;
  }
}

async function changeIn(tx: Db, caller: Caller, id: number, { ticketTypeIds, ...terms }: Asked): Promise<Changed> {
  const field = await findField(tx, caller.account.id, id);
  if (field === undefined) return refused("no_such_thing", "id");
  if (field.inputType === "SELECT" && terms.choices?.length === 0) return refused("choices_needed", "values");
  if (terms.parentAnswers !== undefined) {
    const parent = (await listFields(tx, [field.eventId], true)).find((one) => one.id === field.parentId);
    if (parent === undefined && terms.parentAnswers.length > 0) return refused("parent_needed", "parentAnswers");
    if (parent?.inputType === "SELECT" && !terms.parentAnswers.every((one) => parent.choices.includes(one))) {
      return refused("not_the_parents_answer", "parentAnswers");
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
