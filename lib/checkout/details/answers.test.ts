import assert from "node:assert/strict";
import { test } from "node:test";
import { answersIn, inputName, isQuestionInput, OF_BUYER, ofGuest } from "#lib/checkout/details/answers.ts";
import type { Field } from "#lib/ticketing/model/field.ts";

function field(name: string, input: Field["input"] = "line"): Field {
  return { name, input, kind: "custom", label: name, choices: [], required: false, lengthMax: 9, parentAnswers: [] };
}

test("gives each question an input name of its own, whatever its name", () => {
  assert.equal(inputName(OF_BUYER, field("Heard of us")), "q-Heard_20_of_20_us");
  assert.notEqual(inputName(OF_BUYER, field("a b")), inputName(OF_BUYER, field("a_20_b")));
  assert.equal(inputName(ofGuest(12, 0), field("名")), "g-12-0-_540d_");
  assert.ok(isQuestionInput("q-Team") && isQuestionInput("g-12-0-Diet"));
  assert.ok(!isQuestionInput("quantity") && !isQuestionInput("formToken") && !isQuestionInput("number"));
});

const days: readonly (readonly [typed: readonly [string, string, string], answer: string])[] = [
  [["", "", ""], ""],
  [["28", "02", "1990"], "1990-02-28"],
  [["30", "2", "90"], "90-02-30"],
  [["", "2", "1990"], "1990-02-00"],
];
for (const [[day, month, year], answer] of days) {
  test(`the day ${day}/${month}/${year} is ${JSON.stringify(answer)}`, () => {
    const typed = { "q-Born": day, "q-Born-month": month, "q-Born-year": year };
    assert.equal(answersIn(typed, OF_BUYER, [field("Born", "day")]).Born, answer);
  });
}
