import assert from "node:assert/strict";
import { test } from "node:test";
import { field, guestField } from "#lib/ticketing/wire/catalogue/field.ts";
import { answerProblems, refused } from "#lib/ticketing/wire/purchase/refusals.ts";

test("reads a question of our own service", () => {
  const written = {
    id: 7,
    name: "Which",
    adminName: "Which",
    fieldType: "CUSTOM",
    label: "Which one?",
    inputType: "SELECT",
    index: 3,
    child: true,
    parent: "Diet",
    parentAnswers: ["Other"],
    values: ["Nuts", "Eggs"],
    metadata: { required: true, maxLength: 80 },
  };
  const read = {
    name: "Which",
    kind: "custom",
    label: "Which one?",
    input: "choice",
    choices: ["Nuts", "Eggs"],
    required: true,
    lengthMax: 80,
    parent: "Diet",
    parentAnswers: ["Other"],
  };
  assert.deepEqual(field.parse(written), read);
  const ticketTypes = [{ id: 12, name: "Adult", link: "/v2/ticketType/12" }];
  assert.deepEqual(guestField.parse({ ...written, ticketTypes }), { ...read, ticketTypeIds: [12] });
  assert.equal(field.parse({ ...written, fieldType: "FIRST_NAME" }).kind, "firstName");
});

test("a refusal names each problem and its guest", () => {
  const errors = [
    { path: "Team", code: "RANGE" },
    { path: "guests[1].data.Diet", code: "REQUIRED" },
    { path: "Born", code: "TYPE" },
    { path: "EMAIL", code: "TYPE" },
    { path: "", code: "WRONG_STATE" },
  ];
  const no = refused.parse({ successful: false, errors });
  assert.deepEqual(answerProblems(no.errors), [
    { name: "Team", problem: "not_accepted" },
    { name: "Diet", guest: 1, problem: "missing" },
    { name: "Born", problem: "wrong_format" },
    // Our own form has validated it, and the service may know better.
    { name: "EMAIL", problem: "wrong_format" },
  ]);
  assert.deepEqual(answerProblems([{ path: "LANGUAGE", code: "TYPE" }]), []);
  // A guest may have a question of any name.
  assert.equal(answerProblems([{ path: "LANGUAGE", code: "TYPE" }], true).length, 1);
});
