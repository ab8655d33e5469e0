import assert from "node:assert/strict";
import { test } from "node:test";
import type { AdditionalField } from "#src/catalogue/domain/additional-field.ts";
import { type Answer, dataOf, nameIn, validateAnswers, wrongIn } from "#src/reservations/domain/answers.ts";

let made = 0;

function field(name: string, more: Partial<AdditionalField> = {}): AdditionalField {
  made += 1;
  return {
    id: made,
    version: 1,
    eventId: 1,
    askedOf: "BUYER",
    fieldType: "CUSTOM",
    name,
    adminName: name,
    label: `${name}?`,
    inputType: "TEXT",
    choices: [],
    sortIdx: 0,
    parentId: undefined,
    parentAnswers: [],
    required: false,
    lengthMax: 10,
    enabled: true,
    ticketTypes: [],
    ...more,
  };
}

/** Returns the kept answers by name, and the problems in the form "! too_long". */
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
  test(`validates ${inputType} ${JSON.stringify(given)} to ${JSON.stringify(kept)}`, () => {
    assert.deepEqual(validated([field("it", { inputType, ...CHOICES })], { it: given }), { it: kept });
  });
}

for (const inputType of ["AUTOCOMPLETE", "TEXT", "TEXTAREA", "DATE", "SELECT"] as const) {
  test(`requires an answer to a required ${inputType} question, and none to an optional one`, () => {
    for (const given of [{}, { it: "" }, { it: " \n " }]) {
      assert.deepEqual(validated([field("it", { inputType, ...CHOICES, required: true })], given), { it: "! missing" });
      assert.deepEqual(validated([field("it", { inputType, ...CHOICES })], given), {});
    }
  });
}

test("refuses text that is no email address or telephone number", () => {
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

test("reads digits of other scripts, copied addresses and invisible text as they were meant", () => {
  const email = field("EMAIL", { fieldType: "EMAIL", lengthMax: 200 });
  const phone = field("PHONE", { fieldType: "PHONE", lengthMax: 40 });
  const born = field("born", { inputType: "DATE" });
  const given = { EMAIL: "\u200bJo <mailto:jo@example.com>\u00a0", PHONE: "٠٢١ ۱۲३４567", born: "١٩٩٠-٠٢-٢٨" };
  const meant = { EMAIL: "jo@example.com", PHONE: "021 1234567", born: "1990-02-28" };
  assert.deepEqual(validated([email, phone, born], given), meant);
  const team = field("team", { required: true });
  for (const blank of ["\u200b", "\u3164", "\u202e", "\u0301", "\u2800"])
    assert.deepEqual(validated([team], { team: blank }), { team: "! missing" }, JSON.stringify(blank));
});

test("a guest's name has no web address; other answers may, and names may have dots", () => {
  for (const fieldType of ["NAME", "FIRST_NAME", "LAST_NAME"] as const) {
    const name = field(fieldType, { fieldType, lengthMax: 50 });
    assert.deepEqual(validated([name], { [fieldType]: "see www.evil.example" }), { [fieldType]: "! not_a_name" });
    assert.deepEqual(validated([name], { [fieldType]: "St.John" }), { [fieldType]: "St.John" });
  }
  assert.deepEqual(validated([field("site", { lengthMax: 50 })], { site: "https://x.example" }), {
    site: "https://x.example",
  });
});

const meal = field("meal", { inputType: "SELECT", choices: ["Meat", "None", "Other"] });
const which = field("which", { parentId: meal.id, parentAnswers: ["Other"], required: true });
const more = field("more", { parentId: which.id, required: true });

const chains: readonly (readonly [given: Readonly<Record<string, string>>, kept: object])[] = [
  [{}, {}],
  [{ meal: "Meat" }, { meal: "Meat" }],
  // The answers to questions that are not shown are dropped at any depth, without an error.
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
  test(`validates a chain of three questions with the answers ${JSON.stringify(given)}`, () => {
    // The order of the questions does not matter.
    assert.deepEqual(validated([meal, which, more], given), kept);
    assert.deepEqual(validated([more, which, meal], given), kept);
  });
}

test("ignores a disabled question and its children", () => {
  assert.deepEqual(validated([{ ...meal, enabled: false }, which], { meal: "Other", which: "Fish" }), {});
});

test("keeps answers that are not sent, removes blank ones, and drops the answers to children that are not shown", () => {
  const { answers } = validateAnswers([meal, which], { meal: "Other", which: "Fish" });
  assert.deepEqual(validated([meal, which], {}, [...answers]), { meal: "Other", which: "Fish" });
  assert.deepEqual(validated([meal, which], { which: "Eggs" }, [...answers]), { meal: "Other", which: "Eggs" });
  assert.deepEqual(validated([meal, which], { meal: "Meat" }, [...answers]), { meal: "Meat" });
  assert.deepEqual(validated([meal, which], { meal: "" }, [...answers]), {});
  assert.deepEqual(validated([meal, which], { which: "" }, [...answers]), { meal: "Other", which: "! missing" });
});

test("keeps the original question of an unchanged answer, and validates a new answer by the new question", () => {
  const { answers: before } = validateAnswers([meal], { meal: "Other" });
  const changed = { ...meal, label: "What do you drink?", choices: ["Water"] };
  const kept = validateAnswers([changed], { meal: "Other" }, before);
  assert.deepEqual(kept.answers, [
    { name: "meal", label: "meal?", inputType: "SELECT", choices: ["Meat", "None", "Other"], answer: "Other" },
  ]);
  assert.deepEqual(validated([changed], { meal: "Meat" }, [...before]), { meal: "! not_a_choice" });
  assert.equal(validateAnswers([changed], { meal: "Water" }, before).answers[0]?.label, "What do you drink?");
  assert.deepEqual(validated([{ ...meal, enabled: false }], {}, [...before]), { meal: "Other" });
  // The control: without the earlier answers the old answer is validated by the new question, and fails.
  assert.deepEqual(validated([changed], { meal: "Other" }), { meal: "! not_a_choice" });
});

test("accepts field names that are properties of Object.prototype", () => {
  for (const name of ["constructor", "toString", "hasOwnProperty"]) {
    assert.deepEqual(validated([field(name, { required: true })], {}), { [name]: "! missing" });
  }
});

test("reports wrong answers and not missing ones when missing ones may follow", () => {
  const both = validateAnswers([field("a", { required: true }), field("b")], { b: "far too much" });
  assert.deepEqual(
    wrongIn(both).map(({ name }) => name),
    ["b"],
  );
});

test("reads a guest's name from NAME, or from FIRST_NAME and LAST_NAME", () => {
  assert.equal(nameIn({ NAME: "Kiri Rangi" }), "Kiri Rangi");
  assert.equal(nameIn({ FIRST_NAME: "Kiri", LAST_NAME: "Rangi" }), "Kiri Rangi");
  assert.equal(nameIn({ FIRST_NAME: "Kiri" }), "Kiri");
  assert.equal(nameIn({ diet: "none" }), "");
});
