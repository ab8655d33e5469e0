export const INPUT_TYPES = ["AUTOCOMPLETE", "TEXT", "TEXTAREA", "DATE", "SELECT"] as const;
export type InputType = (typeof INPUT_TYPES)[number];

/** A standard field is known by its type wherever it is asked; every other question is the promoter's own. */
export const FIELD_TYPES = ["CUSTOM", "NAME", "FIRST_NAME", "LAST_NAME", "EMAIL", "PHONE"] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** A question to the buyer while buying, or to each guest. */
export type AdditionalField = {
  readonly id: number;
  readonly eventId: number;
  readonly askedOf: "BUYER" | "GUEST";
  readonly fieldType: FieldType;
  /** The key under which the answer is sent. */
  readonly name: string;
  readonly adminName: string;
  readonly label: string;
  readonly inputType: InputType;
  /** What may be chosen; of an AUTOCOMPLETE what is suggested. */
  readonly choices: readonly string[];
  readonly sortIdx: number;
  readonly parentId: number | undefined;
  /** Which answers of the parent call for it; empty: any. */
  readonly parentAnswers: readonly string[];
  readonly required: boolean;
  readonly lengthMax: number;
  readonly enabled: boolean;
  /** Of a question to guests; empty: every ticket type of the event. */
  readonly ticketTypes: readonly { readonly id: number; readonly name: string }[];
};

export const LENGTH_MAX = 2_000;

/** A line, or as much as a story: what a promoter who sets no limit means. */
export function usualLength(inputType: InputType): number {
  return inputType === "TEXTAREA" ? LENGTH_MAX : 200;
}

/** Names that mean something else wherever buyers' details are sent. */
const TAKEN = [
  "FIRST_NAME",
  "LAST_NAME",
  "EMAIL",
  "PHONE",
  "NAME",
  "OPT_IN",
  "LANGUAGE",
  "orderLink",
  "guests",
  "acceptedTerms",
];

/** A standard field is sent under its own name; a question of the promoter's under none of theirs. */
export function isFitName(name: string, fieldType: FieldType): boolean {
  return fieldType === "CUSTOM" ? !TAKEN.includes(name) : name === fieldType;
}

/** Every buyer is asked for name and e-mail anyway, so of the standard fields only the telephone is left to ask for. */
export function mayBeAsked({ askedOf, fieldType }: Pick<AdditionalField, "askedOf" | "fieldType">): boolean {
  return askedOf === "GUEST" || fieldType === "CUSTOM" || fieldType === "PHONE";
}

/** The questions to whoever holds a ticket of this type. */
export function guestFieldsOf(fields: readonly AdditionalField[], ticketTypeId: number): readonly AdditionalField[] {
  return fields.filter(
    ({ askedOf, ticketTypes }) =>
      askedOf === "GUEST" && (ticketTypes.length === 0 || ticketTypes.some(({ id }) => id === ticketTypeId)),
  );
}

export function buyerFieldsOf(fields: readonly AdditionalField[]): readonly AdditionalField[] {
  return fields.filter(({ askedOf }) => askedOf === "BUYER");
}
