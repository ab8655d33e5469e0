import assert from "node:assert/strict";
import { test } from "node:test";
import { signInSchema } from "#app/[locale]/promoter/sign-in/sign-in-schema.ts";

test("a name and a password pass as they were typed", () => {
  const typed = { user: "promoter@foyer.example", password: " correct horse " };
  assert.deepEqual(signInSchema.parse(typed), typed);
});

test("each field that is empty, missing or endless is named", () => {
  for (const nothing of ["", undefined, null, "x".repeat(257)]) {
    const { error } = signInSchema.safeParse({ user: nothing, password: nothing });
    assert.deepEqual(
      error?.issues.map(({ path, message }) => [path.join("."), message]),
      [
        ["user", "userMissing"],
        ["password", "passwordMissing"],
      ],
    );
  }
});
