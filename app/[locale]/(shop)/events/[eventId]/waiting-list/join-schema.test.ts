import assert from "node:assert/strict";
import { test } from "node:test";
import { firstErrors } from "#lib/forms/form.ts";
import { joinSchema } from "./join-schema.ts";

const schema = joinSchema({ missing: "missing", wrong: "wrong", chooseDate: "choose a date" });
const errorsOf = (form: object) => firstErrors(schema.safeParse(form).error?.issues ?? []);

test("an address is needed, and a date where the form asks for one", () => {
  assert.deepEqual(errorsOf({ email: " ", date: "" }), { email: "missing", date: "choose a date" });
  assert.deepEqual(errorsOf({ email: "ada", date: "any" }), { email: "wrong" });
  assert.deepEqual(errorsOf({ email: "ada@example.com", quantity: "2" }), {});
});
