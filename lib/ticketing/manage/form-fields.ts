import type { RowValues } from "#lib/ticketing/manage/saved.ts";

type Shared = {
  /** Its path on the wire, such as `address.city`. */
  readonly name: string;
  /** The keys of its words in the screen's messages. */
  readonly label: string;
  readonly hint?: string;
  readonly required?: true;
  /** Beside others, where there is room. */
  readonly width?: "half" | "third";
  /** It only matters with this check mark, or with this choice as well. */
  readonly onlyWith?: "SCAN" | "SCAN_SOME";
  /** The key of the heading of a group, which begins with this field. */
  readonly group?: string;
};

type Option = { readonly value: string; readonly label: string };

/** What the page offers for choices whose options are not declared, by the name in `optionsFrom`. The labels are texts. */
export type PageOptions = Readonly<Record<string, readonly Option[]>>;

/** What a field of a promoter's form is: its value is one text, or for `choices` and `checks` a list of keys. */
export type LeafField = Shared &
  (
    | {
        readonly kind: "text";
        readonly max: number;
        readonly format?: "webAddress" | "email" | "colour";
        readonly autoComplete?: string;
        readonly suggestions?: "timeZones";
      }
    | { readonly kind: "longText"; readonly max: number }
    | { readonly kind: "number"; readonly min: number; readonly max: number }
    | { readonly kind: "money" }
    /** On the venue's clock, as the wire has it: `dd-MM-yyyy'T'HH:mm`. */
    | { readonly kind: "time" }
    | { readonly kind: "choice"; readonly options: readonly Option[] }
    | { readonly kind: "choice"; readonly optionsFrom: string }
    /** Any number of these. */
    | { readonly kind: "checks"; readonly options: readonly (Option & { readonly hint?: string })[] }
    /** Rows of the list `of`, by key; not the row itself. */
    | { readonly kind: "choices"; readonly of: string }
  );

/** Returns whether the value of a field is a list of keys. */
export function hasKeys({ kind }: FormField): boolean {
  return kind === "choices" || kind === "checks";
}

/** A list of rows. Each has a `key`: its id, or before it is saved the list's name and a number. */
export type RowsField = Shared & {
  readonly kind: "rows";
  readonly fields: readonly LeafField[];
  readonly max: number;
  /** The keys of "Add a section" and of "New section". */
  readonly add: string;
  readonly untitled: string;
};

/** A form is declared once: the form, its validation, the conflict page and the texts of errors are drawn from these. */
export type FormField = LeafField | RowsField;

type ValueOf<Field> = Field extends {
  readonly kind: "rows";
  readonly fields: infer Fields extends readonly LeafField[];
}
  ? readonly (RowValues & { readonly [F in Fields[number] as F["name"]]: ValueOf<F> })[]
  : Field extends { readonly kind: "choices" | "checks" }
    ? readonly string[]
    : string;

/** The values of a declared form. */
export type ValuesOf<Fields extends readonly FormField[]> = { readonly [F in Fields[number] as F["name"]]: ValueOf<F> };
