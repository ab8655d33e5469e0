import { BUYER_FIELDS } from "./buyer-field.ts";

export const INPUT_TYPES = ["AUTOCOMPLETE", "TEXT", "TEXTAREA", "DATE", "SELECT"] as const;
export type InputType = (typeof INPUT_TYPES)[number];

/** Standard fields have the same meaning in every event. CUSTOM is any other question of the organiser. */
export const FIELD_TYPES = ["CUSTOM", "NAME", "FIRST_NAME", "LAST_NAME", "EMAIL", "PHONE"] as const;
type FieldType = (typeof FIELD_TYPES)[number];

/** A question to the buyer in the checkout, or to each guest. */
export type AdditionalField = {
  readonly id: number;
  readonly version: number;
  readonly eventId: number;
  readonly askedOf: "BUYER" | "GUEST";
  readonly fieldType: FieldType;
  /** The key under which the answer is sent. */
  readonly name: string;
  readonly adminName: string;
  readonly label: string;
  readonly inputType: InputType;
  /** The allowed answers of a SELECT; suggestions for an AUTOCOMPLETE. */
  readonly choices: readonly string[];
  readonly sortIdx: number;
  readonly parentId: number | undefined;
  /** The answers of the parent that show it. Empty: any answer. */
  readonly parentAnswers: readonly string[];
  readonly required: boolean;
  readonly lengthMax: number;
  readonly enabled: boolean;
  /** The ticket types of a question to guests. Empty: every ticket type of the event. */
  readonly ticketTypes: readonly { readonly id: number; readonly name: string }[];
};

export const LENGTH_MAX = 2_000;

/** Returns the maximum length of an answer when none is set. */
export function defaultLength(inputType: InputType): number {
  return inputType === "TEXTAREA" ? LENGTH_MAX : 200;
}

/** Names with another meaning in a buyer's details. */
const RESERVED_NAMES = [
  ...BUYER_FIELDS.map(({ name }) => name),
  "NAME",
  "ONE_NAME",
  "OPT_IN",
  "LANGUAGE",
  "orderLink",
  "guests",
  "acceptedTerms",
  "messages",
];

/** Returns whether a field may have this name. A standard field has its type as its name; others must not use a reserved name. */
export function isNameAllowed(name: string, fieldType: FieldType): boolean {
  return fieldType === "CUSTOM" ? !RESERVED_NAMES.includes(name) : name === fieldType;
}

/** Returns whether the field type is allowed. Buyers always give name and email, so PHONE is their only standard field. */
export function isFieldTypeAllowed({ askedOf, fieldType }: Pick<AdditionalField, "askedOf" | "fieldType">): boolean {
  return askedOf === "GUEST" || fieldType === "CUSTOM" || fieldType === "PHONE";
}

/** Returns the questions to guests with a ticket of this type. */
export function guestFieldsOf(fields: readonly AdditionalField[], ticketTypeId: number): readonly AdditionalField[] {
  return fields.filter(
    ({ askedOf, ticketTypes }) =>
      askedOf === "GUEST" && (ticketTypes.length === 0 || ticketTypes.some(({ id }) => id === ticketTypeId)),
  );
}

export function buyerFieldsOf(fields: readonly AdditionalField[]): readonly AdditionalField[] {
  return fields.filter(({ askedOf }) => askedOf === "BUYER");
}
