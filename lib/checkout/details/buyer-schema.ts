import "#lib/forms/zod-without-eval.ts";
import { _default, object, optional, pipe, refine, string, transform, trim, unknown } from "zod/mini";
import { type Buyer, withoutEmpty } from "#lib/ticketing/model/buyer.ts";
import {
  type BuyerField,
  type BuyerFieldDeclaration,
  byField,
  isRequired,
  REQUIRED_BUYER_FIELDS,
  type RequiredBuyerField,
  shownBuyerFields,
} from "#lib/ticketing/model/buyer-fields.ts";
import { isEmail, isPhoneNumber } from "#lib/ticketing/model/contact.ts";

/** Of each field the words for an invalid text, and of a required one those for a missing text. */
export type BuyerErrorWords = Readonly<Record<RequiredBuyerField | `${BuyerField}Wrong`, string>>;

export type BuyerFormRules = {
  /** The fields on the page. An optional field that is not among them is ignored. */
  readonly fields?: readonly BuyerField[];
  /** A promoter requires the phone number. */
  readonly isPhoneRequired?: boolean;
};

/**
 * Returns the schema of the Buyer's fields, the same in the browser and the action. Names pass in any script, case and
 * length from one letter: only what cannot be right is refused.
 */
export function buyerSchema(words: BuyerErrorWords, rules: BuyerFormRules = {}) {
  const { fields = shownBuyerFields([]), isPhoneRequired = false } = rules;
  const others = fields.filter((name) => !isRequired(name));
  const shape = object({
    ...byField(REQUIRED_BUYER_FIELDS, (field, name) => requiredText(field, words[name], words[`${name}Wrong`])),
    ...byField(others, (field, name) => {
      return optionalText(field, words[`${name}Wrong`], name === "phone" && isPhoneRequired);
    }),
    optIn: optional(unknown()),
  });
  return pipe(
    shape,
    transform(({ optIn, ...texts }): Buyer => ({ ...withoutEmpty(texts), optIn: optIn === "on" })),
  );
}

function requiredText(field: BuyerFieldDeclaration, missing: string, wrong: string) {
  return string(missing).check(
    trim(),
    refine((text) => text !== "", { error: missing, abort: true }),
    refine((text) => isValid(field, text), wrong),
  );
}

function optionalText(field: BuyerFieldDeclaration, wrong: string, isRequiredHere: boolean) {
  const text = string(wrong).check(
    trim(),
    refine((text) => (text === "" ? !isRequiredHere : isValid(field, text)), wrong),
  );
  return _default(text, "");
}

function isValid({ type, lengthMax }: BuyerFieldDeclaration, text: string): boolean {
  if (text.length > lengthMax) return false;
  if (type === "email") return isEmail(text);
  return type === "phone" ? isPhoneNumber(text) : true;
}
