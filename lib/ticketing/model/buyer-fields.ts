import { EMAIL_MAX, PHONE_MAX } from "#lib/ticketing/model/contact.ts";

export type BuyerFieldDeclaration = {
  /** Decides the format that is accepted and the keyboard of a phone. */
  readonly type: "name" | "email" | "phone" | "text";
  readonly autoComplete: string;
  /** The most characters that are accepted. */
  readonly lengthMax: number;
  readonly required: boolean;
  /** An extension of the interface: shown only where the setting FOYER_BUYER_FIELDS lists it. */
  readonly isExtension?: true;
};

/**
 * The Buyer's fields, in the order of the form. An entry drives the inputs, the schema, the visit cookie, the details
 * kept in the tab and the body of the lock. Its label is the message `Details.{name}`, its hint `{name}Hint`, its errors
 * `error.{name}` when it is missing and `error.{name}Wrong` when it is invalid.
 */
export const BUYER_FIELDS = {
  firstName: { type: "name", autoComplete: "given-name", lengthMax: 100, required: true },
  lastName: { type: "name", autoComplete: "family-name", lengthMax: 100, required: true },
  email: { type: "email", autoComplete: "email", lengthMax: EMAIL_MAX, required: true },
  phone: { type: "phone", autoComplete: "tel", lengthMax: PHONE_MAX, required: false },
  postcode: { type: "text", autoComplete: "postal-code", lengthMax: 16, required: false, isExtension: true },
} as const satisfies Readonly<Record<string, BuyerFieldDeclaration>>;

export type BuyerField = keyof typeof BUYER_FIELDS;
type Extension = { [Name in BuyerField]: (typeof BUYER_FIELDS)[Name] extends { isExtension: true } ? Name : never };
export type ExtensionField = Extension[BuyerField];
type Required = { [Name in BuyerField]: (typeof BUYER_FIELDS)[Name]["required"] extends true ? Name : never };
export type RequiredBuyerField = Required[BuyerField];
export type OptionalBuyerField = Exclude<BuyerField, RequiredBuyerField>;

export const BUYER_FIELD_NAMES = Object.keys(BUYER_FIELDS) as readonly BuyerField[];
export const REQUIRED_BUYER_FIELDS = BUYER_FIELD_NAMES.filter(isRequired);
export const OPTIONAL_BUYER_FIELDS = BUYER_FIELD_NAMES.filter(
  (name) => !isRequired(name),
) as readonly OptionalBuyerField[];

/** Returns the fields that a form shows: all but the extensions that are not enabled. */
export function shownBuyerFields(enabled: readonly ExtensionField[]): readonly BuyerField[] {
  return BUYER_FIELD_NAMES.filter((name) => !isExtension(name) || enabled.some((one) => one === name));
}

/** Returns one value for each of these fields, by name. */
export function byField<Name extends BuyerField, Value>(
  names: readonly Name[],
  make: (field: BuyerFieldDeclaration, name: Name) => Value,
): Readonly<Record<Name, Value>> {
  return Object.fromEntries(names.map((name) => [name, make(BUYER_FIELDS[name], name)])) as Record<Name, Value>;
}

export function isRequired(name: BuyerField): name is RequiredBuyerField {
  return BUYER_FIELDS[name].required;
}

function isExtension(name: BuyerField): boolean {
  return "isExtension" in BUYER_FIELDS[name];
}
