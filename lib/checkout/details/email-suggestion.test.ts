import assert from "node:assert/strict";
import { test } from "node:test";
import { suggestEmail } from "./email-suggestion.ts";

test("suggests a correction for a typo in a common domain", () => {
  assert.equal(suggestEmail("jo@gmial.com"), "jo@gmail.com");
  assert.equal(suggestEmail("jo@gmail.con"), "jo@gmail.com");
  assert.equal(suggestEmail("jo@gmai.com"), "jo@gmail.com");
  assert.equal(suggestEmail("jo@hotmial.co.nz"), "jo@hotmail.co.nz");
  assert.equal(suggestEmail("Jo.Brown@XTRA.co.nzz"), "Jo.Brown@xtra.co.nz");
  assert.equal(suggestEmail("jo@outlok.com"), "jo@outlook.com");
});

test("suggests nothing for a correct or an unknown domain", () => {
  for (const email of [
    "jo@gmail.com",
    "jo@GMAIL.com",
    "jo@example.com",
    "jo@he.com",
    "jo@we.co",
    "jo@",
    "@gmial.com",
    "jo",
    "",
  ]) {
    assert.equal(suggestEmail(email), undefined, email);
  }
});
