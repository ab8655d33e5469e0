import assert from "node:assert/strict";
import { test } from "node:test";
import { applies, type Field, missingFrom } from "#lib/ticketing/model/field.ts";
import { questionGroups } from "./questions.ts";

function field(name: string, more: Partial<Field> = {}): Field {
  const usual = {
    kind: "custom",
    label: `${name}?`,
    input: "line",
    choices: [],
    required: false,
    lengthMax: 200,
  } as const;
  return { name, ...usual, parentAnswers: [], ...more };
}

const names = (events: Parameters<typeof questionGroups>[0]) =>
  questionGroups(events).map(({ eventName, fields }) => [eventName, ...fields.map(({ name }) => name)]);

test("a question that two events share is asked once and first, the others by event", () => {
  const a = { name: "A", fields: [field("Team"), field("Heard")] };
  const b = { name: "B", fields: [field("Heard"), field("Needs")] };
  assert.deepEqual(names([a, b]), [
    [undefined, "Heard"],
    ["A", "Team"],
    ["B", "Needs"],
  ]);
  assert.deepEqual(names([a]), [[undefined, "Team", "Heard"]]);
  assert.deepEqual(names([{ name: "C", fields: [] }]), []);
  assert.deepEqual(names([{ name: "D", fields: [field("PHONE", { kind: "phone" })] }]), []);
});

test("a shared question is as strict as the strictest", () => {
  const one = field("Meal", { input: "choice", choices: ["Meat", "Fish", "None"], lengthMax: 80 });
  const two = field("Meal", { input: "choice", choices: ["Fish", "None"], required: true });
  const [group] = questionGroups([
    { name: "A", fields: [one] },
    { name: "B", fields: [two] },
  ]);
  assert.deepEqual(group?.fields, [{ ...one, choices: ["Fish", "None"], required: true, lengthMax: 80 }]);
});

const meal = field("meal", { required: true });
const which = field("which", { parent: "meal", parentAnswers: ["Other"], required: true });
const more = field("more", { parent: "which", required: true });
const chains: readonly (readonly [answers: Record<string, string>, missing: readonly string[]])[] = [
  [{}, ["meal"]],
  [{ meal: "Meat" }, []],
  [{ meal: "Other" }, ["which"]],
  [{ meal: "Other", which: "Fish" }, ["more"]],
  [{ meal: "Other", which: "Fish", more: "Raw" }, []],
  [{ which: "Fish" }, ["meal"]],
];
for (const [answers, missing] of chains) {
  test(`answered ${JSON.stringify(answers)}, still open: ${missing.join(", ") || "nothing"}`, () => {
    const open = missingFrom([more, which, meal], answers);
    assert.deepEqual(
      open.map(({ name }) => name),
      missing,
    );
  });
}

test("a cycle of parents asks nothing, and ends", () => {
  const [a, b] = [field("a", { parent: "b" }), field("b", { parent: "a" })];
  assert.equal(
    applies(a, [a, b], () => "x"),
    false,
  );
});
