import assert from "node:assert/strict";
import { test } from "node:test";
import type { Field } from "#lib/domain/questions/field.ts";
import type { AnswerErrorWords } from "./answer-error.ts";
import { buyerSchema } from "./buyer-schema.ts";
import { detailsSchema } from "./details-schema.ts";
import { firstErrors } from "./first-errors.ts";
import type { FormQuestions } from "./question-rules.ts";
import { questionsSchema } from "./questions-schema.ts";

const WORDS: AnswerErrorWords = {
  missing: "Answer: {label}",
  choose: "Choose: {label}",
  day: "A day: {label}",
  long: "At most {max}: {label}",
  email: "An email: {label}",
  phone: "A phone: {label}",
  other: "Check: {label}",
  terms: "Accept",
};

function field(name: string, more: Partial<Field> = {}): Field {
  const usual = {
    input: "line",
    kind: "custom",
    choices: [],
    required: false,
    lengthMax: 9,
    parentAnswers: [],
  } as const;
  return { name, label: name, ...usual, ...more };
}

function errorsOf(questions: FormQuestions, values: Readonly<Record<string, string>>) {
  return firstErrors(questionsSchema(questions, WORDS).safeParse(values).error?.issues ?? []);
}

function buyerQuestions(...fields: readonly Field[]): FormQuestions {
  return { sections: [{ prefix: "q", fields }], terms: [] };
}

test("requires an answer to a required question, and none to the others", () => {
  const questions = buyerQuestions(field("Team", { required: true }), field("Heard"));
  assert.deepEqual(errorsOf(questions, {}), { "q-Team": "Answer: Team" });
  assert.deepEqual(errorsOf(questions, { "q-Team": "  ", "q-Heard": "" }), { "q-Team": "Answer: Team" });
  assert.deepEqual(errorsOf(questions, { "q-Team": "Red" }), {});
});

const invalid: readonly (readonly [what: string, more: Partial<Field>, text: string, error: string])[] = [
  ["a longer text than allowed", {}, "1234567890", "At most 9: Team"],
  ["a text that is no choice", { input: "choice", choices: ["Red"] }, "Blue", "Choose: Team"],
  ["an email without a domain", { kind: "email" }, "ada", "An email: Team"],
  ["a phone number of five digits", { kind: "phone" }, "12345", "A phone: Team"],
];
for (const [what, more, text, error] of invalid) {
  test(`refuses ${what}`, () => {
    assert.deepEqual(errorsOf(buyerQuestions(field("Team", more)), { "q-Team": text }), { "q-Team": error });
  });
}

test("counts a character outside the basic plane once, and a line break once", () => {
  const questions = buyerQuestions(field("Team", { input: "text" }));
  assert.deepEqual(errorsOf(questions, { "q-Team": "😀😀😀😀\r\n😀😀😀😀" }), {});
});

test("reads a day from three inputs, and refuses one that does not exist", () => {
  const questions = buyerQuestions(field("Born", { input: "day" }));
  const born = (day: string) => ({ "q-Born": day, "q-Born-month": "2", "q-Born-year": "1990" });
  assert.deepEqual(errorsOf(questions, born("30")), { "q-Born": "A day: Born" });
  assert.deepEqual(questionsSchema(questions, WORDS).parse(born("28")).answers, { q: { Born: "1990-02-28" } });
  assert.deepEqual(errorsOf(questions, { "q-Born": "", "q-Born-month": "", "q-Born-year": "" }), {});
});

test("validates a dependent question only when its parent's answer calls for it, also across sections", () => {
  const parent = field("Skill", { input: "choice", choices: ["Never", "Often"] });
  const child = field("Where", { required: true, parent: "Skill", parentAnswers: ["Often"] });
  const questions = {
    sections: [
      { prefix: "q", fields: [parent] },
      { prefix: "q", fields: [child] },
    ],
    terms: [],
  };
  assert.deepEqual(errorsOf(questions, { "q-Skill": "Never" }), {});
  assert.deepEqual(errorsOf(questions, { "q-Skill": "Never", "q-Where": "longer than nine" }), {});
  assert.deepEqual(errorsOf(questions, { "q-Skill": "Often" }), { "q-Where": "Answer: Where" });
});

test("lets a guest's required answer wait, and refuses a wrong one", () => {
  const fields = [field("Diet", { input: "choice", choices: ["Any"], required: true })];
  const later = { sections: [{ prefix: "g-12-0", fields, mayAnswerLater: true }], terms: [] };
  assert.deepEqual(errorsOf(later, {}), {});
  assert.deepEqual(errorsOf(later, { "g-12-0-Diet": "None" }), { "g-12-0-Diet": "Choose: Diet" });
});

test("requires every checkbox of the terms", () => {
  const questions = { sections: [], terms: ["terms-a", "terms-b"] };
  assert.deepEqual(errorsOf(questions, { "terms-a": "on" }), { "terms-b": "Accept" });
  const accepted = questionsSchema(questions, WORDS).parse({ "terms-a": "on", "terms-b": "on" });
  assert.deepEqual(accepted.acceptedTerms, ["terms-a", "terms-b"]);
});

test("reports the errors of the buyer's fields, the questions and the terms together, in the order of the page", () => {
  const buyer = {
    ...{ firstName: "first", firstNameWrong: "", lastName: "last", lastNameWrong: "" },
    ...{ email: "email", emailWrong: "", phoneWrong: "phone", postcodeWrong: "" },
  };
  const questions = { ...buyerQuestions(field("Team", { required: true })), terms: ["terms-a"] };
  const schema = detailsSchema(questions, { isPhoneRequired: true }, { buyer, answers: WORDS });
  const errors = firstErrors(schema.safeParse({ phone: "" }).error?.issues ?? []);
  assert.deepEqual(Object.keys(errors), ["firstName", "lastName", "email", "phone", "q-Team", "terms-a"]);
  const ada = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", phone: "021 123 4567" };
  const details = schema.parse({ ...ada, "q-Team": "Red", "terms-a": "on", hidden: "x" });
  assert.deepEqual(details, { ...ada, optIn: false, answers: { q: { Team: "Red" } }, acceptedTerms: ["terms-a"] });
  assert.equal(buyerSchema(buyer).safeParse({ ...ada, phone: "" }).success, true);
});
