import assert from "node:assert/strict";
import { test } from "node:test";
import { isCorrection } from "./correction.ts";

const field = (type: string, value: string, checked?: boolean) => ({
  name: "field",
  type,
  value,
  ...(checked !== undefined && { checked }),
});

test("a text, an address and a check mark correct a field; what is missing still does not", () => {
  const corrections = [
    field("text", "Ada"),
    field("textarea", "I am ill."),
    field("email", "ada@example.com"),
    field("email", " zoë@exämple.org "),
    field("checkbox", "7", true),
  ];
  const none = [
    field("text", "  "),
    field("email", "ada"),
    field("email", "ada@example"),
    field("email", "ada@example."),
    field("checkbox", "7", false),
    new EventTarget(),
  ];
  assert.deepEqual(
    [...corrections, ...none].map((target) => isCorrection(target)),
    [...corrections.map(() => true), ...none.map(() => false)],
  );
});
