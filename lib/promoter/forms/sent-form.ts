import { emptyRow, rowsIn, withFields } from "#lib/promoter/forms/fields.ts";
import { merge } from "#lib/promoter/forms/merge.ts";
import { readForm } from "#lib/promoter/forms/read-form.ts";
import { chosenIn, type ResourceState, valuesIn } from "#lib/promoter/forms/state.ts";
import type { FormField } from "#lib/ticketing/manage/form-fields.ts";
import { type FormValues, isNewKey } from "#lib/ticketing/manage/saved.ts";

type Typed = { readonly values: FormValues; readonly opened?: NonNullable<ResourceState["opened"]> };

/** Returns what a form contains, also that of a conflict page: of each list one row more than it may have, which is then refused. */
export function typedIn(fields: readonly FormField[], form: FormData): Typed {
  const id = Number(form.get("id"));
  const [opened, theirs, yours] = ["opened", "theirs", "yours"].map((name) => {
    const values = valuesIn(form, name);
    return values && withFields(fields, values);
  });
  if (opened === undefined) return { values: readForm(fields, form) };
  if (theirs === undefined || yours === undefined)
    return { values: readForm(fields, form), opened: { id, values: opened } };
  const { values } = merge(fields, { opened, theirs, yours }, chosenIn(form));
  return { values: withFields(fields, values), opened: { id, values: theirs } };
}

/** Returns the values after a button for rows was pressed; `undefined` where none was. */
export function withRowsChanged(
  fields: readonly FormField[],
  values: FormValues,
  form: FormData,
): FormValues | undefined {
  const [add, remove] = [form.get("add"), form.get("remove")];
  const [name, key] = typeof add === "string" ? [add] : typeof remove === "string" ? remove.split(" ") : [];
  const field = fields.find((one) => one.name === name);
  if (field?.kind !== "rows") return undefined;
  const rows = rowsIn(values, field.name);
  const after =
    key === undefined ? [...rows, emptyRow(field, rows)] : rows.filter((row) => row.key !== key || !isNewKey(key));
  return withFields(fields, { ...values, [field.name]: after });
}
