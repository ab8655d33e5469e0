import assert from "node:assert/strict";
import { test } from "node:test";
import type { AdditionalField } from "#src/catalogue/domain/additional-field.ts";
import { type Answer, dataOf, nameIn, validateAnswers, wrongIn } from "#src/reservations/domain/answers.ts";

let made = 0;

function field(name: string, more: Partial<AdditionalField> = {}): AdditionalField {
  made += 1;
  return {
    ...{ id: made, eventId: 1, askedOf: "BUYER", fieldType: "CUSTOM", name, adminName: name, label: `${name}?` },
    ...{ inputType: "TEXT", choices: [], sortIdx: 0, parentId: undefined, parentAnswers: [], required: false },
    ...{ lengthMax: 10, enabled: true, ticketTypes: [], ...more },
  };
}

/** The answers kept and the problems found, short enough to be written down. */
function validated(fields: readonly AdditionalField[], given: Readonly<Record<string, string>>, before?: Answer[]) {
  const { answers, problems } = validateAnswers(fields, given, before);
  return { ...dataOf(answers), ...Object.fromEntries(problems.map(({ name, problem }) => [name, `! ${problem}`])) };
}

const CHOICES = { choices: ["Tea", "Coffee"] };

const table: readonly (readonly [type: AdditionalField["inputType"], given: string, kept: string])[] = [
  ["TEXT", "  a line ", "a line"],
  ["TEXT", "Cafe\u0301", "Café"],
  ["TEXT", "ten letters", "! too_long"],
  ["TEXT", "🎟🎟🎟🎟🎟🎟🎟🎟🎟🎟", "🎟🎟🎟🎟🎟🎟🎟🎟🎟🎟"],
  ["TEXT", "two\nlines", "! several_lines"],
  ["TEXTAREA", "two\r\nlines", "two\nlines"],
  ["TEXTAREA", "far too much", "! too_long"],
  ["AUTOCOMPLETE", "Tea", "Tea"],
  ["AUTOCOMPLETE", "Water", "Water"],
  ["AUTOCOMPLETE", "a\nb", "! several_lines"],
  ["SELECT", "Coffee", "Coffee"],
  ["SELECT", "coffee", "! not_a_choice"],
  ["SELECT", "Water", "! not_a_choice"],
  ["DATE", "1990-02-28", "1990-02-28"],
  ["DATE", "2024-02-29", "2024-02-29"],
  ["DATE", "2023-02-29", "! not_a_date"],
  ["DATE", "1990-2-28", "! not_a_date"],
  ["DATE", "0990-02-28", "! not_a_date"],
  ["DATE", "28.2.1990", "! not_a_date"],
];
for (const [inputType, given, kept] of table) {
  test(`${inputType} answered ${JSON.stringify(given)}: ${JSON.stringify(kept)}`, () => {
    assert.deepEqual(validated([field("it", { inputType, ...CHOICES })], { it: given }), { it: kept });
  });
}

for (const inputType of ["AUTOCOMPLETE", "TEXT", "TEXTAREA", "DATE", "SELECT"] as const) {
  test(`${inputType}: required must be answered, optional need not be`, () => {
    for (const given of [{}, { it: "" }, { it: " \n " }]) {
      assert.deepEqual(validated([field("it", { inputType, ...CHOICES, required: true })], given), { it: "! missing" });
      assert.deepEqual(validated([field("it", { inputType, ...CHOICES })], given), {});
    }
  });
}

test("an e-mail address and a telephone number must be able to be one", () => {
  const email = field("EMAIL", { fieldType: "EMAIL", lengthMax: 200 });
  const phone = field("PHONE", { fieldType: "PHONE", lengthMax: 40 });
  assert.deepEqual(validated([email, phone], { EMAIL: "jo@example", PHONE: "12345" }), {
    EMAIL: "! not_an_email",
    PHONE: "! not_a_phone",
  });
  assert.deepEqual(validated([email, phone], { EMAIL: "jo@example.com", PHONE: "(021) 123-4567" }), {
    EMAIL: "jo@example.com",
    PHONE: "(021) 123-4567",
  });
});

const meal = field("meal", { inputType: "SELECT", choices: ["Meat", "None", "Other"] });
const which = field("which", { parentId: meal.id, parentAnswers: ["Other"], required: true });
const more = field("more", { parentId: which.id, required: true });

const chains: readonly (readonly [given: Readonly<Record<string, string>>, kept: object])[] = [
  [{}, {}],
  [{ meal: "Meat" }, { meal: "Meat" }],
  // What no answer calls for is dropped, however deep, and nobody is told off for it.
  [{ meal: "Meat", which: "Fish", more: "x" }, { meal: "Meat" }],
  [{ which: "Fish", more: "x" }, {}],
  [{ meal: "Meat", which: "far too much" }, { meal: "Meat" }],
  [{ meal: "Other" }, { meal: "Other", which: "! missing" }],
  [
    { meal: "Other", which: "Fish" },
    { meal: "Other", which: "Fish", more: "! missing" },
  ],
  [
    { meal: "Other", which: "Fish", more: "Raw" },
    { meal: "Other", which: "Fish", more: "Raw" },
  ],
  [{ meal: "Wrong", which: "Fish" }, { meal: "! not_a_choice" }],
];
for (const [given, kept] of chains) {
  test(`a chain of three answered ${JSON.stringify(given)}`, () => {
    // In whatever order the questions stand.
    assert.deepEqual(validated([meal, which, more], given), kept);
    assert.deepEqual(validated([more, which, meal], given), kept);
  });
}

test("a question that was put away is not asked, nor are its children", () => {
  assert.deepEqual(validated([{ ...meal, enabled: false }, which], { meal: "Other", which: "Fish" }), {});
});

test("what is not named again stays, what is sent blank goes, and a child goes with what called for it", () => {
  const { answers } = validateAnswers([meal, which], { meal: "Other", which: "Fish" });
  assert.deepEqual(validated([meal, which], {}, [...answers]), { meal: "Other", which: "Fish" });
  assert.deepEqual(validated([meal, which], { which: "Eggs" }, [...answers]), { meal: "Other", which: "Eggs" });
  assert.deepEqual(validated([meal, which], { meal: "Meat" }, [...answers]), { meal: "Meat" });
  assert.deepEqual(validated([meal, which], { meal: "" }, [...answers]), {});
  assert.deepEqual(validated([meal, which], { which: "" }, [...answers]), { meal: "Other", which: "! missing" });
});

test("an answer keeps the question that it was given to; a new answer is held to the new question", () => {
  const { answers: before } = validateAnswers([meal], { meal: "Other" });
  const changed = { ...meal, label: "What do you drink?", choices: ["Water"] };
  const kept = validateAnswers([changed], { meal: "Other" }, before);
  assert.deepEqual(kept.answers, [
    { name: "meal", label: "meal?", inputType: "SELECT", choices: ["Meat", "None", "Other"], answer: "Other" },
  ]);
  assert.deepEqual(validated([changed], { meal: "Meat" }, [...before]), { meal: "! not_a_choice" });
  assert.equal(validateAnswers([changed], { meal: "Water" }, before).answers[0]?.label, "What do you drink?");
  assert.deepEqual(validated([{ ...meal, enabled: false }], {}, [...before]), { meal: "Other" });
  // The same without what was answered before: then the old answer is held to the new question, and fails.
  assert.deepEqual(validated([changed], { meal: "Other" }), { meal: "! not_a_choice" });
});

test("a name of a prototype's is a name like any other", () => {
  for (const name of ["constructor", "toString", "hasOwnProperty"]) {
    assert.deepEqual(validated([field(name, { required: true })], {}), { [name]: "! missing" });
  }
});

test("what is missing may come later, what is wrong may not", () => {
  const both = validateAnswers([field("a", { required: true }), field("b")], { b: "far too much" });
  assert.deepEqual(
    wrongIn(both).map(({ name }) => name),
    ["b"],
  );
});

test("a guest is called by one name or by two", () => {
  assert.equal(nameIn({ NAME: "Kiri Rangi" }), "Kiri Rangi");
  assert.equal(nameIn({ FIRST_NAME: "Kiri", LAST_NAME: "Rangi" }), "Kiri Rangi");
  assert.equal(nameIn({ FIRST_NAME: "Kiri" }), "Kiri");
  assert.equal(nameIn({ diet: "none" }), "");
});
