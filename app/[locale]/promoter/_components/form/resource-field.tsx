"use client";

import { useWatch } from "react-hook-form";
import { ColourField } from "#app/[locale]/promoter/_components/form/colour-field.tsx";
import type { FormWords } from "#app/[locale]/promoter/_components/form/resource-form-props.ts";
import type { ActionForm } from "#components/forms/use-action-form.ts";
import { classNames } from "#components/ui/class-names.ts";
import { Field } from "#components/ui/field.tsx";
import { HintAndError, inputClass, Labelled } from "#components/ui/labelled.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { rowName } from "#lib/promoter/forms/field-text.ts";
import { keysIn, rowsIn, textIn } from "#lib/promoter/forms/fields.ts";
import { dayAndClockOf } from "#lib/promoter/forms/typed.ts";
import type { LeafField } from "#lib/ticketing/manage/form-fields.ts";
import type { FormValues, RowValues } from "#lib/ticketing/manage/saved.ts";

type ResourceFieldProps = {
  readonly field: LeafField;
  /** The input's name: in a row with the row's place. */
  readonly name: string;
  /** The values of the form or of the row. */
  readonly values: FormValues | RowValues;
  readonly allValues: FormValues;
  /** The row that the field is in. */
  readonly rowKey?: string;
  readonly form: ActionForm<string>;
  readonly words: FormWords;
};

const WIDTHS = { third: "sm:col-span-2", half: "sm:col-span-3", full: "sm:col-span-6" } as const;

/** One declared field. Its inputs are uncontrolled. */
export function ResourceField(props: ResourceFieldProps) {
  const { field, name, values, form, words } = props;
  if (field.kind === "choices") return <Choices {...props} field={field} />;
  if (field.kind === "checks") return <Checks {...props} field={field} />;
  if (field.kind === "time") return <Time {...props} />;
  const value = textIn(values, field.name);
  const shared = {
    ...form.field(name),
    ...labelsOf(field, words),
    className: widthOf(field),
  };
  if (field.kind === "choice") {
    return (
      <SelectField {...shared} defaultValue={value}>
        {(!field.required || "optionsFrom" in field) && <option value="" />}
        {optionsOf(field, words).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    );
  }
  if (field.kind === "longText") return <LongText {...props} />;
  if (field.kind === "text" && field.format === "colour")
    return <ColourField {...shared} defaultValue={value} pick={words.fields.pickColour ?? ""} />;
  const isFigure = field.kind === "number" || field.kind === "money";
  return (
    <Field
      {...shared}
      defaultValue={value}
      {...(isFigure && { inputMode: field.kind === "money" ? "decimal" : "numeric", autoComplete: "off" })}
      {...(field.kind === "text" && { maxLength: field.max, autoComplete: field.autoComplete ?? "off", dir: "auto" })}
      {...(field.kind === "text" &&
        field.format === "webAddress" && { inputMode: "url", autoCapitalize: "off", dir: "ltr" })}
      {...(field.kind === "text" &&
        field.format === "email" && { type: "email", autoCapitalize: "off", spellCheck: false, dir: "ltr" })}
      {...(field.kind === "text" && field.suggestions && { list: field.suggestions, autoCapitalize: "off" })}
      enterKeyHint="next"
    />
  );
}

function optionsOf(field: Extract<LeafField, { readonly kind: "choice" }>, words: FormWords) {
  if ("optionsFrom" in field) return words.options[field.optionsFrom] ?? [];
  return field.options.map(({ value, label }) => ({ value, label: words.fields[label] ?? label }));
}

function labelsOf({ label, hint, required }: LeafField, words: FormWords) {
  return {
    label: words.fields[label] ?? label,
    hint: hint === undefined ? undefined : words.fields[hint],
    optional: required ? undefined : words.optional,
  };
}

function widthOf({ width }: LeafField) {
  return WIDTHS[width ?? "full"];
}

function LongText({ field, name, values, form, words }: ResourceFieldProps) {
  const error = form.errorOf(name);
  const { hint, ...labels } = labelsOf(field, words);
  return (
    <Labelled {...labels} hint={hint} id={name} error={error} className={widthOf(field)}>
      <textarea
        {...form.register(name)}
        {...describedBy(name, hint, error)}
        aria-invalid={error !== undefined}
        id={name}
        dir="auto"
        rows={4}
        defaultValue={textIn(values, field.name)}
        className={classNames(inputClass(error), "field-sizing-content min-h-28 max-h-96 wrap-anywhere")}
      />
    </Labelled>
  );
}

/** A date and a time on the venue's clock: texts, which no time zone of the browser moves. */
function Time({ field, name, values, form, words }: ResourceFieldProps) {
  const error = form.errorOf(name);
  const { label, hint } = labelsOf(field, words);
  const [day, clock] = dayAndClockOf(textIn(values, field.name));
  return (
    <fieldset
      className={classNames("flex min-w-0 flex-col gap-1.5", widthOf(field))}
      {...describedBy(name, hint, error)}
    >
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <HintAndError id={name} hint={hint} error={error} />
      <div className="flex flex-wrap gap-3">
        {(
          [
            ["day", "date", day, name],
            ["clock", "time", clock, `${name}.clock`],
          ] as const
        ).map(([part, type, value, id]) => (
          <label key={part} className="flex flex-col gap-1 text-sm">
            {words.form[part]}
            <input
              {...form.register(`${name}.${part}`, name)}
              type={type}
              id={id}
              defaultValue={value}
              aria-invalid={error !== undefined}
              className={classNames(inputClass(error), "figures")}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type ChecksProps = ResourceFieldProps & { readonly field: Extract<LeafField, { readonly kind: "checks" }> };

/** Check marks for declared options, each with what it means. */
function Checks({ field, name, values, form, words }: ChecksProps) {
  const error = form.errorOf(name);
  const { label, hint } = labelsOf(field, words);
  return (
    <fieldset className={classNames("min-w-0", widthOf(field))} {...describedBy(name, hint, error)}>
      <legend className="font-semibold">{label}</legend>
      <HintAndError id={name} hint={hint} error={error} />
      <div className="mt-1 flex flex-col">
        {field.options.map(({ value, label, hint: meaning }, at) => (
          <label key={value} className="flex min-h-11 items-start gap-3 py-2">
            <input
              {...form.register(name)}
              type="checkbox"
              id={at === 0 ? name : `${name}.${value}`}
              value={value}
              defaultChecked={keysIn(values, field.name).includes(value)}
              aria-invalid={error !== undefined}
              className="choice mt-0.5 rounded-xs"
            />
            <span>
              {words.fields[label] ?? label}
              {meaning !== undefined && (
                <span className="block text-sm text-ink-muted">{words.fields[meaning] ?? meaning}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type ChoicesProps = ResourceFieldProps & { readonly field: Extract<LeafField, { readonly kind: "choices" }> };

/** Check marks for the rows of a list in the same form, by the names that they have now. */
function Choices({ field, name, values, allValues, rowKey, form, words }: ChoicesProps) {
  const watched: unknown = useWatch({ control: form.control, name: field.of });
  const typed = Array.isArray(watched) ? (watched as readonly RowValues[]) : [];
  const saved = new Map(rowsIn(allValues, field.of).map((row) => [row.key, row]));
  const rows = typed.filter(({ key }) => key !== rowKey).map((row) => ({ ...saved.get(row.key), ...row }));
  const chosen = keysIn(values, field.name);
  const error = form.errorOf(name);
  const { label, hint } = labelsOf(field, words);
  if (rows.length === 0) return null;
  return (
    <fieldset className={classNames("min-w-0", widthOf(field))} {...describedBy(name, hint, error)}>
      <legend className="font-semibold">{label}</legend>
      <HintAndError id={name} hint={hint} error={error} />
      <div className="mt-1 flex flex-wrap gap-x-6">
        {rows.map((row, at) => (
          <label key={row.key} className="flex min-h-11 items-start gap-3 py-2">
            <input
              {...form.register(name)}
              type="checkbox"
              id={at === 0 ? name : `${name}.${row.key}`}
              value={row.key}
              defaultChecked={chosen.includes(row.key)}
              aria-invalid={error !== undefined}
              className="choice mt-0.5 rounded-xs"
            />
            <bdi>{rowName(row, words.form.unnamed)}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function describedBy(id: string, hint: string | undefined, error: string | undefined) {
  const ids = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return ids.length === 0 ? {} : { "aria-describedby": ids.join(" ") };
}
