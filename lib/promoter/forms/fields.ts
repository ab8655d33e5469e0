import { type FormField, hasKeys, type RowsField } from "#lib/ticketing/manage/form-fields.ts";
import { type FormValues, isNewKey, type RowValues } from "#lib/ticketing/manage/saved.ts";

/** Returns a key for one more row, which no other list has. */
export function nextKey({ name }: RowsField, rows: readonly Pick<RowValues, "key">[]): string {
  const used = rows.map(({ key }) => (isNewKey(key) ? Number(key.slice(name.length)) || 0 : 0));
  return `${name}${Math.max(0, ...used) + 1}`;
}

export function emptyRow(field: RowsField, rows: readonly RowValues[]): RowValues {
  const leaves = field.fields.map((leaf) => [leaf.name, hasKeys(leaf) ? [] : ""] as const);
  return { ...Object.fromEntries(leaves), key: nextKey(field, rows) };
}

/**
 * Returns the value of each declared field, an empty one where it is missing, with the versions. Of rows one more than there may be:
 * the size of a form that is drawn again is bounded.
 */
export function withFields(fields: readonly FormField[], values: FormValues = {}): FormValues {
  const leavesOf = (leaves: readonly FormField[], of: FormValues | RowValues) => ({
    ...(typeof of.version === "string" && { version: of.version }),
    ...Object.fromEntries(
      leaves.map((leaf) => [leaf.name, hasKeys(leaf) ? keysIn(of, leaf.name) : textIn(of, leaf.name)]),
    ),
  });
  const rows = fields.flatMap((field) => {
    if (field.kind !== "rows") return [];
    const kept = rowsIn(values, field.name).slice(0, field.max + 1);
    return [[field.name, kept.map((row) => ({ ...leavesOf(field.fields, row), key: row.key }))]];
  });
  return { ...leavesOf(fields, values), ...Object.fromEntries(rows) };
}

export function rowsIn(values: FormValues | undefined, name: string): readonly RowValues[] {
  const rows = values?.[name];
  return Array.isArray(rows) ? rows.filter((row): row is RowValues => typeof row === "object") : [];
}

export function textIn(values: FormValues | RowValues | undefined, name: string): string {
  const value = values?.[name];
  return typeof value === "string" ? value : "";
}

export function keysIn(values: FormValues | RowValues | undefined, name: string): readonly string[] {
  const value = values?.[name];
  return Array.isArray(value) ? value.filter((key): key is string => typeof key === "string") : [];
}

/** Returns the input's name of a path on the wire: `sections.0.overlaps` of `sections[0].overlaps[1]`; `undefined` of no field. */
export function inputOfPath(fields: readonly FormField[], wirePath: string): string | undefined {
  const path = wirePath.replaceAll(/\[(\d+)\]/g, ".$1");
  for (const field of fields) {
    if (field.kind !== "rows") {
      if (path === field.name || path.startsWith(`${field.name}.`)) return field.name;
      continue;
    }
    if (path === field.name) return field.name;
    const [, index, rest = ""] = /^(\d+)\.(.+)$/.exec(path.slice(field.name.length + 1)) ?? [];
    if (index === undefined || !path.startsWith(`${field.name}.`)) continue;
    const leaf = inputOfPath(field.fields, rest);
    return leaf === undefined ? undefined : `${field.name}.${index}.${leaf}`;
  }
  return undefined;
}
