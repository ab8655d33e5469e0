import assert from "node:assert/strict";
import { test } from "node:test";
import { firstErrors } from "#lib/forms/form.ts";
import type { Field } from "#lib/ticketing/model/field.ts";
import type { AnswerErrorWords } from "./answers.ts";
import { buyerSchema, detailsSchema } from "./details-schema.ts";
import { type FormQuestions, inSummary } from "./question-rules.ts";
import { questionsSchema } from "./questions-schema.ts";

const WORDS: AnswerErrorWords = {
  missing: "Answer",
  choose: "Choose",
  day: "A day",
  long: "At most {max}",
  email: "An email",
  phone: "A phone",
  name: "A name",
  other: "Check",
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
  assert.deepEqual(errorsOf(questions, {}), { "q-Team": "Answer" });
  assert.deepEqual(errorsOf(questions, { "q-Team": "  ", "q-Heard": "" }), { "q-Team": "Answer" });
  assert.deepEqual(errorsOf(questions, { "q-Team": "Red" }), {});
});

test("counts a character outside the basic plane once, and a line break once", () => {
  const questions = buyerQuestions(field("Team", { input: "text" }));
  assert.deepEqual(errorsOf(questions, { "q-Team": "😀😀😀😀\r\n😀😀😀😀" }), {});
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
  assert.deepEqual(errorsOf(questions, { "q-Skill": "Often" }), { "q-Where": "Answer" });
});

test("reads digits of other scripts and copied addresses, and takes invisible text as no answer", () => {
  const fields = [
    field("Mail", { kind: "email", lengthMax: 99 }),
    field("Phone", { kind: "phone", lengthMax: 40 }),
    field("Born", { input: "day" }),
    field("Team", { required: true }),
  ];
  const typed = {
    "q-Mail": "\u200bJo <mailto:jo@example.com>\u00a0",
    "q-Phone": "٠٢١ ۱۲३４567",
    "q-Born": "٢٨",
    "q-Born-month": "۲",
    "q-Born-year": "१९९०",
    "q-Team": "Red",
  };
  const read = questionsSchema(buyerQuestions(...fields), WORDS).parse(typed);
  assert.deepEqual(read.answers, {
    q: { Mail: "jo@example.com", Phone: "021 1234567", Born: "1990-02-28", Team: "Red" },
  });
  for (const blank of ["\u200b", "\u3164", "\u202e", "\u0301"])
    assert.deepEqual(errorsOf(buyerQuestions(...fields), { ...typed, "q-Team": blank }), { "q-Team": "Answer" });
});

test("a guest's name has no web address; one with a dot is accepted", () => {
  for (const kind of ["name", "firstName", "lastName"] as const) {
    const asked = buyerQuestions(field("Who", { kind, lengthMax: 50 }));
    assert.deepEqual(errorsOf(asked, { "q-Who": "see www.evil.example" }), { "q-Who": "A name" });
    assert.deepEqual(errorsOf(asked, { "q-Who": "St.John" }), {});
  }
});

test("lets a guest's required answer wait, and refuses a wrong one", () => {
  const fields = [field("Diet", { input: "choice", choices: ["Any"], required: true })];
  const later = { sections: [{ prefix: "g-12-0", fields, mayAnswerLater: true }], terms: [] };
  assert.deepEqual(errorsOf(later, {}), {});
  assert.deepEqual(errorsOf(later, { "g-12-0-Diet": "None" }), { "g-12-0-Diet": "Choose" });
});

test("reports the errors of the buyer's fields, the questions and the terms together, in the order of the page", () => {
  const buyer = {
    firstName: "first",
    firstNameWrong: "",
    lastName: "last",
    lastNameWrong: "",
    name: "",
    nameWrong: "",
    email: "email",
    emailWrong: "",
    phoneWrong: "phone",
    postcodeWrong: "",
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

test("the summary names the question of an error, and beside it stands the error alone", () => {
  const sections = [{ prefix: "q", fields: [field("Diet", { label: "What do you eat?", required: true })] }];
  const [message = ""] = Object.values(errorsOf({ sections, terms: [] }, {}));
  assert.equal(message, "Answer");
  const errors = [
    { field: "firstName", message: "Enter your first name" },
    { field: "q-Diet", message },
  ];
  const words = { inSummary: "{error}: {label}" };
  assert.deepEqual(
    inSummary(errors, { ofBuyer: sections, ofGuests: [], terms: [], words }).map((one) => one.message),
    ["Enter your first name", "Answer: What do you eat?"],
  );
});
