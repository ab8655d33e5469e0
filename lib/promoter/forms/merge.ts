import { keysIn, rowsIn, textIn } from "#lib/promoter/forms/fields.ts";
import { type FormField, hasKeys, type LeafField, type RowsField } from "#lib/ticketing/manage/form-fields.ts";
import { type FormValues, isNewKey, type RowValues } from "#lib/ticketing/manage/saved.ts";

export type Side = "theirs" | "yours";

/** A field of the form or of a row. */
type Place = { readonly field: LeafField; readonly rows?: RowsField; readonly row?: RowValues };
/** A row that one of the two added. */
type AddedRow = { readonly rows: RowsField; readonly row: RowValues };

type Versions<Value> = { readonly opened: Value; readonly theirs: Value; readonly yours: Value };

/** A field that both changed, to different values. `path` names a row by its key. */
export type Clash = Place & Versions<FormValues | RowValues> & { readonly path: string };
/** What only one of the two changed. */
export type Combined = (Place | AddedRow) & { readonly by: Side };

type Merged = {
  readonly values: FormValues;
  readonly clashes: readonly Clash[];
  readonly combined: readonly Combined[];
};

/**
 * Merges what two people made of the same values, field by field: what only one of them changed is kept, and `choose` says whose
 * value of a field that both changed is. Rows are matched by key. A row that is no longer there is left out.
 */
export function merge(
  fields: readonly FormField[],
  versions: Versions<FormValues>,
  choose: (path: string) => Side | undefined,
): Merged {
  const clashes: Clash[] = [];
  const combined: Combined[] = [];

  function leafOf(path: string, place: Place, { opened, theirs, yours }: Versions<FormValues | RowValues>) {
    const { name } = place.field;
    const side = (by: Side) => (by === "theirs" ? theirs : yours)[name] ?? "";
    if (isSame(place.field, theirs, yours)) return side("theirs");
    const isTheirs = isSame(place.field, opened, yours);
    if (isTheirs || isSame(place.field, opened, theirs)) {
      const by = isTheirs ? "theirs" : "yours";
      combined.push({ ...place, by });
      return side(by);
    }
    clashes.push({ ...place, path, opened, theirs, yours });
    return side(choose(path) ?? "theirs");
  }

  function rowsOf(rows: RowsField): readonly RowValues[] {
    const [opened, theirs, yours] = [versions.opened, versions.theirs, versions.yours].map((one) =>
      byKey(rowsIn(one, rows.name)),
    ) as [Rows, Rows, Rows];
    const kept = [...theirs.values()].flatMap((row) => {
      const mine = yours.get(row.key);
      const before = opened.get(row.key) ?? mine;
      if (mine === undefined || before === undefined) {
        // A row that is no thing of its own can be taken out.
        if (before !== undefined && isNewKey(row.key) && rows.fields.every((field) => isSame(field, before, row)))
          return [];
        if (before === undefined) combined.push({ rows, row, by: "theirs" });
        return row;
      }
      const sides = { opened: before, theirs: row, yours: mine };
      const leaves = rows.fields.map((field) => {
        const path = `${rows.name}.${row.key}.${field.name}`;
        return [field.name, leafOf(path, { field, rows, row: mine }, sides)] as const;
      });
      return { ...Object.fromEntries(leaves), key: row.key } as RowValues;
    });
    const added = [...yours.values()].filter(({ key }) => !theirs.has(key) && !opened.has(key));
    for (const row of added) combined.push({ rows, row, by: "yours" });
    return [...kept, ...added];
  }

  const values = Object.fromEntries(
    fields.map((field) => [
      field.name,
      field.kind === "rows" ? rowsOf(field) : leafOf(field.name, { field }, versions),
    ]),
  );
  return { values, clashes, combined };
}

type Rows = ReadonlyMap<string, RowValues>;

function byKey(rows: readonly RowValues[]): Rows {
  return new Map(rows.map((row) => [row.key, row]));
}

/** Returns whether a field has the same value in both. The order of choices does not count. */
export function isSame(field: LeafField, one: FormValues | RowValues, other: FormValues | RowValues): boolean {
  if (!hasKeys(field)) return textIn(one, field.name) === textIn(other, field.name);
  const [first, second] = [one, other].map((values) => keysIn(values, field.name).toSorted().join(" "));
  return first === second;
}
