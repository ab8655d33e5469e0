"use client";

import { Plus, X } from "lucide";
import { useFieldArray, useWatch } from "react-hook-form";
import { ResourceField } from "#app/[locale]/promoter/_components/form/resource-field.tsx";
import type { FormWords } from "#app/[locale]/promoter/_components/form/resource-form-props.ts";
import type { ActionForm } from "#components/forms/use-action-form.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { HintAndError } from "#components/ui/labelled.tsx";
import { rowTitle } from "#lib/promoter/forms/field-text.ts";
import { emptyRow, nextKey, rowsIn } from "#lib/promoter/forms/fields.ts";
import type { RowsField } from "#lib/ticketing/manage/form-fields.ts";
import { type FormValues, isNewKey, type RowValues } from "#lib/ticketing/manage/saved.ts";

type ResourceRowsProps = {
  readonly field: RowsField;
  readonly values: FormValues;
  readonly form: ActionForm<string>;
  readonly words: FormWords;
};

/** A list of rows. Without script its buttons send the form, which comes back with a row more or less. Only a new row can be removed. */
export function ResourceRows({ field, values, form, words }: ResourceRowsProps) {
  const { name, max } = field;
  const { fields, append, remove } = useFieldArray({ control: form.control, name });
  const watched: unknown = useWatch({ control: form.control, name });
  const typed = Array.isArray(watched) ? (watched as readonly RowValues[]) : [];
  const rows = fields as unknown as readonly (Pick<RowValues, "key"> & { readonly id: string })[];
  const known = new Map(rowsIn(values, name).map((row) => [row.key, row]));
  const hint = field.hint === undefined ? undefined : words.fields[field.hint];
  return (
    <fieldset id={name} className="flex min-w-0 flex-col gap-3 border-t border-line pt-6 sm:col-span-6">
      <legend className="float-start mb-1 w-full font-display text-xl font-bold">{words.fields[field.label]}</legend>
      <HintAndError id={name} hint={hint} error={form.errorOf(name)} />
      {rows.map(({ id, key }, index) => {
        const row = known.get(key) ?? { ...emptyRow(field, []), key };
        const title = rowTitle(field, { ...row, ...typed[index] }, words.options, words.fields[field.untitled] ?? "");
        return (
          <fieldset key={id} className="min-w-0 rounded-xl border border-line bg-surface p-4 shadow-raise sm:p-5">
            <legend className="float-start mb-3 w-full font-semibold">
              <span className="flex items-center justify-between gap-3">
                <bdi className="wrap-anywhere">{title}</bdi>
              </span>
            </legend>
            <input type="hidden" name={`${name}.${index}.key`} value={key} />
            <div className="clear-both grid gap-4 sm:grid-cols-6">
              {field.fields.map((leaf) => (
                <ResourceField
                  key={leaf.name}
                  field={leaf}
                  name={`${name}.${index}.${leaf.name}`}
                  values={row}
                  allValues={values}
                  rowKey={key}
                  form={form}
                  words={words}
                />
              ))}
            </div>
            {isNewKey(key) && (
              <button
                type="submit"
                name="remove"
                value={`${name} ${key}`}
                onClick={(event) => {
                  event.preventDefault();
                  remove(index);
                }}
                className={buttonClass("quiet", "-ms-5 mt-2")}
              >
                <Icon of={X} size={18} />
                <span>
                  {words.form.removeRow}
                  <span className="sr-only">{` ${title}`}</span>
                </span>
              </button>
            )}
          </fieldset>
        );
      })}
      {rows.length < max && (
        <button
          type="submit"
          name="add"
          value={name}
          onClick={(event) => {
            event.preventDefault();
            append({ key: nextKey(field, rows) }, { focusName: `${name}.${rows.length}.${field.fields[0]?.name}` });
          }}
          className={buttonClass("secondary", "self-start max-sm:w-full")}
        >
          <Icon of={Plus} size={18} />
          <span>{words.fields[field.add]}</span>
        </button>
      )}
    </fieldset>
  );
}
