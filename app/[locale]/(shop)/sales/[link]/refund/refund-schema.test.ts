import assert from "node:assert/strict";
import { test } from "node:test";
import { refundSchema } from "./refund-schema.ts";
import { REASON_MAX } from "./refund-state.ts";

const WORDS = { chooseOne: "choose", reasonMissing: "why", missing: "email" };
const EMAIL = "ada@example.com";
const parse = (typed: object) => refundSchema("request", WORDS).safeParse({ ticket: "1", email: EMAIL, ...typed });
const errorsOf = ({ error }: ReturnType<typeof parse>) => error?.issues.map(({ message }) => message);

test("a reason keeps its line breaks and nothing else that is not seen, within the limit of the service", () => {
  assert.equal(parse({ reason: " The trains\r\n\r\ndo not\trun. " }).data?.reason, "The trains\n\ndo not run.");
  const lines = "a\r\n".repeat(REASON_MAX);
  assert.equal(parse({ reason: lines }).data?.reason.length, REASON_MAX);
});

test("what is missing is said of all fields at once, in the order of the page", () => {
  assert.deepEqual(errorsOf(parse({ ticket: undefined, reason: "\u200b\r\n", email: " " })), [
    "choose",
    "why",
    "email",
  ]);
  const refund = refundSchema("refund", WORDS).safeParse({});
  assert.deepEqual(errorsOf(refund), ["choose", "email"]);
});

test("any text may be the address of the order", () => {
  assert.equal(parse({ reason: "Ill", email: "mailto:Ada" }).data?.email, "Ada");
});
