import { momentText } from "#lib/i18n/date-text.ts";
import { formatNumber } from "#lib/i18n/number-text.ts";
import { keysIn, rowsIn, textIn } from "#lib/promoter/forms/fields.ts";
import { dayAndClockOf, isWallTime } from "#lib/promoter/forms/typed.ts";
import type { LeafField, PageOptions, RowsField } from "#lib/ticketing/manage/form-fields.ts";
import type { FormValues, RowValues } from "#lib/ticketing/manage/saved.ts";
import { accountCurrency, formatMoney, parseMoney } from "#lib/ticketing/model/money.ts";

/** Returns the label of an option that a page offers. */
function optionLabel(options: PageOptions, from: string, value: string): string {
  return options[from]?.find((one) => one.value === value)?.label ?? value;
}

/** Returns how a row is called: by what was chosen for it, of a list whose rows are chosen, else by its name. */
export function rowTitle(field: RowsField, row: Partial<RowValues>, options: PageOptions, otherwise: string): string {
  const [first] = field.fields;
  if (first?.kind !== "choice" || !("optionsFrom" in first)) return rowName(row, otherwise);
  const value = textIn(row as RowValues, first.name);
  return value === "" ? otherwise : optionLabel(options, first.optionsFrom, value);
}

/** Returns how a row is called: by its name. */
export function rowName(row: Partial<RowValues>, otherwise: string): string {
  return textIn(row as RowValues, "name").trim() || otherwise;
}

type Context = {
  readonly locale: string;
  readonly fieldWords: Readonly<Record<string, string>>;
  /** All values, for the names of rows that are chosen. */
  readonly all: FormValues;
  /** What the page offers for choices. */
  readonly options?: PageOptions;
  /** For a field without a value. */
  readonly none: string;
};

/** Returns a value as people read it. */
export function fieldText(field: LeafField, values: FormValues | RowValues, context: Context): string {
  const { locale, fieldWords, all, options = {}, none } = context;
  if (field.kind === "choices") {
    const rows = new Map(rowsIn(all, field.of).map((row) => [row.key, rowName(row, row.key)]));
    const names = keysIn(values, field.name).map((key) => rows.get(key) ?? key);
    return names.length === 0 ? none : new Intl.ListFormat(locale, { type: "unit" }).format(names);
  }
  if (field.kind === "checks") {
    const names = field.options.filter(({ value }) => keysIn(values, field.name).includes(value));
    if (names.length === 0) return none;
    return new Intl.ListFormat(locale, { type: "unit" }).format(names.map(({ label }) => fieldWords[label] ?? label));
  }
  const text = textIn(values, field.name);
  if (text === "") return none;
  switch (field.kind) {
    case "money": {
      const amount = parseMoney(text, accountCurrency() ?? "");
      return amount === undefined ? text : formatMoney(amount, locale);
    }
    case "number":
      return Number.isNaN(Number(text)) ? text : formatNumber(Number(text), locale);
    case "time": {
      const [day, clock] = dayAndClockOf(text);
      // The clock of the venue is shown as it was typed: read and written in the same zone.
      return isWallTime(text) ? momentText(`${day}T${clock}Z`, locale, "UTC", "short") : text;
    }
    case "choice": {
      if ("optionsFrom" in field) return optionLabel(options, field.optionsFrom, text);
      const label = field.options.find(({ value }) => value === text)?.label ?? text;
      return fieldWords[label] ?? label;
    }
    default:
      return text;
  }
}
