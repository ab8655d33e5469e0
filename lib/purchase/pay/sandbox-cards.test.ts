import assert from "node:assert/strict";
import { test } from "node:test";
import { isSandboxCard } from "./sandbox-cards.ts";

test("recognises the sandbox's cards and no other", () => {
  for (const digits of ["4111111111111111", "4111111111111103", "4111111111111400", "4111111111111624"]) {
    assert.equal(isSandboxCard(digits), true, digits);
  }
  for (const digits of ["4111111111111004", "4242424242424242", "378282246310005", "411111111111111", ""]) {
    assert.equal(isSandboxCard(digits), false, digits);
  }
});
