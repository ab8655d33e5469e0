"use client";

import { get } from "react-hook-form";
import { type ActionForm, useActionForm } from "#components/forms/use-action-form.ts";
import type { Submission } from "#components/forms/use-submission.ts";
import { rowsIn } from "#lib/promoter/forms/fields.ts";
import { readForm } from "#lib/promoter/forms/read-form.ts";
import { problemText, type ReasonWords } from "#lib/promoter/forms/reasons.ts";
import type { ResourceState } from "#lib/promoter/forms/state.ts";
import type { FormField } from "#lib/ticketing/manage/form-fields.ts";
import type { FormValues } from "#lib/ticketing/manage/saved.ts";

type Options = {
  readonly fields: readonly FormField[];
  readonly values: FormValues;
  readonly submission: Submission<ResourceState>;
  readonly reasons: ReasonWords;
};

/** The inputs are uncontrolled, so that what was typed before the script ran stays; only the rows of a list are known by default. */
export function useResourceForm({ fields, values, submission, reasons }: Options): ActionForm<string> {
  return useActionForm({
    submission,
    loadSchema: async () => (await import("#lib/promoter/forms/schema.ts")).formSchema(fields),
    read: (form) => readForm(fields, form),
    defaultValues: Object.fromEntries(
      fields.flatMap(({ kind, name }) =>
        kind === "rows" ? [[name, rowsIn(values, name).map(({ key }) => ({ key }))]] : [],
      ),
    ),
    namesIn: (errors) => namesIn(fields, errors),
    textOf: (issue) => problemText(issue, reasons),
  });
}

/** Returns the names of all inputs, of rows of as many as have errors. */
function namesIn(fields: readonly FormField[], errors: object): readonly string[] {
  return fields.flatMap((field) => {
    if (field.kind !== "rows") return [field.name];
    const rows: unknown = get(errors, field.name);
    const indexes = Array.isArray(rows) ? [...rows.keys()] : [];
    return [
      field.name,
      ...indexes.flatMap((index) => field.fields.map(({ name }) => `${field.name}.${index}.${name}`)),
    ];
  });
}
