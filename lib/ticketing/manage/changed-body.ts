import type { FormField } from "#lib/ticketing/manage/form-fields.ts";
import type { FormValues, RowValues } from "#lib/ticketing/manage/saved.ts";

/**
 * Returns the body of a write: the texts that differ from what was opened, or all where there was nothing. An empty one is null where
 * it may be; an object such as the address is sent whole, with its empty lines. Choices and rows name ids, and are left out.
 */
export function changedBody(
  fields: readonly FormField[],
  opened: FormValues | RowValues | undefined,
  values: FormValues | RowValues,
): Readonly<Record<string, unknown>> {
  const texts = fields.filter(({ kind }) => kind !== "rows" && kind !== "choices");
  const parts = [...Map.groupBy(texts, ({ name }) => name.replace(/\..*/, ""))];
  const changed = parts.filter(([, all]) =>
    all.some(({ name }) => opened === undefined || opened[name] !== values[name]),
  );
  return Object.fromEntries(
    changed.map(([part, all]) => {
      const field = all.find(({ name }) => name === part);
      if (field) return [part, wireValueOf(field, values[part])];
      return [part, Object.fromEntries(all.map(({ name }) => [name.slice(part.length + 1), values[name]]))];
    }),
  );
}

function wireValueOf({ kind, required }: FormField, text: FormValues[string] | undefined) {
  if (text === "" && !required) return null;
  return kind === "number" || kind === "money" ? Number(text) : text;
}
