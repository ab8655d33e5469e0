import { cleanEmail, hasWebAddress, visibleText, withPlainDigits } from "#lib/i18n/typed-text.ts";

/** What is known of one Guest before there is an Admission: one of the tickets of a TicketType. */
export type GuestAnswers = { readonly ticketTypeId: number; readonly answers: Readonly<Record<string, string>> };

/** The texts that a Buyer has given. An optional field that was left empty is absent. */
type BuyerTexts = { readonly [Name in RequiredBuyerField]: string } & {
  readonly [Name in OptionalBuyerField]?: string;
};

/** Who pays. Somebody with one name has it as their last name, and a first name of "". */
export type Buyer = BuyerTexts & {
  /** Whether the Buyer wants to hear of other events. */
  readonly optIn: boolean;
};

/** Returns a Buyer's name as pages and messages write it. */
export function fullName({ firstName, lastName }: Pick<Buyer, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim();
}

/** Returns a Buyer's texts without the optional ones that are empty. */
export function withoutEmpty(texts: Readonly<Record<RequiredBuyerField, string>>): BuyerTexts {
  const given = Object.entries(texts).filter(([name, text]) => text !== "" || isRequired(name as BuyerField));
  return Object.fromEntries(given) as BuyerTexts;
}

/** The length of the longest address that mail can be sent to. */
const EMAIL_MAX = 254;
const PHONE_MAX = 40;
const PHONE_DIGITS_MIN = 6;

/** Returns whether a text has the form of an email address: a name, an @, and a domain with a dot. */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text);
}

/** Returns whether a text has enough digits for a phone number, however it is written. */
export function isPhoneNumber(text: string): boolean {
  return text.length <= PHONE_MAX && withPlainDigits(text).replace(/\D/g, "").length >= PHONE_DIGITS_MIN;
}

/** Returns a typed text of a Buyer's field as it is checked and sent. */
export function cleanText(type: BuyerFieldDeclaration["type"], typed: string): string {
  if (type === "email") return cleanEmail(typed);
  return type === "phone" ? withPlainDigits(visibleText(typed)) : visibleText(typed);
}

/** Returns whether a text can be a person's name. The service writes names into mail, where no stranger's link may stand. */
export function isPersonName(text: string): boolean {
  return !hasWebAddress(text);
}

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
type ExtensionField = Extension[BuyerField];
type Required = { [Name in BuyerField]: (typeof BUYER_FIELDS)[Name]["required"] extends true ? Name : never };
export type RequiredBuyerField = Required[BuyerField];
type OptionalBuyerField = Exclude<BuyerField, RequiredBuyerField>;

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
