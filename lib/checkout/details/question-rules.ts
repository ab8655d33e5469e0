import { inputName } from "#lib/checkout/details/answers.ts";
import { fill } from "#lib/i18n/words.ts";
import type { Field } from "#lib/ticketing/model/field.ts";

/** Questions whose inputs share a prefix: those to the Buyer, or those to one Guest. */
export type QuestionRules = {
  readonly prefix: string;
  readonly fields: readonly Field[];
  /** Required questions may stay open in this form, since the Guest can answer them after the purchase. */
  readonly mayAnswerLater?: boolean;
};

/** The questions and conditions of one form. */
export type FormQuestions = {
  readonly sections: readonly QuestionRules[];
  /** The names of the checkboxes that accept conditions. All are required. */
  readonly terms: readonly string[];
};

/** Joins the sections of one prefix, because a question may depend on an answer in another section. */
export function bySharedPrefix(sections: readonly QuestionRules[]): readonly QuestionRules[] {
  return [...Map.groupBy(sections, ({ prefix }) => prefix).values()].flatMap((same) =>
    same.slice(0, 1).map((first) => ({ ...first, fields: same.flatMap(({ fields }) => fields) })),
  );
}

type ShownQuestions = {
  readonly ofBuyer: readonly QuestionRules[];
  readonly ofGuests: readonly QuestionRules[];
  readonly terms: readonly { readonly name: string }[];
};

/** Returns what the schema needs to know about the questions that a page shows. */
export function formQuestions({ ofBuyer, ofGuests, terms }: ShownQuestions): FormQuestions {
  return { sections: [...ofBuyer, ...ofGuests], terms: terms.map(({ name }) => name) };
}

type FieldError = { readonly field: string; readonly message: string };

/** Returns errors for the summary of a form, where those about a question name it: "Choose an answer: Diet". */
export function inSummary(
  errors: readonly FieldError[],
  questions: ShownQuestions & { readonly words: { readonly inSummary: string } },
): readonly FieldError[] {
  const { sections } = formQuestions(questions);
  const labels = new Map(
    sections.flatMap(({ prefix, fields }) => fields.map((field) => [inputName(prefix, field), field.label])),
  );
  return errors.map(({ field, message }) => {
    const label = labels.get(field);
    return {
      field,
      message: label === undefined ? message : fill(questions.words.inSummary, { error: message, label }),
    };
  });
}
