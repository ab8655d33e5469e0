import "server-only";

import { z } from "zod";
import type { Field, FieldKind, GuestField } from "#lib/ticketing/model/field.ts";
import { absent, optional, refs, withoutUndefined } from "#lib/ticketing/wire/shapes.ts";

const INPUTS = { AUTOCOMPLETE: "suggestions", TEXT: "line", TEXTAREA: "text", DATE: "day", SELECT: "choice" } as const;

/** The standard fields; any other is the promoter's own. */
const KINDS: Readonly<Record<string, FieldKind>> = {
  NAME: "name",
  FIRST_NAME: "firstName",
  LAST_NAME: "lastName",
  EMAIL: "email",
  PHONE: "phone",
};

/** Limits for services that state none. */
const LENGTH_MAX = { line: 200, suggestions: 200, day: 10, choice: 200, text: 2_000 } as const;

const shape = z.object({
  name: z.string().min(1).max(100),
  label: optional(z.string(), ""),
  adminName: optional(z.string(), ""),
  fieldType: optional(z.string(), "CUSTOM"),
  /** An unknown input type is shown as a text line: the service validates the answer. */
  inputType: z.enum(["AUTOCOMPLETE", "TEXT", "TEXTAREA", "DATE", "SELECT"]).catch("TEXT"),
  values: optional(z.array(z.string()), []),
  parent: absent(z.string()),
  parentAnswers: optional(z.array(z.string()), []),
  metadata: optional(z.object({ required: absent(z.boolean()), maxLength: absent(z.int().positive()) }), {
    required: undefined,
    maxLength: undefined,
  }),
});

function toField({ label, adminName, fieldType, inputType, values, metadata, ...rest }: z.output<typeof shape>): Field {
  const input = INPUTS[inputType];
  return withoutUndefined({
    ...rest,
    kind: KINDS[fieldType] ?? "custom",
    label: label || adminName || rest.name,
    input,
    choices: values,
    required: metadata.required,
    lengthMax: metadata.maxLength ?? LENGTH_MAX[input],
  });
}

export const field = shape.transform(toField) satisfies z.ZodType<Field>;

/** A guest's question, with its ticket types; none: all. */
export const guestField = shape.extend({ ticketTypes: optional(refs, []) }).transform(({ ticketTypes, ...rest }) => ({
  ...toField(rest),
  ticketTypeIds: ticketTypes.map(({ id }) => id),
})) satisfies z.ZodType<GuestField>;
