import {
  _default,
  discriminatedUnion,
  intersection,
  literal,
  object,
  optional,
  overwrite,
  pipe,
  refine,
  string,
  transform,
  unknown,
} from "zod/mini";
import type { AnswerErrorWords } from "#lib/checkout/details/answers.ts";
import type { FormQuestions } from "#lib/checkout/details/question-rules.ts";
import { questionsSchema } from "#lib/checkout/details/questions-schema.ts";
import "#lib/forms/zod-without-eval.ts";
import {
  type Buyer,
  type BuyerField,
  type BuyerFieldDeclaration,
  byField,
  cleanText,
  isEmail,
  isPersonName,
  isPhoneNumber,
  isRequired,
  REQUIRED_BUYER_FIELDS,
  type RequiredBuyerField,
  shownBuyerFields,
  withoutEmpty,
} from "#lib/ticketing/model/buyer.ts";

export type DetailsErrorWords = { readonly buyer: BuyerErrorWords; readonly answers: AnswerErrorWords };

/** Returns the schema of the details form: the Buyer's fields and the promoters' questions, in the order of the page. */
export function detailsSchema(questions: FormQuestions, rules: BuyerFormRules, words: DetailsErrorWords) {
  return intersection(buyerSchema(words.buyer, rules), questionsSchema(questions, words.answers));
}

/** The messages for an invalid text of each field, and for a missing text of each required field. `name` is the only name of a Buyer. */
export type BuyerErrorWords = Readonly<
  Record<RequiredBuyerField | `${BuyerField}Wrong` | "name" | "nameWrong", string>
>;

type BuyerFormRules = {
  /** The fields on the page. An optional field that is not among them is ignored. */
  readonly fields?: readonly BuyerField[];
  /** A promoter requires the phone number. */
  readonly isPhoneRequired?: boolean;
};

/**
 * Returns the schema of the Buyer's fields, the same in the browser and the action. Names may have any script and case, and as
 * little as one letter: only what cannot be right is refused. With `oneName` the last name is the only one.
 */
export function buyerSchema(words: BuyerErrorWords, rules: BuyerFormRules = {}) {
  const { fields = shownBuyerFields([]), isPhoneRequired = false } = rules;
  const others = fields.filter((name) => !isRequired(name));
  const shape = <Switch extends "on" | "off">(oneName: Switch, errors: BuyerErrorWords) =>
    object({
      ...byField(REQUIRED_BUYER_FIELDS, (field, name) => {
        const isLeftOut = oneName === "on" && name === "firstName";
        return isLeftOut ? string() : requiredText(field, errors[name], errors[`${name}Wrong`]);
      }),
      ...byField(others, (field, name) => {
        return optionalText(field, errors[`${name}Wrong`], name === "phone" && isPhoneRequired);
      }),
      oneName: literal(oneName),
      optIn: optional(unknown()),
    });
  const forOneName = { ...words, lastName: words.name, lastNameWrong: words.nameWrong };
  return pipe(
    transform((typed: object) => {
      const hasOneName = "oneName" in typed && typed.oneName === "on";
      return hasOneName ? { ...typed, firstName: "" } : { ...typed, oneName: "off" };
    }),
    pipe(
      discriminatedUnion("oneName", [shape("off", words), shape("on", forOneName)]),
      transform(({ oneName: _, optIn, ...texts }): Buyer => ({ ...withoutEmpty(texts), optIn: optIn === "on" })),
    ),
  );
}

function requiredText(field: BuyerFieldDeclaration, missing: string, wrong: string) {
  return string(missing).check(
    overwrite((typed) => cleanText(field.type, typed)),
    refine((text) => text !== "", { error: missing, abort: true }),
    refine((text) => isValid(field, text), wrong),
  );
}

function optionalText(field: BuyerFieldDeclaration, wrong: string, isRequiredHere: boolean) {
  const text = string(wrong).check(
    overwrite((typed) => cleanText(field.type, typed)),
    refine((text) => (text === "" ? !isRequiredHere : isValid(field, text)), wrong),
  );
  return _default(text, "");
}

function isValid({ type, lengthMax }: BuyerFieldDeclaration, text: string): boolean {
  if (text.length > lengthMax) return false;
  if (type === "email") return isEmail(text);
  if (type === "name") return isPersonName(text);
  return type === "phone" ? isPhoneNumber(text) : true;
}
