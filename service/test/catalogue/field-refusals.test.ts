import assert from "node:assert/strict";
import test from "node:test";
import { buyerBodies } from "#src/reservations/http/buyer-body.ts";
import { make, openShop } from "#test/test-app.ts";

const { db, promoter, putOn, close } = await openShop();
test.after(close);

const { event, type } = await putOn();
const ask = (event: number, name: string, more: object = {}) =>
  make(promoter, "/additionalField", { event, name, label: `${name}?`, inputType: "TEXT", ...more });

/** Returns the path, code and reason of each error row. */
function rows(answered: { readonly body: unknown }): readonly unknown[] {
  return (Object(answered.body).errors ?? []).map(({ path, code, reason }: Readonly<Record<string, unknown>>) => [
    path,
    code,
    reason,
  ]);
}

const parent = await ask(event, "Coming by", { inputType: "SELECT", values: ["Bus", "Car"] });
const elsewhere = await ask((await putOn()).event, "Elsewhere");
const QUESTION = { event, name: "New", label: "New?", inputType: "TEXT" };

const refusals: readonly (readonly [what: string, body: object, expected: readonly unknown[]])[] = [
  ["a name twice", { ...QUESTION, name: "Coming by" }, ["name", "RANGE", "name_is_taken"]],
  ["a standard field's name", { ...QUESTION, name: "EMAIL" }, ["name", "RANGE", "name_is_taken"]],
  ["a name that the lock reserves", { ...QUESTION, name: "orderLink" }, ["name", "RANGE", "name_is_taken"]],
  ["a standard field under another name", { ...QUESTION, fieldType: "PHONE" }, ["name", "RANGE", "name_is_taken"]],
  [
    "a field that every buyer has",
    { ...QUESTION, name: "EMAIL", fieldType: "EMAIL" },
    ["fieldType", "RANGE", "standard_field_of_buyers"],
  ],
  ["a SELECT without values", { ...QUESTION, inputType: "SELECT" }, ["values", "REQUIRED", "choices_needed"]],
  ["a parent of another event", { ...QUESTION, parent: elsewhere }, ["parent", "NOT_FOUND", "no_such_thing"]],
  [
    "a buyer's question as a guest's parent",
    { ...QUESTION, askedOf: "GUEST", parent },
    ["parent", "NOT_FOUND", "no_such_thing"],
  ],
  [
    "parent answers without a parent",
    { ...QUESTION, parentAnswers: ["Bus"] },
    ["parentAnswers", "RANGE", "parent_needed"],
  ],
  [
    "an answer that is not among the parent's values",
    { ...QUESTION, parent, parentAnswers: ["Boat"] },
    ["parentAnswers", "RANGE", "not_a_value_of_parent"],
  ],
  ["ticket types of a buyer's question", { ...QUESTION, ticketTypes: [type] }, ["ticketTypes", "RANGE", "guests_only"]],
  [
    "an unknown ticket type",
    { ...QUESTION, askedOf: "GUEST", ticketTypes: [999_999] },
    ["ticketTypes", "NOT_FOUND", "no_such_thing"],
  ],
];
for (const [what, body, expected] of refusals) {
  test(`refuses ${what} and names the field`, async () => {
    const before = await db.query("SELECT count(*) FROM additional_field");
    assert.deepEqual(rows(await promoter("POST", "/additionalField", body)), [expected]);
    assert.deepEqual(await db.query("SELECT count(*) FROM additional_field"), before);
  });
}

test("refuses question names that the lock's own fields have", async () => {
  const own = Object.keys(buyerBodies({ strictV2: false }).lock.shape);
  assert.ok(own.includes("EMAIL") && own.includes("acceptedTerms"), String(own));
  for (const name of own) {
    const answered = await promoter("POST", "/additionalField", { ...QUESTION, name });
    assert.deepEqual(rows(answered), [["name", "RANGE", "name_is_taken"]], name);
  }
});
