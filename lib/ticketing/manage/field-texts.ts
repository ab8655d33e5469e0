import { type FormField, hasKeys } from "#lib/ticketing/manage/form-fields.ts";
import type { FormValues, RowValues } from "#lib/ticketing/manage/saved.ts";

type TextsOf<Fields extends readonly FormField[]> = {
  readonly [F in Fields[number] as F["kind"] extends "rows" | "choices" | "checks" ? never : F["name"]]: string;
};

function partOf(read: unknown, name: string): unknown {
  return typeof read === "object" && read !== null
    ? Object.entries(read).find(([key]) => key === name)?.[1]
    : undefined;
}

const isText = (field: FormField) => field.kind !== "rows" && !hasKeys(field);

/** Returns the texts of what was read: "" where there is none. Choices and rows name ids, and are left out. */
export function textsOf<const Fields extends readonly FormField[]>(fields: Fields, read: object): TextsOf<Fields> {
  const texts = fields.filter(isText).map(({ name }) => {
    const value = name.split(".").reduce(partOf, read);
    return [name, typeof value === "string" || typeof value === "number" ? String(value) : ""];
  });
  // The names are those of the fields.
  return Object.fromEntries(texts) as TextsOf<Fields>;
}

/** Returns the version that was read as the form's text; nothing from a service without versions. */
export function versionText({ version }: { readonly version?: number | undefined }) {
  return version === undefined ? {} : { version: String(version) };
}

/**
 * Returns the body of a write: the texts that differ from what was opened, or all where there was nothing. An empty line
 * is null where it may be; an object such as the address is sent whole, with its empty lines. Choices and rows name ids, and are left out.
 */
export function changedBody(
  fields: readonly FormField[],
  opened: FormValues | RowValues | undefined,
  values: FormValues | RowValues,
): Readonly<Record<string, unknown>> {
  const parts = [...Map.groupBy(fields.filter(isText), ({ name }) => name.replace(/\..*/, ""))];
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
  if (text === "" && !required && kind !== "longText") return null;
  return kind === "number" || kind === "money" ? Number(text) : text;
}
