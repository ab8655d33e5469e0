import { visibleText, withLineBreaks, withPlainDigits } from "#lib/i18n/typed-text.ts";
import { decimalOf, wallTimeOf } from "#lib/promoter/forms/typed.ts";
import { type FormField, hasKeys, type LeafField, type RowsField } from "#lib/ticketing/manage/form-fields.ts";
import type { FormValues, RowValues } from "#lib/ticketing/manage/saved.ts";
import { accountCurrency, currencyDigits } from "#lib/ticketing/model/money.ts";

/**
 * Returns what was typed, as the wire writes it. A text that is no number, amount or time stays as it was typed, and the schema refuses
 * it. Only declared fields are read, and of rows one more than there may be.
 */
export function readForm(fields: readonly FormField[], form: FormData): FormValues {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      field.kind === "rows" ? readRows(field, form) : readLeaf(field, field.name, form),
    ]),
  );
}

function readRows({ name, fields, max }: RowsField, form: FormData): readonly RowValues[] {
  const rows: RowValues[] = [];
  for (let index = 0; index <= max; index += 1) {
    const key = form.get(`${name}.${index}.key`);
    if (typeof key !== "string") break;
    const leaves = fields.map((leaf) => [leaf.name, readLeaf(leaf, `${name}.${index}.${leaf.name}`, form)] as const);
    rows.push({ ...Object.fromEntries(leaves), key });
  }
  return rows;
}

function readLeaf(field: LeafField, name: string, form: FormData): string | readonly string[] {
  if (hasKeys(field)) return form.getAll(name).filter((one) => typeof one === "string");
  if (field.kind === "time") return wallTimeOf(lineIn(form, `${name}.day`), lineIn(form, `${name}.clock`));
  if (field.kind === "longText") return visibleText(withLineBreaks(textIn(form, name)));
  const line = lineIn(form, name);
  if (field.kind === "number") return withPlainDigits(line).replaceAll(/\s/g, "");
  return field.kind === "money" ? decimalOf(line, currencyDigits(accountCurrency() ?? "")) : line;
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

function lineIn(form: FormData, name: string): string {
  return visibleText(textIn(form, name).replaceAll(/\p{Cc}/gu, " "));
}
