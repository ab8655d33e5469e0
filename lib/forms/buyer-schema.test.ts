import assert from "node:assert/strict";
import { test } from "node:test";
import { type BuyerErrorWords, buyerSchema } from "./buyer-schema.ts";

const WORDS: BuyerErrorWords = {
  firstName: "Enter your first name",
  firstNameLong: "First name too long",
  lastName: "Enter your last name",
  lastNameLong: "Last name too long",
  email: "Enter your email",
  emailWrong: "Email in the correct format",
  phoneWrong: "Enter a phone number",
};

const ada = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", phone: "" };

function errorsOf(typed: unknown): Record<string, string> {
  const { error } = buyerSchema(WORDS).safeParse(typed);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join("."), message]));
}

test("P51: a buyer is read, trimmed, and nothing is ticked for them", () => {
  assert.deepEqual(buyerSchema(WORDS).parse({ ...ada, email: "  ada@example.com ", firstName: " Ada " }), {
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
    optIn: false,
  });
  assert.deepEqual(buyerSchema(WORDS).parse({ ...ada, optIn: "on", phone: " +64 21 123 4567 " }), {
    ...ada,
    phone: "+64 21 123 4567",
    optIn: true,
  });
});

test("an empty form is told what to enter, field by field, in order", () => {
  assert.deepEqual(errorsOf({ firstName: "", lastName: " ", email: "", phone: "" }), {
    firstName: "Enter your first name",
    lastName: "Enter your last name",
    email: "Enter your email",
  });
  assert.deepEqual(errorsOf({}), {
    firstName: "Enter your first name",
    lastName: "Enter your last name",
    email: "Enter your email",
  });
});

test("names pass in any script and any length that a person has", () => {
  for (const [firstName, lastName] of [
    ["Ø", "O'Brien-Sørensen"],
    ["X Æ", "L"],
    ["太郎", "山田"],
    ["a".repeat(100), "b".repeat(100)],
  ]) {
    assert.deepEqual(errorsOf({ ...ada, firstName, lastName }), {});
  }
  assert.deepEqual(errorsOf({ ...ada, firstName: "a".repeat(101) }), { firstName: "First name too long" });
});

test("an e-mail without @ or a dotted domain cannot be right", () => {
  for (const email of ["ada", "ada@", "@example.com", "ada@example", "ada@example.", "a da@example.com"]) {
    assert.deepEqual(errorsOf({ ...ada, email }), { email: "Email in the correct format" }, email);
  }
  for (const email of ["ada+tickets@example.co.nz", "ö@example.museum", `${"a".repeat(242)}@example.com`]) {
    assert.deepEqual(errorsOf({ ...ada, email }), {}, email);
  }
  assert.deepEqual(errorsOf({ ...ada, email: `${"a".repeat(243)}@example.com` }), {
    email: "Email in the correct format",
  });
});

test("a phone number passes as typed, from six digits on", () => {
  for (const phone of ["", "(021) 123-4567", "+64 21 123 4567", "123456"]) {
    assert.deepEqual(errorsOf({ ...ada, phone }), {}, phone);
  }
  for (const phone of ["12345", "none", "1".repeat(41)]) {
    assert.deepEqual(errorsOf({ ...ada, phone }), { phone: "Enter a phone number" }, phone);
  }
});

test("what is no text is turned away as if nothing stood there", () => {
  assert.deepEqual(errorsOf({ ...ada, firstName: new File([], "x"), email: 7 }), {
    firstName: "Enter your first name",
    email: "Enter your email",
  });
});
