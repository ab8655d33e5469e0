import { intersection } from "zod/mini";
import type { AnswerErrorWords } from "#lib/checkout/details/answer-error.ts";
import { type BuyerErrorWords, type BuyerFormRules, buyerSchema } from "#lib/checkout/details/buyer-schema.ts";
import type { FormQuestions } from "#lib/checkout/details/question-rules.ts";
import { questionsSchema } from "#lib/checkout/details/questions-schema.ts";

export type DetailsErrorWords = { readonly buyer: BuyerErrorWords; readonly answers: AnswerErrorWords };

/** Returns the schema of the details form: the Buyer's fields and the promoters' questions, in the order of the page. */
export function detailsSchema(questions: FormQuestions, rules: BuyerFormRules, words: DetailsErrorWords) {
  return intersection(buyerSchema(words.buyer, rules), questionsSchema(questions, words.answers));
}
