import assert from "node:assert/strict";
import { test } from "node:test";
import { shownBuyerFields } from "#lib/ticketing/model/buyer.ts";
import { type BuyerErrorWords, buyerSchema } from "./details-schema.ts";

const WORDS: BuyerErrorWords = {
  firstName: "Enter your first name",
  firstNameWrong: "First name too long",
  lastName: "Enter your last name",
  lastNameWrong: "Last name too long",
  name: "Enter your name",
  nameWrong: "Name too long",
  email: "Enter your email",
  emailWrong: "Email in the correct format",
  phoneWrong: "Enter a phone number",
  postcodeWrong: "Postcode too long",
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

test("reports each missing field, in the order of the page", () => {
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

test("somebody with one name has no first name, and is asked for a name", () => {
  const typed = { ...ada, lastName: "Suharto", oneName: "on" };
  const suharto = { firstName: "", lastName: "Suharto", email: "ada@example.com", optIn: false };
  for (const firstName of ["", "Ada", "https://evil.example"])
    assert.deepEqual(buyerSchema(WORDS).parse({ ...typed, firstName }), suharto);
  const { firstName: _, ...without } = typed;
  assert.deepEqual(buyerSchema(WORDS).parse(without), suharto);
  assert.deepEqual(errorsOf({ oneName: "on" }), { lastName: "Enter your name", email: "Enter your email" });
  assert.deepEqual(errorsOf({ ...typed, lastName: "a".repeat(101) }), { lastName: "Name too long" });
  assert.deepEqual(errorsOf({ ...typed, firstName: "", oneName: "else" }), { firstName: "Enter your first name" });
});

test("refuses an email without @ or without a dotted domain", () => {
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

test("accepts a phone number as typed, from six digits on", () => {
  for (const phone of ["", "(021) 123-4567", "+64 21 123 4567", "123456"]) {
    assert.deepEqual(errorsOf({ ...ada, phone }), {}, phone);
  }
  for (const phone of ["12345", "none", "1".repeat(41)]) {
    assert.deepEqual(errorsOf({ ...ada, phone }), { phone: "Enter a phone number" }, phone);
  }
});

test("returns a postcode only where the field is shown, and refuses more than 16 characters", () => {
  const shown = buyerSchema(WORDS, { fields: shownBuyerFields(["postcode"]) });
  const withPostcode = { ...ada, postcode: " 6011 " };
  assert.equal(shown.parse(withPostcode).postcode, "6011");
  assert.equal("postcode" in shown.parse({ ...ada, postcode: "" }), false);
  assert.equal("postcode" in buyerSchema(WORDS).parse(withPostcode), false);
  const { error } = shown.safeParse({ ...ada, postcode: "1".repeat(17) });
  assert.deepEqual(
    error?.issues.map(({ message }) => message),
    ["Postcode too long"],
  );
});

test("refuses a name with a web address, and accepts one with a dot", () => {
  for (const name of ["WIN 500 EUR https://evil.example", "www.evil.example", "Ｗｗｗ．evil", "ht\u200btp://x"]) {
    assert.deepEqual(errorsOf({ ...ada, firstName: name }), { firstName: "First name too long" }, name);
    assert.deepEqual(errorsOf({ ...ada, lastName: name }), { lastName: "Last name too long" }, name);
  }
  for (const name of ["Mr.Li", "St.John", "O’Neill"]) assert.deepEqual(errorsOf({ ...ada, lastName: name }), {}, name);
});

test("text of invisible letters is missing where it is required, and absent where it is not", () => {
  for (const blank of ["\u200b", "\u2060\u200d", "\u3164", "\uffa0", "\u202e", "\u0301", "\u00a0"]) {
    const missing = { firstName: "Enter your first name", lastName: "Enter your last name", email: "Enter your email" };
    assert.deepEqual(errorsOf({ firstName: blank, lastName: blank, email: blank, phone: blank }), missing);
    assert.equal("phone" in buyerSchema(WORDS).parse({ ...ada, phone: blank }), false);
  }
});

test("reads a copied address and digits of other scripts as they were meant", () => {
  const typed = { ...ada, email: "Ada Lovelace <mailto:ada@example.com>\u00a0\u200b", phone: "٠٢١ ۱۲۳ ४५६７" };
  assert.deepEqual(buyerSchema(WORDS).parse(typed), { ...ada, phone: "021 123 4567", optIn: false });
});
