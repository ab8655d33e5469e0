import { z } from "zod";
import { type AdditionalField, FIELD_TYPES, INPUT_TYPES, LENGTH_MAX } from "#src/catalogue/domain/additional-field.ts";
import { changeField, createField, getField, getFieldsOf } from "#src/catalogue/use-cases/additional-fields.ts";
import { sliceOf } from "#src/platform/domain/page.ts";
import { answer, declareCall, missing } from "#src/platform/http/call.ts";
import { replyChanged, replyCreated } from "#src/platform/http/change-refusals.ts";
import { because } from "#src/platform/http/error-rows.ts";
import { line, sortIdx, version } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { declareRead, declareSwitch } from "#src/platform/http/resource-calls.ts";
import { created, done, id, idParams, pageOf, paging, ref, toRef, totalHeader } from "#src/platform/http/shapes.ts";

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
const additionalFieldInFull = additionalFieldWithTickets.extend({
  event: ref.pick({ id: true, link: true }),
  askedOf: z.enum(["BUYER", "GUEST"]),
  enabled: z.boolean(),
  version: z.int(),
});

export function toAdditionalField(
  field: AdditionalField,
  all: readonly AdditionalField[],
): z.input<typeof additionalField> {
  const parent = all.find((one) => one.id === field.parentId);
  return {
    ...field,
    index: field.sortIdx,
    child: field.parentId !== undefined,
    parent: parent?.name ?? null,
    parentAnswers: [...field.parentAnswers],
    values: [...field.choices],
    metadata: { required: field.required, maxLength: field.lengthMax },
  };
}

/**
 * Returns a question to guests. Ticket types that the reader may not see have an id without a name: an empty list would mean
 * all.
 */
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

function toAdditionalFieldInFull(field: AdditionalField, all: readonly AdditionalField[]) {
  return {
    ...toAdditionalFieldWithTickets(field, all),
    event: { id: field.eventId, link: `/v2/event/${field.eventId}` },
    askedOf: field.askedOf,
    enabled: field.enabled,
    version: field.version,
  };
}

const CHOICES_MAX = 300;

/** The key of the answer in a lock's flat body. */
const fieldName = line(64).regex(
  /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u,
  "letters, digits, spaces, dots, underscores and dashes",
);
const choices = z
  .array(line(200))
  .max(CHOICES_MAX)
  .refine((all) => new Set(all).size === all.length, {
    error: "each value may occur once",
    params: because("repeated"),
  });

const terms = {
  adminName: line(200).optional(),
  index: sortIdx.optional(),
  parentAnswers: choices.optional(),
  ticketTypes: z.array(id).max(1_000).optional(),
  metadata: z
    .strictObject({ required: z.boolean().optional(), maxLength: z.int().min(1).max(LENGTH_MAX).optional() })
    .optional(),
};

export const ADDITIONAL_FIELD_CALLS = [
  declareCall({
    method: "POST",
    path: "/additionalField",
    summary: "Add a question to an event's buyers or guests",
    access: ["MANAGE"],
    body: z.strictObject({
      event: id,
      name: fieldName,
      label: line(300),
      inputType: z.enum(INPUT_TYPES),
      askedOf: z.enum(["BUYER", "GUEST"]).default("BUYER"),
      fieldType: z.enum(FIELD_TYPES).default("CUSTOM"),
      values: choices.default([]),
      parent: id.optional(),
      ...terms,
    }),
    answer: created,
    handle: async ({ runtime, caller, body }) => {
      const { event: eventId, values, parent: parentId, ticketTypes = [], metadata, index: sortIdx, ...rest } = body;
      const { required, maxLength: lengthMax } = metadata ?? {};
      const field = { ...rest, eventId, choices: values, parentId, ticketTypeIds: ticketTypes };
      return replyCreated(await createField(runtime, caller, { ...field, sortIdx, required, lengthMax }));
    },
  }),
  declareRead({
    path: "/additionalField/{id}",
    summary: "A question, enabled or disabled",
    access: ["MANAGE"],
    answer: additionalFieldInFull,
    thing: "additional field",
    find: getField,
    show: async (field, runtime, caller) => {
      return toAdditionalFieldInFull(field, (await getFieldsOf(runtime, caller, field.eventId)) ?? []);
    },
  }),
  declareCall({
    method: "GET",
    path: "/event/{id}/additionalFields",
    summary: "All questions of an event, with disabled ones",
    access: ["MANAGE"],
    params: idParams,
    query: z.strictObject(paging),
    answer: z.object({ additionalFields: z.array(additionalFieldInFull) }),
    handle: async ({ runtime, caller, params, query }) => {
      const all = await getFieldsOf(runtime, caller, params.id);
      if (all === undefined) return missing("id", "event");
      // A field names its parent, which may be on another page, so all are read.
      const { things, total } = sliceOf(all, pageOf(query));
      return answer(
        { additionalFields: things.map((field) => toAdditionalFieldInFull(field, all)) },
        totalHeader(total),
      );
    },
  }),
  declareCall({
    method: "PUT",
    path: "/additionalField/{id}",
    summary: "Change a question from now on. Existing answers keep their original question",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({ label: line(300).optional(), values: choices.optional(), ...terms, version }),
    answer: done,
    handle: async ({ runtime, caller, params, body }) => {
      const { values, ticketTypes, metadata, index: sortIdx, ...rest } = body;
      const { required, maxLength: lengthMax } = metadata ?? {};
      const change = { ...rest, choices: values, ticketTypeIds: ticketTypes, sortIdx, required, lengthMax };
      return replyChanged(await changeField(runtime, caller, params.id, change));
    },
  }),
  declareSwitch({
    path: "/additionalField/{id}/enable",
    flag: "enabled",
    summary: "Enable or disable a question",
    change: (runtime, caller, id, enabled) => changeField(runtime, caller, id, { enabled }),
  }),
];
