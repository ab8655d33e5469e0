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
export type AtService<Values> = {
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
