/** A row of a form: a thing of its own at the service, by its `key`, or one that is not saved yet. */
export type RowValues = { readonly key: string } & Readonly<Record<string, string | readonly string[]>>;

/** Returns whether a row is not saved yet: the key of one that is saved is its id. */
export const isNewKey = (key: string) => !/^\d+$/.test(key);

/** The texts of a form by the wire's paths. `version`, of the whole and of a row, is the one that was read. */
export type FormValues = Readonly<Record<string, string | readonly string[] | readonly RowValues[]>>;

/** Why the service refuses a field: `path` is that of the form, "" for the whole. */
export type RefusedField = {
  readonly path: string;
  readonly code: string;
  readonly reason?: string | undefined;
  readonly limit?: number | undefined;
};

/** Who changed a thing meanwhile, and when; empty where the service does not know. */
export type ChangedMeanwhile = { readonly by?: string; readonly at?: string };

/** A thing at the service, and the ids of rows that were new, by their keys. */
type AtService<Values> = {
  readonly id: number;
  readonly values: Values;
  readonly ids: ReadonlyMap<string, string>;
};

/**
 * `refused`: with `opened` when some of the form was saved before the refusal: what was opened, and in place of its parts that were
 * saved the new ones. `typed`: what the form had, with the ids of rows that were new. `changed`: with what is there now.
 */
export type Saved<Values> =
  | { readonly result: "saved"; readonly id: number }
  | {
      readonly result: "refused";
      readonly errors: readonly RefusedField[];
      readonly opened?: { readonly id: number; readonly values: Values; readonly typed: Values };
    }
  | { readonly result: "changed"; readonly changed: ChangedMeanwhile; readonly now: AtService<Values> };

/** Returns the values with the ids of rows that were new, also where they are chosen. */
export function withIds<Values extends FormValues>(values: Values, ids: ReadonlyMap<string, string>): Values {
  const idOf = (key: string) => ids.get(key) ?? key;
  const inList = (one: string | RowValues) =>
    typeof one === "string" ? idOf(one) : { ...withIds(one, ids), key: idOf(one.key) };
  const named = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? value : value.map(inList),
  ]);
  // The names are those of the values.
  return Object.fromEntries(named) as Values;
}
