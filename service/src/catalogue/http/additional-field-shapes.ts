import { z } from "zod";
import { type AdditionalField, FIELD_TYPES, INPUT_TYPES } from "#src/catalogue/domain/additional-field.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { id, ref, toRef } from "#src/platform/http/shapes.ts";

export const additionalField = named(
  "AdditionalField",
  z.object({
    id,
    /** The key to send. */
    name: z.string(),
    adminName: z.string(),
    fieldType: z.enum(FIELD_TYPES),
    label: z.string(),
    inputType: z.enum(INPUT_TYPES),
    index: z.int(),
    /** Whether it is shown only after a certain answer to its parent. */
    child: z.boolean(),
    /** The parent's name. */
    parent: z.string().nullable(),
    /** The answers of the parent that show it. Empty: any answer. */
    parentAnswers: z.array(z.string()),
    values: z.array(z.string()),
    metadata: z.object({ required: z.boolean(), maxLength: z.int() }),
  }),
);

/** A question to guests, with its ticket types. Empty: all. */
export const additionalFieldWithTickets = additionalField.extend({ ticketTypes: z.array(ref) });

/** All fields, for users who manage. */
export const additionalFieldInFull = additionalFieldWithTickets.extend({
  event: ref.pick({ id: true, link: true }),
  askedOf: z.enum(["BUYER", "GUEST"]),
  enabled: z.boolean(),
});

export function toAdditionalField(
  field: AdditionalField,
  all: readonly AdditionalField[],
): z.input<typeof additionalField> {
  const parent = all.find((one) => one.id === field.parentId);
  return {
    id: field.id,
    name: field.name,
    adminName: field.adminName,
    fieldType: field.fieldType,
    label: field.label,
    inputType: field.inputType,
    index: field.sortIdx,
    child: field.parentId !== undefined,
    parent: parent?.name ?? null,
    parentAnswers: [...field.parentAnswers],
    values: [...field.choices],
    metadata: { required: field.required, maxLength: field.lengthMax },
  };
}

/** Returns a question to guests. Ticket types that the reader may not see have an id without a name: an empty list would mean all. */
export function toAdditionalFieldWithTickets(
  field: AdditionalField,
  all: readonly AdditionalField[],
  seen?: ReadonlySet<number>,
) {
  const nameOf = ({ id, name }: AdditionalField["ticketTypes"][number]) => (seen?.has(id) === false ? "" : name);
  return {
    ...toAdditionalField(field, all),
    ticketTypes: field.ticketTypes.map((type) => toRef("ticketType", { id: type.id, name: nameOf(type) })),
  };
}

export function toAdditionalFieldInFull(field: AdditionalField, all: readonly AdditionalField[]) {
  return {
    ...toAdditionalFieldWithTickets(field, all),
    event: { id: field.eventId, link: `/v2/event/${field.eventId}` },
    askedOf: field.askedOf,
    enabled: field.enabled,
  };
}
