import assert from "node:assert/strict";
import { test } from "node:test";
import { signInSchema } from "#app/[locale]/promoter/sign-in/sign-in-schema.ts";

const WORDS = { userMissing: "Enter your user name", passwordMissing: "Enter your password" };

test("a name and a password pass as they were typed", () => {
  const typed = { user: "promoter@foyer.example", password: " correct horse " };
  assert.deepEqual(signInSchema(WORDS).parse(typed), typed);
});

test("each field that is empty, missing or endless is named", () => {
  for (const nothing of ["", undefined, null, "x".repeat(257)]) {
    const { error } = signInSchema(WORDS).safeParse({ user: nothing, password: nothing });
    assert.deepEqual(
      error?.issues.map(({ path, message }) => [path.join("."), message]),
      [
        ["user", "Enter your user name"],
        ["password", "Enter your password"],
      ],
    );
  }
});
