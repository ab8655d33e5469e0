import { z } from "zod";
import { FIELD_TYPES, INPUT_TYPES, LENGTH_MAX } from "#src/catalogue/domain/additional-field.ts";
import { changeField, createField, getField, getFieldsOf } from "#src/catalogue/use-cases/additional-fields.ts";
import { sliceOf } from "#src/platform/domain/page.ts";
import { answer, declareCall, missing } from "#src/platform/http/call.ts";
import { replyChanged, replyCreated } from "#src/platform/http/change-refusals.ts";
import { line, sortIdx } from "#src/platform/http/fields.ts";
import { pageOf, paging, totalHeader } from "#src/platform/http/paging.ts";
import { created, done, id, idParams, idText } from "#src/platform/http/shapes.ts";
import { additionalFieldInFull, toAdditionalFieldInFull } from "./additional-field-shapes.ts";

const CHOICES_MAX = 300;

/** The key of the answer in a lock's flat body. */
const fieldName = line(64).regex(
  /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u,
  "letters, digits, spaces, dots, underscores and dashes",
);
const choices = z
  .array(line(200))
  .max(CHOICES_MAX)
  .refine((all) => new Set(all).size === all.length, "each value may occur once");

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
    handle: async ({ world, caller, body }) => {
      const { event: eventId, values, parent: parentId, ticketTypes = [], metadata, index: sortIdx, ...rest } = body;
      const { required, maxLength: lengthMax } = metadata ?? {};
      const field = { ...rest, eventId, choices: values, parentId, ticketTypeIds: ticketTypes };
      return replyCreated(await createField(world, caller, { ...field, sortIdx, required, lengthMax }));
    },
  }),
  declareCall({
    method: "GET",
    path: "/additionalField/{id}",
    summary: "A question, enabled or disabled",
    access: ["MANAGE"],
    params: idParams,
    answer: additionalFieldInFull,
    handle: async ({ world, caller, params }) => {
      const field = await getField(world, caller, params.id);
      if (field === undefined) return missing("id", "additional field");
      const all = (await getFieldsOf(world, caller, field.eventId)) ?? [];
      return answer(toAdditionalFieldInFull(field, all));
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
    handle: async ({ world, caller, params, query }) => {
      const all = await getFieldsOf(world, caller, params.id);
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
    body: z.strictObject({ label: line(300).optional(), values: choices.optional(), ...terms }),
    answer: done,
    handle: async ({ world, caller, params, body }) => {
      const { values, ticketTypes, metadata, index: sortIdx, ...rest } = body;
      const { required, maxLength: lengthMax } = metadata ?? {};
      const change = { ...rest, choices: values, ticketTypeIds: ticketTypes, sortIdx, required, lengthMax };
      return replyChanged(await changeField(world, caller, params.id, change));
    },
  }),
  declareCall({
    method: "PUT",
    path: "/additionalField/{id}/enable/{enabled}",
    summary: "Enable or disable a question",
    access: ["MANAGE"],
    params: z.strictObject({ id: idText, enabled: z.enum(["true", "false"]) }),
    answer: done,
    handle: async ({ world, caller, params }) => {
      return replyChanged(await changeField(world, caller, params.id, { enabled: params.enabled === "true" }));
    },
  }),
];
