import assert from "node:assert/strict";
import { test } from "node:test";
import { codeText, lineText, passwordText } from "#lib/forms/text-schema.ts";

/** Returns what a schema makes of a text, or its first error. */
const read = (schema: ReturnType<typeof lineText>, typed: unknown) => {
  const { data, error } = schema.safeParse(typed);
  return error === undefined ? data : { error: error.issues[0]?.message };
};

test("a line has no spaces around it, and one without any ink is missing", () => {
  assert.equal(read(lineText("missing"), "  Ada Lovelace "), "Ada Lovelace");
  for (const typed of ["", "  ", "\u200b", undefined, null, new File([], "a")])
    assert.deepEqual(read(lineText("missing"), typed), { error: "missing" });
  assert.deepEqual(read(lineText("missing", 3, "too long"), "Adam"), { error: "too long" });
});

test("a password stays as it was typed", () => {
  assert.equal(read(passwordText("missing"), "  "), "  ");
  assert.deepEqual(read(passwordText("missing"), ""), { error: "missing" });
  assert.deepEqual(read(passwordText("missing"), "a".repeat(257)), { error: "missing" });
});

test("a code has plain digits, and may be empty only where none is asked for", () => {
  assert.equal(read(codeText("missing"), " ١٢٣ 456 "), "123 456");
  assert.deepEqual(read(codeText("missing"), " "), { error: "missing" });
  assert.equal(read(codeText(), " "), "");
});
