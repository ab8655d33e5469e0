import { createField } from "#src/catalogue/use-cases/additional-fields.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";
import type { FieldPlan } from "./season/plan.ts";

/** Creates an event's questions in the order of the plan, for the ticket types of these names on every date. */
export async function plantFields(
  world: World,
  promoter: Caller,
  eventId: number,
  fields: readonly FieldPlan[],
  typesByDate: readonly Readonly<Record<string, number>>[],
): Promise<void> {
  const made = new Map<string, number>();
  for (const [sortIdx, plan] of fields.entries()) {
    const { name, label, inputType, choices, lengthMax, parent, parentAnswers, isRequired: required = false } = plan;
    const { askedOf = "BUYER", ticketTypes = [] } = plan;
    const ticketTypeIds = typesByDate.flatMap((types) => ticketTypes.flatMap((type) => types[type] ?? []));
    const parentId = parent === undefined ? undefined : made.get(parent);
    const asked = {
      eventId,
      askedOf,
      fieldType: plan.fieldType ?? ("CUSTOM" as const),
      name,
      label,
      inputType,
      parentId,
      ticketTypeIds,
    };
    const terms = { choices, lengthMax, parentAnswers, required, sortIdx };
    const field = await createField(world, promoter, { ...asked, ...terms });
    if (!field.ok) throw new Error(`A question cannot be planted: ${JSON.stringify(field)}.`);
    made.set(name, field.id);
  }
}
